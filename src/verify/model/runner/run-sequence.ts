import { setTimeout as pause } from 'node:timers/promises'
import type { ScriptEvent } from '../../script.js'
import { type KnownOrder, Model } from '../oracle/model.js'
import { learnFrom, noteOddAnswers, validateAnswers } from '../oracle/validate-answers.js'
import { type AnsweredCall, isSuccess, sortAnswers } from '../oracle/answered-step.js'
import type { ModelViolation } from '../oracle/violation.js'
import type { SetUpStep, Step, WaitStep } from '../sequences/step.js'
import { resolveCall } from './resolve-call.js'
import type { RunContext } from './run-context.js'

// How long to try again.
const MAX_TRYING_MS = 3_000

/** A run of a sequence, up to its end or to the first response that is not allowed. */
export interface SequenceRun {
  /** Those that were taken, up to the one that showed the violation: what others do may show in any later one, too. */
  readonly steps: readonly Step[]
  readonly isCut: boolean
  readonly events: readonly ScriptEvent<AnsweredCall>[]
  readonly violation?: ModelViolation
}

export interface WrongRun extends SequenceRun {
  readonly violation: ModelViolation
  /** Whether it came in a step that the rule only needed. */
  readonly isGiven: boolean
  /** Whether neither a state that did not take effect nor anybody else can have caused it. */
  readonly isCertain?: boolean
  /** How long the order that it is about was there. */
  readonly ageMs: number
  /** How long it took, from its first step to the violation. */
  readonly tookMs: number
}

export interface RunOptions {
  /** Whether nothing else is sent meanwhile; by default nothing is. */
  readonly isAlone?: boolean
  /** Whether the store is emptied first, if there is a provider state for that. */
  readonly isEmptied?: boolean
  /** Whether each request has a connection of its own. */
  readonly isFresh?: boolean
  /** No step begins after this time, by `performance.now()`. */
  readonly endsAtMs?: number
  /** What is known from an earlier sequence, whose states must last: then none is torn down. */
  readonly model?: Model
}

/** Runs one sequence against the real provider, and checks every response against the model. */
export async function runSequence(
  context: RunContext,
  steps: readonly Step[],
  { isAlone = true, isEmptied = false, isFresh = false, endsAtMs = Infinity, model: known }: RunOptions = {},
): Promise<SequenceRun | WrongRun> {
  // Another number each time.
  const model = known ?? new Model(context.memory, isEmptied ? BigInt(context.provider.log.requests.length) : 0n)
  const events: ScriptEvent<AnsweredCall>[] = []
  try {
    if (isEmptied) await context.empty()
    const startedMs = performance.now()
    for (const [index, step] of steps.entries()) {
      if (performance.now() >= endsAtMs) return { steps: steps.slice(0, index), isCut: true, events }
      if (step.kind === 'wait') events.push(await wait(step, startedMs, context))
      if (step.kind === 'set up' && (isAlone || !isAboutAllOrders(step)))
        events.push(...(await setUp(step, model, context)))
      if (step.kind !== 'send' || !context.isWorthwhile(step)) continue
      const resolved = step.calls.flatMap((call) => resolveCall(call, model, context) ?? [])
      if (resolved.length === 0) continue
      const answers = await context.send(resolved, { staggerMs: step.staggerMs, isFresh })
      events.push({ kind: 'answers', answers })
      const violation = validate(answers, model, context)
      if (violation === undefined) continue
      const certain = await certainly(violation, context)
      const nowMs = performance.now()
      const times = { ageMs: nowMs - (violation.order?.sinceMs ?? nowMs), tookMs: nowMs - startedMs }
      const found = certain === undefined ? { violation } : { violation: certain, isCertain: true }
      const taken = steps.slice(0, index + 1)
      return { steps: taken, isCut: false, events, ...found, isGiven: step.isGiven === true, ...times }
    }
    return { steps, isCut: false, events }
  } finally {
    const reached = events.flatMap((event) => (event.kind === 'state' && known === undefined ? [event] : []))
    // Each once, however many orders it created.
    const each = new Map(reached.map((state) => [`${state.name} ${JSON.stringify(state.params)}`, state]))
    for (const { name, params } of each.values()) await context.provider.states.tearDown(name, params)
  }
}

/**
 * Runs steps until they show a violation again.
 * @param how.isAlike whether another violation will do that nothing explains
 * @returns with how many tries that took
 */
export async function showsAgain(
  steps: readonly Step[],
  before: WrongRun,
  context: RunContext,
  { tries: most, isAlike = false, ...how }: RunOptions & { readonly tries: number; readonly isAlike?: boolean },
): Promise<(WrongRun & { readonly tries: number }) | undefined> {
  const endsAtMs = performance.now() + MAX_TRYING_MS
  for (let tries = 1; tries <= most && (tries === 1 || performance.now() < endsAtMs); tries++) {
    const run = await runSequence(context, steps, how)
    if (isSame(run, before) || (isAlike && isWrong(run) && run.violation.excuse === 'none')) return { ...run, tries }
  }
  return undefined
}

/** Whether it shows the same; where time or others may do it, of the same order, as a run cancels dozens and a control one. */
function isSame(run: SequenceRun, { violation: before }: WrongRun): run is WrongRun {
  if (!isWrong(run)) return false
  const { expectation, member, order } = run.violation
  const isSameOrder = before.excuse === 'none' || nameOf(order) === nameOf(before.order)
  return expectation === before.expectation && member === before.member && isSameOrder
}

/** What a rule calls the order; `undefined` if its id, which is another one each time, is all that it is known by. */
export function nameOf(order: KnownOrder | undefined): string | undefined {
  return order?.label === `order ${order?.id}` ? undefined : order?.label
}

export function isWrong(run: SequenceRun): run is WrongRun {
  return run.violation !== undefined
}

/** Whether a state is about all orders of the store, those of others included. */
export function isAboutAllOrders({ state }: SetUpStep): boolean {
  return state === 'no orders' || state === 'many orders'
}

async function wait(
  { ms, isFromStart, isAfterOthers, isSilent }: WaitStep,
  startedMs: number,
  context: RunContext,
): Promise<ScriptEvent<AnsweredCall>> {
  if (isAfterOthers === true) await context.others
  if (isSilent === true) await context.silence(ms)
  else await pause(isFromStart === true ? Math.max(0, startedMs + ms - performance.now()) : ms)
  return { kind: 'waited', ms }
}

async function setUp(step: SetUpStep, model: Model, context: RunContext): Promise<ScriptEvent<AnsweredCall>[]> {
  const reached = context.isWorthwhile(step) ? await context.setUp(step) : undefined
  if (reached === undefined) return []
  model.stateReached(step, reached.id)
  return [{ kind: 'state', name: step.state, params: step.params, values: reached.values }]
}

/**
 * A violation that nobody else can have caused: a response to a key that is wrong or right, which the keys of others do not
 * change; a cancel of a cancelled or shipped order that succeeds, or two of one order, because nothing makes it pending
 * again; or a list without an order that the next one shows, because others remove orders, but do not bring them back.
 */
async function certainly(violation: ModelViolation, context: RunContext): Promise<ModelViolation | undefined> {
  const { expectation, excuse, order, message, answered } = violation
  if (expectation === 'right key') return violation
  if (expectation === 'wrong key') return excuse === 'none' && isSuccess(answered.status) ? violation : undefined
  const isShipped = expectation === 'shipped order' && order?.state === 'a shipped order'
  const isCancelled = expectation === 'cancelled order' && order?.life.cancelled !== undefined
  const isRace = expectation === 'several cancels' && order !== undefined
  // Unless somebody may just have set up another order with its id.
  if (isSuccess(answered.status) && (isShipped || ((isCancelled || isRace) && !context.isSettingUp)))
    return context.memory.reusedIds.has(order.id) ? undefined : violation
  if (expectation !== 'every order' || order === undefined) return undefined
  if ((await context.readList())?.has(order.id) !== true || context.memory.reusedIds.has(order.id)) return undefined
  return { ...violation, excuse: 'none', message: `${message} The next list shows it.` }
}

/** @returns the violation; if there is none, the model has learned from the responses */
function validate(answers: readonly AnsweredCall[], model: Model, context: RunContext): ModelViolation | undefined {
  const step = sortAnswers(model, answers)
  const violation = validateAnswers(step)
  if (violation !== undefined) return violation
  noteOddAnswers(step, context.memory.notes)
  learnFrom(step)
  return undefined
}
