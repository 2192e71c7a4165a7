import type { ControlEvent } from '../../control-client/index.js'
import { loadSandbox, loadSandboxes, loadScenarios } from './load.js'
import { boxHere, loadChanges, nowMsOf, showMissing, state, updateContents } from './panel-state.js'
import { showOrder } from './shown-order.js'

type EventOf<Type extends ControlEvent['type']> = Extract<ControlEvent, { readonly type: Type }>

const MAX_REQUESTS = 1000
const ENDS = new Set(['deleted', 'evicted'])
const STARTS = new Set(['created', 'reset', 'restored', ...ENDS])

/** Brings the page up to date with what has happened: a burst of events costs as much as one. */
export async function applyEvents(burst: readonly ControlEvent[]): Promise<void> {
  await applyHere(burst.filter((event) => 'sandbox' in event && event.sandbox === state.value.sandboxName))
  if (ofType(burst, 'sandbox').some(({ change }) => STARTS.has(change))) await loadSandboxes()
  if (burst.some(({ type }) => type === 'scenario')) await loadScenarios()
}

async function applyHere(here: readonly ControlEvent[]): Promise<void> {
  const changes = ofType(here, 'sandbox').map(({ change }) => change)
  const life = changes.findLast((change) => STARTS.has(change))
  // A request about a sandbox that is named after a scenario would create it again.
  if (life !== undefined && ENDS.has(life)) return showMissing()
  appendRequests(ofType(here, 'request'))
  const { contents, isMissing } = state.value
  // The page itself may have created the sandbox by asking for it; then it knows all of it.
  const isOther = changes.some((change) => (change === 'created' ? isMissing : change !== 'faults' || !contents))
  if (isOther) return await loadSandbox()
  changeOrders(ofType(here, 'order'))
  const { name, faults } = boxHere()
  if (changes.includes('faults')) updateContents(name, { faults: await faults.all() })
  // To be created is no change; and who asks for what was deleted meanwhile would create it again.
  if (here.some((event) => event.type !== 'request' && event.change !== 'created')) await loadChanges()
}

function ofType<Type extends ControlEvent['type']>(events: readonly ControlEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type)
}

/** Preflights have the id 0, and are not part of the journal. */
function appendRequests(events: readonly EventOf<'request'>[]): void {
  const { contents, sandboxName } = state.value
  if (contents === undefined || events.length === 0) return
  const last = contents.requests.at(-1)?.id ?? 0
  // A held request is reported twice: when it comes, and when its response is known.
  const known = new Map(events.map(({ entry }) => [entry.id, entry]))
  const earlier = contents.requests.map((each) => known.get(each.id) ?? each)
  const all = [...earlier, ...[...known.values()].filter(({ id }) => id > last)]
  updateContents(sandboxName, { requests: all.slice(-MAX_REQUESTS) })
}

/** Of several changes of an order the last one counts. */
function changeOrders(events: readonly EventOf<'order'>[]): void {
  const { contents, sandboxName } = state.value
  if (contents === undefined || events.length === 0) return
  const nowMs = nowMsOf(contents.clock)
  const orders = new Map(contents.orders.map((order) => [order.digits, order]))
  for (const [id, order] of new Map(events.map((event) => [event.orderId, event.order]))) {
    if (order === undefined) orders.delete(id)
    else orders.set(id, { ...showOrder(order, nowMs), changedAtMs: Date.now() })
  }
  updateContents(sandboxName, { orders: [...orders.values()] })
}
