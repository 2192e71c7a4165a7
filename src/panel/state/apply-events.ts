import type { ControlEvent } from '../../control-client/index.js'
import { loadOrders, loadRules, loadSandbox, loadSandboxes, loadScenarios, loadSomeOrders } from './load.js'
import type { OrderChange, PanelModel } from './panel-model.js'

type EventOf<Type extends ControlEvent['type']> = Extract<ControlEvent, { readonly type: Type }>

/** So many orders are asked for one by one; more of them are the whole list. */
const MAX_SINGLE_ORDERS = 20
const MAX_REQUESTS = 1000
const ENDS = new Set(['deleted', 'evicted'])
const RULES = new Set(['faults', 'clock'])

/** Brings the page up to date with what has happened: a burst of events costs as much as one. */
export async function applyEvents(model: PanelModel, burst: readonly ControlEvent[]): Promise<void> {
  const { sandboxName } = model.state
  const here = burst.filter((event) => 'sandbox' in event && event.sandbox === sandboxName)
  const haveDropped = burst.some(({ type }) => type === 'dropped')
  const lists = ofType(burst, 'sandbox').filter(({ change }) => !RULES.has(change))
  await applyHere(model, here, haveDropped)
  if (lists.length > 0 || haveDropped) await loadSandboxes(model)
  if (haveDropped || burst.some(({ type }) => type === 'scenario')) await loadScenarios(model)
}

async function applyHere(model: PanelModel, here: readonly ControlEvent[], haveDropped: boolean): Promise<void> {
  const changes = ofType(here, 'sandbox').map(({ change }) => change)
  const life = changes.findLast((change) => change === 'created' || ENDS.has(change))
  // Asking for anything of a sandbox that is named after a scenario would make it again.
  if (life !== undefined && ENDS.has(life)) return model.update({ contents: undefined, isMissing: true })
  // The page itself may have made the sandbox by asking for it; then it knows all of it.
  const isNew = life === 'created' && (model.state.isMissing || changes.some((change) => ENDS.has(change)))
  const isOther = changes.some((change) => change !== 'created' && !RULES.has(change))
  appendRequests(model, ofType(here, 'request'))
  const orders = new Map(ofType(here, 'order').map(({ orderId, change }) => [orderId, change] as const))
  if (haveDropped || isNew || isOther) {
    await loadSandbox(model)
    // A reset undoes what was said to have changed.
    model.update({ changes: new Map() })
  } else {
    if (orders.size > MAX_SINGLE_ORDERS) await loadOrders(model)
    else await loadSomeOrders(model, new Set(orders.keys()))
    if (changes.some((change) => RULES.has(change))) await loadRules(model)
  }
  markChanged(model, orders)
}

function ofType<Type extends ControlEvent['type']>(events: readonly ControlEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type)
}

/** Preflights are told with the id 0, and are no part of the journal. */
function appendRequests(model: PanelModel, told: readonly EventOf<'request'>[]): void {
  const { contents, sandboxName } = model.state
  if (contents === undefined || told.length === 0) return
  const last = contents.requests.at(-1)?.id ?? 0
  const all = [...contents.requests, ...told.map(({ entry }) => entry).filter(({ id }) => id > last)]
  const excess = Math.max(0, all.length - MAX_REQUESTS)
  model.updateContents(sandboxName, { requests: all.slice(excess), evicted: contents.evicted + excess })
}

function markChanged(model: PanelModel, orders: ReadonlyMap<string, OrderChange['change']>): void {
  if (orders.size === 0) return
  const atMs = Date.now()
  const told = [...orders].map(([id, change]) => [id, { change, atMs }] as const)
  model.update({ changes: new Map([...model.state.changes, ...told]) })
}
