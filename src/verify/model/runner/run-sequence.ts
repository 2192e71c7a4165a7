import { Model } from '../oracle/model.js'
import { learnFrom, validateAnswers } from '../oracle/validate-answers.js'
import { listOf, listsAmong } from '../oracle/validate-lists.js'
import type { AnsweredCall, Violation } from '../oracle/violation.js'
import { resolveCall } from '../sequences/resolve-call.js'
import type { StateName } from '../sequences/states.js'
import { isAboutAllOrders, type SendStep, type SetUpStep, type Step } from '../sequences/step.js'
import { blameAlike } from './blame-alike.js'
import { findWitness, tryAgain } from './find-witness.js'
import type { ReachedState, RunContext } from './run-context.js'
import { blameListAlone, isTolerated } from './tolerances.js'

/** What happened in one step. */
export type SequenceEvent =
  | { readonly kind: 'state'; readonly step: SetUpStep; readonly reached: ReachedState }
  | { readonly kind: 'answers'; readonly answers: readonly AnsweredCall[] }
  | { readonly kind: 'waited'; readonly ms: number }

/** A run of a sequence, up to its end or to the first answer that is not allowed. */
export interface SequenceRun {
  readonly events: readonly SequenceEvent[]
  readonly violation: Violation | undefined
  /** States that were left out because the provider does not offer them. */
  readonly missing: readonly StateName[]
  /** Whether the time was up before its end. */
  readonly isCut: boolean
}

// A list of more orders takes long to read.
const MAX_COUNT = 5_000

/** How a sequence runs. */
export interface RunOptions {
  /** Whether nothing else is sent meanwhile. */
  readonly isAlone?: boolean
  /** Whether the store is emptied first, where there is a state for that. */
  readonly isFresh?: boolean
  /** No further step begins after this instant, by `performance.now()`. */
  readonly endsAtMs?: number
}

/**
 * Runs one sequence against the real provider, and holds every answer against the model.
 *
 * @throws {ToolError} if the provider cannot be reached, or a state cannot be set up
 */
export async function runSequence(
  context: RunContext,
  steps: readonly Step[],
  { isAlone = true, isFresh = false, endsAtMs = Infinity }: RunOptions = {},
): Promise<SequenceRun> {
  const run = new Run(context, { isAlone, endsAtMs, drawnOffset: isFresh ? context.nextOffset() : 0n })
  try {
    if (isFresh) await context.empty()
    else if (isAlone) await context.emptyIfCrowded()
    const violation = await run.takeAll(steps)
    return { events: run.events, violation, missing: run.missing, isCut: run.isCut }
  } finally {
    await run.tearDown()
  }
}

class Run {
  readonly events: SequenceEvent[] = []
  readonly missing: StateName[] = []
  isCut = false
  readonly #ahead = new Map<Step, Promise<ReachedState | undefined>>()
  readonly #model: Model
  readonly #cancelledBefore: ReadonlySet<bigint>

  constructor(
    readonly context: RunContext,
    readonly how: { readonly isAlone: boolean; readonly endsAtMs: number; readonly drawnOffset: bigint },
  ) {
    this.#model = new Model(context.isLive, context.unsteady)
    this.#cancelledBefore = new Set(context.cancelledIds)
  }

  async takeAll(steps: readonly Step[]): Promise<Violation | undefined> {
    for (const step of steps) {
      this.isCut = performance.now() >= this.how.endsAtMs
      if (this.isCut) return undefined
      if (!this.how.isAlone && step.kind === 'set up' && !this.#ahead.has(step)) this.#setUpAhead(steps, step)
      const violation = await this.#take(step)
      if (violation !== undefined) return violation
    }
    return undefined
  }

  async tearDown(): Promise<void> {
    const steps = this.events.flatMap((event) => (event.kind === 'state' ? [event.step] : []))
    await Promise.all(steps.map((step) => this.context.tearDown(step)))
  }

  /** Asks for this state and those right after it at once, where nobody minds in which order they are reached. */
  #setUpAhead(steps: readonly Step[], first: SetUpStep): void {
    for (const step of steps.slice(steps.indexOf(first))) {
      if (step.kind !== 'set up') return
      if (!this.#isToBeTaken(step)) continue
      const reaching = this.context.setUp(step)
      // Whoever takes the step learns of the failure.
      reaching.catch(() => {})
      this.#ahead.set(step, reaching)
    }
  }

  async #take(step: Step): Promise<Violation | undefined> {
    if (step.kind === 'send') return this.#send(step)
    if (step.kind === 'wait') await this.#wait(step.ms)
    else await this.#setUp(step)
    return undefined
  }

  async #wait(longestMs: number): Promise<void> {
    if (this.#model.orders.size === 0) return
    const ms = await this.context.wait(longestMs)
    this.events.push({ kind: 'waited', ms })
    this.#model.waitedMs += ms
  }

  #isToBeTaken(step: SetUpStep): boolean {
    return this.context.isWorthwhile(step) && (this.how.isAlone || !isAboutAllOrders(step))
  }

  /** With as many orders as its ids ask for, unless that takes too long. */
  #sized(step: SetUpStep): SetUpStep {
    const order = step.countFrom === undefined ? undefined : this.#model.orders.get(step.countFrom)
    const count = Number(order?.id ?? 0) * 10
    if (count <= Number(step.params?.['count'] ?? 0) || count > MAX_COUNT) return step
    const larger = { ...step, params: { ...step.params, count } }
    return this.context.isWorthwhile(larger) ? larger : step
  }

  async #setUp(given: SetUpStep): Promise<void> {
    const ahead = this.#ahead.get(given)
    this.#ahead.delete(given)
    const step = this.#sized(given)
    if (ahead === undefined && !this.#isToBeTaken(step)) return
    const reached = await (ahead ?? this.context.setUp(step))
    if (reached === undefined) {
      this.missing.push(step.state)
      return
    }
    this.events.push({ kind: 'state', step, reached })
    this.#model.stateReached(step, reached.id)
  }

  async #send(step: SendStep): Promise<Violation | undefined> {
    const { real, takenIds } = this.context
    const context = { apiKey: real.apiKey, model: this.#model, takenIds, drawnOffset: this.how.drawnOffset }
    const calls = step.calls.flatMap((call) => resolveCall(call, context) ?? [])
    if (calls.length === 0) return undefined
    const answers = await this.context.send(calls)
    this.events.push({ kind: 'answers', answers })
    return this.#validate(answers)
  }

  async #validate(answers: readonly AnsweredCall[]): Promise<Violation | undefined> {
    const first = validateAnswers({ model: this.#model, answers })
    if (first === undefined) {
      this.#learnFrom(answers)
      return undefined
    }
    const violation = await tryAgain(first, this.context)
    const { suspect } = violation
    const ageMs = this.context.ageMsOf(suspect?.id ?? violation.changed?.id ?? 0n)
    const sequence = { cancelledBefore: this.#cancelledBefore, isAlone: this.how.isAlone }
    if (violation.isStillPending === true || !(await isTolerated(violation, this.context, sequence))) {
      const listed = await blameListAlone({ ...violation, ageMs }, this.context)
      const blamed = await blameAlike(listed, { model: this.#model, answers }, this.context)
      return findWitness(blamed, this.#model, this.context)
    }
    if (suspect !== undefined) {
      suspect.status = 'undecided'
      this.#model.orders.delete(suspect.label)
      if (this.#cancelledBefore.has(suspect.id) || !this.#knowsOrderOf(suspect.state)) this.missing.push(suspect.state)
    }
    // The member is known to be unsteady by now, or nothing more is said of the order; something else may be wrong.
    return this.#validate(answers)
  }

  // Of dozens of orders some may ship by themselves: the others show as much.
  #knowsOrderOf(state: StateName): boolean {
    return [...this.#model.orders.values()].some((order) => order.state === state)
  }

  #learnFrom(answers: readonly AnsweredCall[]): void {
    learnFrom({ model: this.#model, answers })
    for (const { status, id } of this.#model.orders.values()) {
      if (status === 'cancelled') this.context.cancelledIds.add(id)
    }
    for (const answer of listsAmong(answers)) this.context.sawList(listOf(answer))
  }
}
