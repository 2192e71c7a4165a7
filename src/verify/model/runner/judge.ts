import { type Call, isPlainList, list } from '../sequences/calls.js'
import { send, type Step, waitFromStart } from '../sequences/step.js'
import { isOnly } from '../oracle/model.js'
import {
  changesByItself,
  isCancelled,
  isCancelledLater,
  isListedLater,
  isOfOthers,
  isOfNextOrder,
  isOfReusedId,
  isRefusedAtOnce,
  MANY_EXPLAINED,
  othersPlaceOrders,
  TIMES_AS_LONG,
} from './excuses.js'
import type { RunContext } from './run-context.js'
import { isWrong, nameOf, runSequence, type SequenceRun, showsAgain, type WrongRun } from './run-sequence.js'

// A violation counts if it would come about so seldom by chance, and the more seldom, the more others have done so far.
const CHANCE = 1 / 10_000
// How often to try again if others may be the cause.
const TRIES = 16
// For each run this many controls; if this many show it, it is a standing violation.
const CONTROLS = 2
const STANDING = 8
// Controls that mostly wait do so at once, and more of them, so that fewer runs decide.
const WAITING = 4
const LONG_MS = 500
const AT_LEAST_MS = 20

/**
 * Judges a violation that was seen while nothing else ran.
 *
 * - The id of an order that ended may be that of another one by now, if ids are used again and others place orders.
 * - If nothing excuses it, it counts.
 * - A key that is nearly valid may be the key of somebody else, unless several of its kind are accepted.
 * - A field that changes in the same states as time passes is not compared any more.
 * - An order that is missing from a list and can be cancelled, or is in a list a second later, was there: others remove orders
 *   for good. One that was pending and cannot be cancelled may have been cancelled by others, each time.
 * - An order that was rejected, as shipped or in another way, and can be cancelled now was pending.
 * - An id that is likely to be assigned next may be that of an order of others, if they place orders.
 * - Once others have placed an order, orders that nobody of this run placed are not looked for any more.
 * - Everything else that time or others may have done is compared with control runs: the same states and waits, but lists
 *   in place of the calls that may have led to it. It counts if it shows again and again, and never in twice as many
 *   controls; or in all of them, because others would not affect the same order each time. If time may have shipped the
 *   order, all controls are no proof: then orders must be rejected right after they were set up, as often as later.
 * @param endsAtMs when no further control begins, by `performance.now()`: what is not decided then does not count
 * @returns the latest run that shows it; `undefined` if it does not count
 */
export async function judge(run: WrongRun, context: RunContext, endsAtMs: number): Promise<WrongRun | undefined> {
  const { expectation, excuse, answered, order, member, message } = run.violation
  const proven = (words: string) => ({ ...run.violation, excuse: 'none' as const, message: `${message} ${words}` })
  if (await isOfReusedId(run, context)) return undefined
  if (excuse === 'none') return run
  if (expectation === 'wrong key') return (await isOfOthers(answered, context)) ? undefined : run
  if (member !== undefined && (await changesByItself(run, member, context))) return undefined
  if (isOfNextOrder(answered) && (await othersPlaceOrders(context))) return undefined
  if (expectation === 'no other order') {
    const shown = await judgeAgain(run, context, { endsAtMs })
    if (shown === undefined) context.memory.unsteady.add('orders')
    return shown
  }
  if (expectation === 'every order' && order !== undefined) {
    const mayStand = isOnly(order, 'shipped')
    // Never an order that this run has not set up.
    const isCertain = !mayStand && order.state !== undefined && (await isCancelled(order.id, context))
    if (!isCertain && !(await isListedLater(order.id, context))) return judgeAgain(run, context, { mayStand, endsAtMs })
    const words = isCertain ? 'But it can be cancelled.' : 'A second later, it is.'
    return { ...run, isCertain, violation: proven(words) }
  }
  const isRefused = excuse === 'time' || 'order' in answered.call
  if (!isRefused || order === undefined || isOnly(order, 'shipped')) return judgeAgain(run, context, { endsAtMs })
  // An order that can be cancelled now has not shipped, and nobody has cancelled or removed it.
  const hasEnded = !(await isCancelledLater(order.id, context))
  const isAnother = context.memory.reusedIds.has(order.id)
  if (!hasEnded && member === undefined && !isAnother)
    return { ...run, isCertain: true, violation: proven('A later cancel request succeeded.') }
  return judgeAgain(run, context, { isByTime: excuse === 'time' && hasEnded, endsAtMs })
}

interface JudgeOptions {
  /** Whether time seems to have shipped the order. */
  readonly isByTime?: boolean
  /** Whether it counts, too, if all controls show it. */
  readonly mayStand?: boolean
  readonly endsAtMs: number
}

/** Compares runs with controls, until chance no longer explains that only the runs show the violation, or all do. */
async function judgeAgain(
  run: WrongRun,
  context: RunContext,
  { isByTime = false, mayStand = true, endsAtMs }: JudgeOptions,
): Promise<WrongRun | undefined> {
  const control = controlOf(run)
  const runControl = (steps = control) => runSequence(context, steps, { endsAtMs })
  const isLong = run.steps.some((step) => step.kind === 'wait' && step.ms >= LONG_MS)
  const [atOnce, each] = isLong && context.memory.isShared ? [WAITING, WAITING] : [1, CONTROLS]
  let shown: WrongRun = run
  let [shows, runs, controls] = [0, 0, 0]
  // Whether the controls show it, too: a standing violation shows each time, and of the same order.
  let isStanding = false
  const chance = CHANCE / (context.memory.explained + 1) ** 2
  const standing = STANDING * (Math.min(context.memory.explained, MANY_EXPLAINED) + 1)
  while (isStanding ? controls < standing : chanceOf(shows, runs, controls) > chance) {
    // Time seldom ships the same order each time.
    const again = await showsAgain(run.steps, run, context, { tries: isByTime ? 1 : TRIES, endsAtMs })
    if (performance.now() >= endsAtMs) return undefined
    if (again === undefined) return isByTime ? unlessByTime(run, context, endsAtMs) : undefined
    shown = again
    shows++
    runs += again.tries
    // This one does not count: it ends what the calls of the run left behind, such as cached responses for later ids.
    await runControl(control.filter(({ kind }) => kind !== 'wait'))
    for await (const compared of repeated(runControl, each * runs - controls, atOnce)) {
      if (performance.now() >= endsAtMs) return undefined
      // Be it to another order, or seen in another way.
      const isShown = isWrong(compared) && compared.violation.excuse !== 'none'
      if (isShown && isByTime) return unlessByTime(shown, context, endsAtMs)
      if (isShown && !mayStand) return undefined
      if (controls++ === 0) isStanding = isShown
      // Others would affect one order or another, and not in all controls.
      if (isShown !== isStanding || (isShown && subjectOf(compared) !== subjectOf(run))) return undefined
    }
  }
  return { ...shown, isCertain: !isStanding }
}

async function* repeated(runControl: () => Promise<SequenceRun>, times: number, atOnce: number) {
  for (let count = 0; count < times; count += atOnce)
    yield* await Promise.all(Array.from({ length: atOnce }, () => runControl()))
}

async function unlessByTime(run: WrongRun, context: RunContext, endsAtMs: number): Promise<WrongRun | undefined> {
  return (await isRefusedAtOnce(run, context, endsAtMs)) ? run : undefined
}

/** How likely it is that all violations are in runs, and none in controls, if both show them equally often. */
function chanceOf(shows: number, runs: number, controls: number): number {
  let chance = 1
  for (let count = 0; count < shows; count++) chance *= (runs - count) / (runs + controls - count)
  return chance
}

/**
 * Which order is affected, or how, if a request names an order that has another id each time. In a list it has its id,
 * because others may have changed any.
 */
function subjectOf({ violation: { order, actual, answered } }: WrongRun): string {
  const listed = answered.call.operation === 'listOrders' ? order?.id : undefined
  return nameOf(order) ?? `${listed ?? actual}`
}

/**
 * The same states, waits and lists, a list for all other calls of a step, and the call with the violation a little later. If
 * others may have caused it, each other call has its own list: others may act as often as requests come.
 */
function controlOf({ violation, steps, tookMs }: WrongRun): readonly Step[] {
  const { call } = violation.answered
  const most = violation.excuse === 'others' ? Infinity : 1
  const harmless = steps.map((step): Step => {
    if (step.kind !== 'send') return step
    const others = step.calls.filter((each) => !isPlainList(each)).slice(0, most)
    return {
      ...step,
      calls: [...step.calls.filter(isPlainList), ...others.map(({ client }): Call => ({ ...list(), client }))],
    }
  })
  const last = isPlainList(call) ? harmless.splice(-1) : [send(call)]
  return [...harmless, waitFromStart(AT_LEAST_MS + tookMs * TIMES_AS_LONG), ...last]
}
