import type { ControlEvent } from '../../control-client/index.js'
import { loadSandbox, loadSandboxes, loadScenarios, loadSomeOrders } from './load.js'
import { boxHere, checkNotice, type SandboxContents, state, update, updateContents } from './panel-state.js'

type EventOf<Type extends ControlEvent['type']> = Extract<ControlEvent, { readonly type: Type }>

/** So many orders are asked for one by one; more of them are the whole sandbox. */
const MAX_SINGLE_ORDERS = 20
const MAX_REQUESTS = 1000
const ENDS = new Set(['deleted', 'evicted'])
const STARTS = new Set(['created', 'reset', 'restored', ...ENDS])
/** After these, what was done may be undone. */
const TURNS = new Set(['undone', 'rewound', ...STARTS])

/** Brings the page up to date with what has happened: a burst of events costs as much as one. */
export async function applyEvents(burst: readonly ControlEvent[]): Promise<void> {
  await applyHere(burst.filter((event) => 'sandbox' in event && event.sandbox === state.value.sandboxName))
  if (ofType(burst, 'sandbox').some(({ change }) => STARTS.has(change))) await loadSandboxes()
  if (burst.some(({ type }) => type === 'scenario')) await loadScenarios()
}

async function applyHere(here: readonly ControlEvent[]): Promise<void> {
  const changes = ofType(here, 'sandbox').map(({ change }) => change)
  const life = changes.findLast((change) => STARTS.has(change))
  // Asking for anything of a sandbox that is named after a scenario would make it again.
  if (life !== undefined && ENDS.has(life)) return update({ contents: undefined, isMissing: true, notice: undefined })
  appendRequests(ofType(here, 'request'))
  const box = boxHere()
  const { contents, isMissing } = state.value
  const known: SandboxContents['answers'] = contents?.answers ?? new Map()
  const ids = new Set<string>()
  for (const { orderId, change } of ofType(here, 'order')) {
    // An answer is at least as new as one event of its order; the second may be newer.
    if (ids.has(orderId)) known.delete(orderId)
    if (change === 'removed') known.set(orderId, undefined)
    ids.add(orderId)
  }
  // The page itself may have made the sandbox by asking for it; then it knows all of it.
  const isOther = changes.some((change) => (change === 'created' ? isMissing : change !== 'faults' || !contents))
  const unknown = [...ids].filter((id) => !known.has(id))
  if (isOther || unknown.length > MAX_SINGLE_ORDERS) {
    if (changes.some((change) => TURNS.has(change))) await checkNotice()
    return await loadSandbox()
  }
  if (ids.size > 0) updateContents(box.name, { answers: new Map([...known].filter(([id]) => !ids.has(id))) })
  await loadSomeOrders(ids, known)
  if (changes.includes('faults')) updateContents(box.name, { faults: await box.faults.all() })
}

function ofType<Type extends ControlEvent['type']>(events: readonly ControlEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type)
}

/** Preflights have the id 0, and are not part of the journal. */
function appendRequests(events: readonly EventOf<'request'>[]): void {
  const { contents, sandboxName } = state.value
  if (contents === undefined || events.length === 0) return
  const last = contents.requests.at(-1)?.id ?? 0
  const all = [...contents.requests, ...events.map(({ entry }) => entry).filter(({ id }) => id > last)]
  const excess = Math.max(0, all.length - MAX_REQUESTS)
  updateContents(sandboxName, { requests: all.slice(excess), evicted: contents.evicted + excess })
}
