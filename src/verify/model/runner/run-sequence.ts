import { setTimeout as pause } from 'node:timers/promises'
import type { ScriptEvent } from '../../script/script.js'
import { isOnly, Model } from '../oracle/model.js'
import { learnFrom, validateAnswers } from '../oracle/validate-answers.js'
import type { AnsweredCall, Violation } from '../oracle/violation.js'
import { resolveCall } from '../sequences/resolve-call.js'
import type { SendStep, SetUpStep, Step } from '../sequences/step.js'
import { noteOddAnswers, noteVanished } from './notes.js'
import type { RunContext } from './run-context.js'

/** What a run of a sequence has come to. */
export type SequenceRun = Readonly<Pick<Run, 'events' | 'violation' | 'isGiven' | 'isCut' | 'taken' | 'ageMs'>>

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
  options: RunOptions = {},
): Promise<SequenceRun> {
  const run = new Run(context, options)
  try {
    if (options.isFresh) await context.empty()
    for (const step of steps) if (!(await run.take(step))) break
    return run
  } finally {
    const reached = run.events.flatMap((event) => (event.kind === 'state' ? [event] : []))
    // Each once, however many orders it made.
    const each = new Map(reached.map((state) => [`${state.name} ${JSON.stringify(state.params)}`, state]))
    for (const { name, params } of each.values()) await context.real.states.tearDown(name, params)
  }
}

/** Goes up to the end of a sequence, or to the first answer that is not allowed. */
class Run {
  readonly events: ScriptEvent<AnsweredCall>[] = []
  violation: Violation | undefined
  /** Whether it came in a step that the rule only needed. */
  isGiven = false
  /** Whether the time was up before the end. */
  isCut = false
  /** How many steps were taken. */
  taken = 0
  /** How old the order was that the violation is about. */
  ageMs = 0
  readonly #model: Model
  readonly #drawnOffset: bigint

  constructor(
    readonly context: RunContext,
    readonly options: RunOptions,
  ) {
    this.#model = new Model(context.isLive, context.unsteady)
    // Another number each time.
    this.#drawnOffset = options.isFresh ? BigInt(context.real.log.requests.length) : 0n
  }

  /** @returns whether to go on */
  async take(step: Step): Promise<boolean> {
    this.isCut = performance.now() >= (this.options.endsAtMs ?? Infinity)
    if (this.isCut) return false
    this.taken++
    if (step.kind === 'send') await this.#send(step)
    else if (step.kind === 'set up') await this.#setUp(step)
    else {
      await pause(step.ms)
      this.events.push({ kind: 'waited', ms: step.ms })
    }
    return this.violation === undefined
  }

  async #setUp(step: SetUpStep): Promise<void> {
    // Those of others are among all orders.
    const isAboutAll = step.state === 'no orders' || step.state === 'many orders'
    const isKeptForLater = isAboutAll && this.options.isAlone === false
    if (isKeptForLater || !this.context.isWorthwhile(step)) return
    const reached = await this.context.setUp(step)
    if (reached === undefined) return
    this.events.push({ kind: 'state', name: step.state, params: step.params, values: reached.values })
    this.#model.stateReached(step, reached.id)
  }

  async #send({ calls, staggerMs, isGiven }: SendStep): Promise<void> {
    const known = { context: this.context, model: this.#model, drawnOffset: this.#drawnOffset }
    const resolved = calls.flatMap((call) => resolveCall(call, known) ?? [])
    if (resolved.length === 0) return
    const answers = await this.context.send(resolved, staggerMs)
    this.events.push({ kind: 'answers', answers })
    noteOddAnswers(answers, this.context.notes)
    this.violation = validateAnswers({ model: this.#model, answers })
    this.isGiven = isGiven === true
    if (this.violation === undefined) this.#learnFrom(answers)
    else this.ageMs = performance.now() - (this.violation.order?.sinceMs ?? performance.now())
  }

  #learnFrom(answers: readonly AnsweredCall[]): void {
    const { cancelledIds, notes } = this.context
    learnFrom({ model: this.#model, answers })
    for (const order of this.#model.orders.values()) if (isOnly(order, 'cancelled')) cancelledIds.add(order.id)
    noteVanished(this.#model, notes)
  }
}
