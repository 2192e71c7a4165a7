import * as fc from 'fast-check'
import { learnFrom, validateAnswers } from '../oracle/validate-answers.js'
import { listOf, listsAmong } from '../oracle/list-orders.js'
import { isOnly, Model } from '../oracle/model.js'
import type { AnsweredCall, Violation } from '../oracle/violation.js'
import { resolveCall } from '../sequences/resolve-call.js'
import type { StateName } from '../sequences/states.js'
import { isAboutAllOrders, type SendStep, type SetUpStep, type Step } from '../sequences/step.js'
import { noteOddAnswers, noteVanished } from './notes.js'
import type { ReachedState, RunContext } from './run-context.js'

/** What happened in one step. */
export type SequenceEvent =
  | { readonly kind: 'state'; readonly step: SetUpStep; readonly reached: ReachedState }
  | { readonly kind: 'answers'; readonly answers: readonly AnsweredCall[] }
  | { readonly kind: 'waited'; readonly ms: number }

/** A run of a sequence, up to its end or to the first answer that is not allowed. */
export interface SequenceRun {
  readonly events: readonly SequenceEvent[]
  readonly violation: Violation | undefined
  /** Whether it came in a step that the rule only needed. */
  readonly isGiven: boolean
  /** States that were left out because the provider does not offer them. */
  readonly missing: readonly StateName[]
  /** Whether the time was up before its end. */
  readonly isCut: boolean
  /** How many of its steps were taken. */
  readonly taken: number
  /** How old the order was that the violation is about. */
  readonly ageMs: number
}

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
  const drawnOffset = isFresh ? context.nextOffset() : 0n
  const run = new Run(context, { isAlone, endsAtMs, drawnOffset })
  try {
    if (isFresh) await context.empty()
    else if (isAlone) await context.emptyIfCrowded()
    await fc.asyncModelRun(
      () => ({ model: run.model, real: run }),
      steps.map((step) => new StepCommand(step)),
    )
    return run.result()
  } finally {
    await run.tearDown()
  }
}

class StepCommand implements fc.AsyncCommand<Model, Run> {
  constructor(readonly step: Step) {}

  check(): boolean {
    return true
  }

  async run(_: Model, run: Run): Promise<void> {
    await run.take(this.step)
  }
}

class Run {
  readonly model: Model
  readonly #events: SequenceEvent[] = []
  readonly #missing: StateName[] = []
  #violation: Violation | undefined
  #isGiven = false
  #isCut = false
  #taken = 0
  #ageMs = 0

  constructor(
    readonly context: RunContext,
    readonly how: Required<Omit<RunOptions, 'isFresh'>> & { readonly drawnOffset: bigint },
  ) {
    this.model = new Model(context.isLive, context.unsteady)
  }

  result(): SequenceRun {
    return {
      events: this.#events,
      violation: this.#violation,
      isGiven: this.#isGiven,
      missing: this.#missing,
      isCut: this.#isCut,
      taken: this.#taken,
      ageMs: this.#ageMs,
    }
  }

  async take(step: Step): Promise<void> {
    if (this.#violation !== undefined || this.#isCut) return
    this.#isCut = performance.now() >= this.how.endsAtMs
    if (this.#isCut) return
    this.#taken++
    if (step.kind === 'send') await this.#send(step)
    else if (step.kind === 'wait') this.#events.push({ kind: 'waited', ms: await this.context.wait(step.ms) })
    else await this.#setUp(step)
  }

  async tearDown(): Promise<void> {
    for (const event of this.#events) if (event.kind === 'state') await this.context.tearDown(event.step)
  }

  async #setUp(step: SetUpStep): Promise<void> {
    if (!this.context.isWorthwhile(step) || (isAboutAllOrders(step) && !this.how.isAlone)) return
    const reached = await this.context.setUp(step)
    if (reached === undefined) {
      this.#missing.push(step.state)
      return
    }
    this.#events.push({ kind: 'state', step, reached })
    this.model.stateReached(step, reached.id)
  }

  async #send({ calls, staggerMs, isGiven }: SendStep): Promise<void> {
    const { takenIds, keys } = this.context
    const known = { takenIds, keys, model: this.model, drawnOffset: this.how.drawnOffset }
    const resolved = calls.flatMap((call) => resolveCall(call, known) ?? [])
    if (resolved.length === 0) return
    const answers = await this.context.send(resolved, staggerMs)
    this.#events.push({ kind: 'answers', answers })
    noteOddAnswers(answers, this.context.notes)
    this.#violation = validateAnswers({ model: this.model, answers })
    this.#isGiven = isGiven === true
    if (this.#violation === undefined) this.#learnFrom(answers)
    else this.#ageMs = performance.now() - (this.#violation.order?.sinceMs ?? performance.now())
  }

  #learnFrom(answers: readonly AnsweredCall[]): void {
    learnFrom({ model: this.model, answers })
    for (const order of this.model.orders.values())
      if (isOnly(order, 'cancelled')) this.context.cancelledIds.add(order.id)
    for (const list of listsAmong(answers).map(listOf)) this.context.sawList(list)
    noteVanished(this.model, this.context.notes)
  }
}
