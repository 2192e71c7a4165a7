import type { ControlEvent } from '../../control-client/index.js'
import { loadSandbox, loadSandboxes, loadScenarios, loadSomeOrders } from './load.js'
import type { PanelModel } from './panel-model.js'

type EventOf<Type extends ControlEvent['type']> = Extract<ControlEvent, { readonly type: Type }>

/** So many orders are asked for one by one; more of them are the whole sandbox. */
const MAX_SINGLE_ORDERS = 20
const MAX_REQUESTS = 1000
const ENDS = new Set(['deleted', 'evicted'])
const STARTS = new Set(['created', 'reset', 'restored', ...ENDS])
/** After these, what was said to have changed may no longer be so. */
const TURNS = new Set(['undone', 'rewound', ...STARTS])

/** Brings the page up to date with what has happened: a burst of events costs as much as one. */
export async function applyEvents(model: PanelModel, burst: readonly ControlEvent[]): Promise<void> {
  const haveDropped = burst.some(({ type }) => type === 'dropped')
  await applyHere(model, burst, haveDropped)
  const areOthers = ofType(burst, 'sandbox').some(({ change }) => STARTS.has(change))
  if (areOthers || haveDropped) await loadSandboxes(model)
  if (haveDropped || burst.some(({ type }) => type === 'scenario')) await loadScenarios(model)
}

async function applyHere(model: PanelModel, burst: readonly ControlEvent[], haveDropped: boolean): Promise<void> {
  const here = burst.filter((event) => 'sandbox' in event && event.sandbox === model.state.sandboxName)
  const changes = ofType(here, 'sandbox').map(({ change }) => change)
  const life = changes.findLast((change) => STARTS.has(change))
  // Asking for anything of a sandbox that is named after a scenario would make it again.
  if (life !== undefined && ENDS.has(life))
    return model.update({ contents: undefined, isMissing: true, notice: undefined })
  appendRequests(model, ofType(here, 'request'))
  const turn = here.findLastIndex((event) => event.type === 'sandbox' && TURNS.has(event.change))
  if (turn >= 0) {
    model.update({ changes: new Map() })
    await model.checkNotice()
  }
  const orders = new Map(ofType(here.slice(turn + 1), 'order').map(({ orderId, change }) => [orderId, change] as const))
  // The page itself may have made the sandbox by asking for it; then it knows all of it.
  const isOther = changes.some((change) => change !== 'created' || model.state.isMissing)
  if (haveDropped || isOther || orders.size > MAX_SINGLE_ORDERS) await loadSandbox(model)
  else await loadSomeOrders(model, new Set(orders.keys()))
  model.markChanged(orders)
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
