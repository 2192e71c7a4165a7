import { isOnly } from '../oracle/model.js'
import type { Violation } from '../oracle/violation.js'
import { type Call, inTurn, list, send, type Step, wait } from '../sequences/step.js'
import {
  areRefusedAtOnce,
  changesByItself,
  isCancelled,
  isOfOthers,
  isRenewed,
  OBSERVATION_MS,
  shipsByItself,
} from './control.js'
import type { RunContext } from './run-context.js'
import { type RunOptions, runSequence, type SequenceRun } from './run-sequence.js'

/** A run that ends in an answer that is not allowed. */
export interface WrongRun extends SequenceRun {
  readonly violation: Violation
}

export function isWrong(run: SequenceRun): run is WrongRun {
  return run.violation !== undefined
}

// How often to try what others may have done.
const TRIES = 16
const MAX_TRYING_MS = 3_000
const CONTROLS = 3
const ROUNDS = 2
// What time does hits a sequence and its control run alike. For each order that the sequence sets up, so many of the
// control are left alone for as long as it takes.
const SHOWN = 3
const CONTROLS_PER_ORDER = 2
const MAX_COMPARING_MS = 4_000
const MANY_ORDERS = 24

/**
 * Judges what was wrong while nothing else ran: whether it shows again if others may be the cause of it, and not in the
 * control run, which is without the calls that may have led to it.
 *
 * @returns the run to tell of; `undefined` if it does not count
 */
export async function judge(steps: readonly Step[], run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  const { expectation, freedom, answered } = run.violation
  if (freedom === 'none') return run
  if (expectation === 'wrong key') return (await isOfOthers(answered, context)) ? undefined : run
  if (await isBack(run, context)) return run
  if (await isExplained(run, context)) return undefined
  if (freedom === 'time' && answered.status === 409) return judgeRefusal(steps, run, context)
  // Of many orders one may ship soon after the steps are over, which may have taken longer before.
  const longer = inTurn(withoutHarm(steps, run), wait(OBSERVATION_MS), list())
  if ((await hasShipped(run, context)) && (await showsAgain(longer, run, context, { tries: CONTROLS })))
    return undefined
  return judgeOthers(steps, run, context)
}

/** Whether an order that a list did not show is in the next one: what others had removed would not come back. */
async function isBack({ violation: { expectation, order } }: WrongRun, context: RunContext): Promise<boolean> {
  return expectation === 'every order' && order !== undefined && (await context.readList())?.has(order.id) === true
}

/** Whether a member has changed that may change when an order ships, and the order can no longer be cancelled. */
async function hasShipped({ violation: { member, order } }: WrongRun, context: RunContext): Promise<boolean> {
  if (order === undefined || (member !== 'complete' && member !== 'shipDate') || isOnly(order, 'shipped')) return false
  return !(await isCancelled(order.id, context))
}

/** Whether it shows again, and not in the control run for twice as long: twice, as others may hit the one and not the other. */
async function judgeOthers(steps: readonly Step[], run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  let shown: WrongRun | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now()
    shown = await showsAgain(steps, run, context, { tries: TRIES })
    if (shown === undefined) return undefined
    const controlMs = 2 * (performance.now() - startedMs)
    if (await happensNowAndThen(withoutHarm(steps, run), shown, context, controlMs)) return undefined
  }
  return shown
}

/** Whether it is a value that changes by itself, or a state that can be set up only once. */
async function isExplained({ violation, ageMs }: WrongRun, context: RunContext): Promise<boolean> {
  const { order, member } = violation
  if (order === undefined) return false
  if (member !== undefined) return changesByItself(order, member, ageMs, context)
  const { id, state } = order
  if (state === undefined || !context.cancelledIds.has(id) || (await isRenewed(state, context))) return false
  context.unavailable.set(state, 'it can be set up only once')
  return true
}

/** Whether a pending order was refused as if it had shipped, though time does not ship orders so soon. */
async function judgeRefusal(steps: readonly Step[], run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  const { ageMs, violation } = run
  const { id, state = 'a pending order' } = violation.order ?? {}
  // What can be cancelled right after had not shipped.
  if (id !== undefined && (await isCancelled(id, context))) return run
  if (ageMs >= context.shipsAfterMs || (await shipsByItself(ageMs, state, context))) return undefined
  if (await areRefusedAtOnce(state, context)) return run
  const orders = steps.filter((step) => step.kind === 'set up').length
  let again: WrongRun | undefined = run
  for (let count = 0; count < SHOWN; count++) {
    again = await showsAgain(steps, run, context, { tries: 1, isFresh: true })
    if (again === undefined) return undefined
    // Of dozens time has shipped one or another.
    if (orders >= MANY_ORDERS && again.violation.order?.label !== violation.order?.label) return undefined
  }
  const endsAtMs = performance.now() + MAX_COMPARING_MS
  const controls = CONTROLS_PER_ORDER * orders
  for (let count = 0; count < controls && (count < SHOWN || performance.now() < endsAtMs); count++)
    if (!(await isRenewed(state, context, again.ageMs))) return undefined
  return again
}

/** The control run: what shows each time without the calls that might do harm is a fault of the rest. */
async function happensNowAndThen(
  control: readonly Step[],
  before: WrongRun,
  context: RunContext,
  forMs: number,
): Promise<boolean> {
  const endsAtMs = performance.now() + forMs
  let shown = 0
  for (let count = 1; count <= CONTROLS || performance.now() < endsAtMs; count++) {
    if (isSame(await runSequence(context, control), before)) shown++
    if (shown > 0 && shown < count) return true
  }
  return false
}

/** Runs steps until they show a violation again. */
export async function showsAgain(
  steps: readonly Step[],
  before: WrongRun,
  context: RunContext,
  { tries, ...how }: RunOptions & { readonly tries: number },
): Promise<WrongRun | undefined> {
  const endsAtMs = performance.now() + MAX_TRYING_MS
  for (let count = 0; count < tries && (count === 0 || performance.now() < endsAtMs); count++) {
    const run = await runSequence(context, steps, how)
    if (isSame(run, before)) return run
  }
  return undefined
}

function isSame(run: SequenceRun, { violation: before }: WrongRun): run is WrongRun {
  return isWrong(run) && run.violation.expectation === before.expectation && run.violation.member === before.member
}

/** The same states, waits and lists, more lists for the other calls, so that it takes as long, and the call that was answered wrongly. */
function withoutHarm(steps: readonly Step[], { violation, taken }: WrongRun): readonly Step[] {
  const { call } = violation.answered
  const harmless = steps.slice(0, taken).map((step): Step => {
    if (step.kind !== 'send') return step
    return { ...step, calls: step.calls.map((each) => (isPlain(each) ? each : list())) }
  })
  return isPlain(call) ? harmless : [...harmless, send(call)]
}

function isPlain(call: Call): boolean {
  return call.operation === 'listOrders' && call.key === undefined && call.query === undefined
}
