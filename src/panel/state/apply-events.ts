import type { ControlEvent, RequestEntry } from '../../control-client/index.js'
import { loadSandbox, loadSandboxes, loadScenarios } from './load.js'
import { boxHere, loadChanges, nowMsOf, showMissing, state, updateContents } from './panel-state.js'
import { showOrder, type ShownOrder } from './shown-order.js'

const MAX_REQUESTS = 1000
const ENDS = new Set(['deleted', 'evicted'])
const STARTS = new Set(['created', 'reset', 'restored', ...ENDS])

/** Brings the page up to date with what has happened: a burst of events costs as much as one. */
export async function applyEvents(burst: readonly ControlEvent[]): Promise<void> {
  await applyHere(burst.filter((event) => 'sandbox' in event && event.sandbox === state.value.sandboxName))
  if (burst.some((event) => event.type === 'sandbox' && STARTS.has(event.change))) await loadSandboxes()
  if (burst.some(({ type }) => type === 'scenario')) await loadScenarios()
}

async function applyHere(here: readonly ControlEvent[]): Promise<void> {
  const changes = here.filter((event) => event.type === 'sandbox').map(({ change }) => change)
  const life = changes.findLast((change) => STARTS.has(change))
  // A request about a sandbox that is named after a scenario would create it again.
  if (life !== undefined && ENDS.has(life)) return showMissing()
  const { contents, isMissing } = state.value
  // The page itself may have created the sandbox by asking for it; then it knows all of it.
  const isOther = changes.some((change) => (change === 'created' ? isMissing : change !== 'faults' || !contents))
  if (isOther) return await loadSandbox()
  if (contents === undefined) return
  const { name, faults } = boxHere()
  const orders = ordersAfter(contents.orders, nowMsOf(contents.clock), here)
  updateContents(name, { requests: requestsAfter(contents.requests, here), orders })
  if (changes.includes('faults')) updateContents(name, { faults: await faults.all() })
  // To be created is no change; and who asks for what was deleted meanwhile would create it again.
  if (here.some((event) => event.type !== 'request' && event.change !== 'created')) await loadChanges()
}

/** Preflights have the id 0, and are not part of the journal. */
function requestsAfter(requests: readonly RequestEntry[], events: readonly ControlEvent[]): RequestEntry[] {
  const last = requests.at(-1)?.id ?? 0
  // A held request is reported twice: when it comes, and when its response is known.
  const known = new Map(events.filter((event) => event.type === 'request').map(({ entry }) => [entry.id, entry]))
  const earlier = requests.map((each) => known.get(each.id) ?? each)
  return [...earlier, ...[...known.values()].filter(({ id }) => id > last)].slice(-MAX_REQUESTS)
}

function ordersAfter(orders: readonly ShownOrder[], nowMs: number, events: readonly ControlEvent[]) {
  const all = new Map(orders.map((order) => [order.digits, order]))
  for (const { orderId, order } of events.filter((event) => event.type === 'order')) {
    if (order === undefined) all.delete(orderId)
    else all.set(orderId, { ...showOrder(order, nowMs), changedAtMs: Date.now() })
  }
  return [...all.values()]
}
