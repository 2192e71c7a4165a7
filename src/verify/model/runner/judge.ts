import { isOnly } from '../oracle/model.js'
import { isPlainList } from '../oracle/violation.js'
import { list } from '../sequences/calls.js'
import { send, type Step } from '../sequences/step.js'
import { changesByItself, isCancelled, isOfOthers, isRenewed, shareRefused } from './control.js'
import type { RunContext } from './run-context.js'
import { isWrong, type RunOptions, runSequence, type SequenceRun, type WrongRun } from './run-sequence.js'

// How often to try again if others may be the cause, and how often the violation must show then.
const TRIES = 16
const TIMES_OTHERS = 2
const MAX_TRYING_MS = 3_000
const CONTROLS = 3
// How often a violation that time may have caused must show: each time.
const TIMES_TIME = 3
const AT_LEAST_MS = 50

/**
 * Judges a violation that was seen while nothing else ran. If time or others may be the cause, it counts only if it shows
 * again, and not in the control run, which is without the calls that may have led to it.
 */
export async function judge(run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  const { expectation, freedom, answered, order, member } = run.violation
  if (freedom === 'none') return run
  if (expectation === 'wrong key') return (await isOfOthers(answered, context)) ? undefined : run
  // An order that others had removed would not be in the next list.
  const isMissing = expectation === 'every order' && order !== undefined
  if (isMissing && (await context.readList())?.has(order.id) === true) return run
  if (member !== undefined) {
    // Of many orders one may ship soon after the steps are over, which may have taken longer before.
    const mayHaveShipped = order !== undefined && !isOnly(order, 'shipped') && !(await isCancelled(order.id, context))
    for (let count = mayHaveShipped ? CONTROLS : 1; count > 0; count--)
      if (await changesByItself(run, member, context)) return undefined
  } else if (order?.state !== undefined && context.cancelledIds.has(order.id)) {
    if (!(await isRenewed(order.state, context))) {
      context.unavailable.set(order.state, 'it can be set up only once')
      return undefined
    }
  }
  return freedom === 'time' && answered.status === 409 ? judgeRefusal(run, context) : judgeOthers(run, context)
}

/** Whether a pending order was rejected as shipped, though time does not ship orders so soon. */
async function judgeRefusal(run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  const { ageMs, violation } = run
  const { id, label, state = 'a pending order' } = violation.order ?? {}
  // An order that can be cancelled right after had not shipped.
  if (id !== undefined && (await isCancelled(id, context))) return run
  if (ageMs >= context.shipsAfterMs) return undefined
  const refused = await shareRefused(state, Math.max(AT_LEAST_MS, ageMs), context)
  if (refused > 0) {
    // By time, unless about as many are rejected at once.
    if ((await shareRefused(state, 0, context)) > refused / 2) return run
    if (refused === 1) context.shipsAfterMs = ageMs
    return undefined
  }
  let shown: WrongRun | undefined = run
  for (let times = 0; times < TIMES_TIME; times++) {
    shown = await showsAgain(run.steps, run, context, { tries: 1, isFresh: true })
    // Of several orders time has shipped one or another.
    if (shown?.violation.order?.label !== label) return undefined
  }
  return shown
}

/**
 * Whether it shows again, and not in the control run for twice as long: twice, as others may hit the one and not the
 * other. A violation that shows each time without the calls that might do harm is one of the rest.
 */
async function judgeOthers(run: WrongRun, context: RunContext): Promise<WrongRun | undefined> {
  const control = withoutHarm(run)
  let shown: WrongRun | undefined
  for (let times = 0; times < TIMES_OTHERS; times++) {
    const startedMs = performance.now()
    shown = await showsAgain(run.steps, run, context, { tries: TRIES })
    if (shown === undefined) return undefined
    // This one does not count: it ends what the calls of the run left behind, such as cached responses for later ids.
    await runSequence(context, control)
    const endsAtMs = 3 * performance.now() - 2 * startedMs
    let [controls, shownByControl] = [0, 0]
    while (controls < CONTROLS || performance.now() < endsAtMs) {
      controls++
      if (isSame(await runSequence(context, control), run)) shownByControl++
      if (shownByControl > 0 && shownByControl < controls) return undefined
    }
  }
  return shown
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

/** The same states, waits and lists, more lists for the other calls, so that it takes as long, and the call with the violation. */
function withoutHarm({ violation, steps, taken }: WrongRun): readonly Step[] {
  const { call } = violation.answered
  const harmless = steps.slice(0, taken).map((step): Step => {
    if (step.kind !== 'send') return step
    return { ...step, calls: step.calls.map((each) => (isPlainList(each) ? each : { ...list(), client: each.client })) }
  })
  return isPlainList(call) ? harmless : [...harmless, send(call)]
}
