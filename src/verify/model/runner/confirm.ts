import type { Violation } from '../oracle/violation.js'
import { type Call, send, type Step } from '../sequences/step.js'
import { PENDING } from '../sequences/states.js'
import {
  changesByItself,
  isGoneAfter,
  isOfOthers,
  isRefusedAtOnce,
  isRenewed,
  isStillPending,
  shipsByItself,
} from './control.js'
import type { RunContext } from './run-context.js'
import { type RunOptions, runSequence, type SequenceRun } from './run-sequence.js'
import { shorten } from './shorten.js'

/** A run that ends in an answer that is not allowed. */
export interface WrongRun extends SequenceRun {
  readonly violation: Violation
}

interface Counting {
  readonly steps: readonly Step[]
  readonly run: WrongRun
}

/** A run that counts, as short as time permitted. */
export interface Counterexample extends WrongRun {
  readonly steps: readonly Step[]
  /** Whether it came again when these steps ran once more, from an emptied store. */
  readonly isRepeated: boolean
}

// How often to try what others may have done, and what was seen while other sequences ran.
const TRIES = 16
const TRIES_ALONE = 4
const MAX_TRYING_MS = 3_000
const CONTROLS = 3
// What time does hits a sequence and its control run alike. For each order that the sequence cancels, one of the control
// is left alone for as long as it takes, this many times.
const SHOWN = 3
const CONTROLS_PER_ORDER = 2
const MAX_COMPARING_MS = 4_000
// What does not show every time, such as cancels that meet.
const RARE_TRIES = 4

/**
 * Whether a violation counts: alone if others ran beside it, again if others may be the cause of it, and not without
 * the calls that may have led to it.
 *
 * @returns the steps and the run to tell of; `undefined` if it does not count
 */
export async function confirm(
  steps: readonly Step[],
  seen: WrongRun,
  context: RunContext,
  wasAlone: boolean,
): Promise<Counting | undefined> {
  const run = wasAlone ? seen : await showsAgain(steps, seen, context, { tries: TRIES_ALONE })
  if (run === undefined) return undefined
  const { freedom, answered } = run.violation
  if (freedom === 'none') return { steps, run }
  if (await isExplained(run, context)) return undefined
  if (run.violation.expectation === 'wrong key') return { steps, run }
  if (freedom === 'time' && (await isStillPending(run.violation, context))) return { steps, run }
  if (freedom === 'time' && answered.status === 409) return confirmRefusal(steps, run, context)
  const again = await showsAgain(steps, run, context, { tries: TRIES })
  if (again === undefined) return undefined
  const isChance = await happensNowAndThen(withoutHarm(steps, run), again, context)
  return isChance ? undefined : { steps, run: again }
}

/** Whether it is a key of somebody else, a value that changes by itself, or a state that can be had only once. */
async function isExplained({ violation, ageMs }: WrongRun, context: RunContext): Promise<boolean> {
  const { expectation, order, member, answered } = violation
  if (expectation === 'wrong key') return isOfOthers(answered, context)
  if (order === undefined) return false
  if (member !== undefined) return changesByItself(order, member, ageMs, context)
  const { id, state } = order
  if (state === undefined || !context.cancelledIds.has(id) || (await isRenewed(state, context))) return false
  context.unavailable.set(state, 'it can be had only once')
  return true
}

/** The more orders a sequence has, the more often time ships one of them: only few are held against a control run. */
async function confirmRefusal(
  steps: readonly Step[],
  run: WrongRun,
  context: RunContext,
): Promise<Counting | undefined> {
  if (run.ageMs >= context.shipsAfterMs) return undefined
  const state = run.violation.order?.state ?? PENDING
  if (await shipsByItself(run.ageMs, state, context)) return undefined
  if (await isRefusedAtOnce(state, context)) return { steps, run }
  const short = await shortened(steps, run, context, MAX_TRYING_MS)
  for (let count = 0; count < SHOWN; count++)
    if ((await showsAgain(short.steps, short, context, { tries: 1, isFresh: true })) === undefined) return undefined
  const endsAtMs = performance.now() + MAX_COMPARING_MS
  const controls = CONTROLS_PER_ORDER * short.steps.filter((step) => step.kind === 'set up').length
  for (let count = 0; count < controls && (count < SHOWN || performance.now() < endsAtMs); count++) {
    if (!(await isGoneAfter(short.ageMs, state, context))) continue
    context.shipsAfterMs = Math.min(context.shipsAfterMs, short.ageMs)
    return undefined
  }
  return { steps: short.steps, run: short }
}

/** The control run: what shows each time without the calls that might do harm is a fault of the rest. */
async function happensNowAndThen(
  control: readonly Step[],
  { violation: before }: WrongRun,
  context: RunContext,
): Promise<boolean> {
  let shown = 0
  for (let count = 0; count < CONTROLS; count++) {
    const { violation } = await runSequence(context, control)
    if (violation !== undefined && isSame(violation, before)) shown++
    if (shown > 0 && shown <= count) return true
  }
  return false
}

/** @param maxMs how long shorter sequences are tried */
export async function shortened(
  steps: readonly Step[],
  run: WrongRun,
  context: RunContext,
  maxMs: number,
): Promise<Counterexample> {
  const endsAtMs = performance.now() + maxMs
  let shown: Counterexample = { ...run, steps, isRepeated: false }
  const shows = async (shorter: readonly Step[], tries: number) => {
    const again = await showsAgain(shorter, run, context, { tries, isFresh: true, endsAtMs })
    if (again !== undefined) shown = { ...again, steps: shorter, isRepeated: true }
    return again !== undefined
  }
  const taken = steps.slice(0, run.taken)
  const isSure = await shows(taken, 1)
  if (isSure || (await shows(taken, RARE_TRIES)))
    await shorten(taken, (shorter) => shows(shorter, isSure ? 1 : RARE_TRIES), endsAtMs)
  return shown
}

async function showsAgain(
  steps: readonly Step[],
  { violation: before }: WrongRun,
  context: RunContext,
  { tries, ...how }: RunOptions & { readonly tries: number },
): Promise<WrongRun | undefined> {
  const triesEndAtMs = performance.now() + MAX_TRYING_MS
  for (let count = 0; count < tries; count++) {
    if (count > 0 && performance.now() >= triesEndAtMs) return undefined
    const { violation, ...run } = await runSequence(context, steps, how)
    if (violation !== undefined && isSame(violation, before)) return { ...run, violation }
  }
  return undefined
}

function isSame(one: Violation, other: Violation): boolean {
  return one.expectation === other.expectation && one.member === other.member
}

/** The same states, waits and lists, and the call that was answered wrongly. */
function withoutHarm(steps: readonly Step[], { violation, taken }: WrongRun): readonly Step[] {
  const { call } = violation.answered
  const harmless = steps.slice(0, taken).flatMap((step): readonly Step[] => {
    if (step.kind !== 'send') return [step]
    const calls = step.calls.filter(isPlain)
    return calls.length === 0 ? [] : [{ ...step, calls }]
  })
  return isPlain(call) ? harmless : [...harmless, send(call)]
}

function isPlain(call: Call): boolean {
  return call.operation === 'listOrders' && call.key === undefined && call.query === undefined
}
