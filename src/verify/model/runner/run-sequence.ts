import type { Scene } from '../oracle/attribution.js'
import { isExcused } from './tolerances.js'
import { judge, learn } from '../oracle/validate-answers.js'
import { listOf, listsAmong } from '../oracle/validate-lists.js'
import { resolveCall } from '../sequences/resolve-call.js'
import type { ReachedState, Session } from './run-context.js'
import type { SendStep, SetUpStep, StateName, Step, WaitStep } from '../sequences/step.js'
import type { AnsweredCall, Violation } from '../oracle/violation.js'
import { World } from '../oracle/model.js'

/** What happened in one step. */
export type Event =
  | { readonly kind: 'state'; readonly step: SetUpStep; readonly reached: ReachedState }
  | { readonly kind: 'answers'; readonly answers: readonly AnsweredCall[] }
  | { readonly kind: 'waited'; readonly ms: number }

/** A sequence as it was played, up to its end or to the first answer that is not allowed. */
export interface Played {
  readonly events: readonly Event[]
  readonly violation: Violation | undefined
  /** States without which it was played, because the provider does not offer them. */
  readonly missing: readonly StateName[]
}

/**
 * Plays one sequence against the provider, and holds every answer against the model.
 *
 * @throws {ToolError} if the provider cannot be reached, or a state cannot be set up
 */
export async function play(session: Session, steps: readonly Step[]): Promise<Played> {
  const game = new Game(session)
  try {
    await session.clearUp()
    const violation = await game.playAll(steps)
    return { events: game.events, violation, missing: game.missing }
  } finally {
    await game.tearDown()
  }
}

class Game {
  readonly events: Event[] = []
  readonly missing: StateName[] = []
  readonly #world: World
  /** Ids that were cancelled before this sequence began. */
  readonly #cancelledBefore: ReadonlySet<bigint>

  constructor(readonly session: Session) {
    this.#world = new World(session.isLive)
    this.#cancelledBefore = new Set(session.cancelledIds)
  }

  async playAll(steps: readonly Step[]): Promise<Violation | undefined> {
    for (const step of steps) {
      const violation = await this.#take(step)
      if (violation !== undefined) return violation
    }
    return undefined
  }

  async tearDown(): Promise<void> {
    const steps = this.events.flatMap((event) => (event.kind === 'state' ? [event.step] : []))
    await Promise.all(steps.map(({ state, params }) => this.session.provider.states.tearDown(state, params)))
  }

  async #take(step: Step): Promise<Violation | undefined> {
    if (step.kind === 'send') return this.#send(step)
    return step.kind === 'wait' ? this.#wait(step) : this.#setUp(step)
  }

  async #wait(step: WaitStep): Promise<undefined> {
    if (this.#world.orders.size === 0) return
    const ms = await this.session.wait(step)
    this.events.push({ kind: 'waited', ms })
    this.#world.waitedMs += ms
  }

  async #setUp(step: SetUpStep): Promise<undefined> {
    if (!this.session.isWorthWhile(step)) return
    const reached = await this.session.setUp(step)
    if (reached === undefined) this.missing.push(step.state)
    else {
      this.events.push({ kind: 'state', step, reached })
      this.#world.stateReached(step, reached.id)
    }
  }

  async #send(step: SendStep): Promise<Violation | undefined> {
    const { session } = this
    const { apiKey } = session.provider
    const context = { apiKey, world: this.#world, takenIds: session.takenIds, isLive: session.isLive }
    const calls = step.calls.flatMap((call) => resolveCall(call, context) ?? [])
    if (calls.length === 0) return undefined
    const answers = await session.send(calls)
    this.events.push({ kind: 'answers', answers })
    return this.#judge(answers)
  }

  async #judge(answers: readonly AnsweredCall[]): Promise<Violation | undefined> {
    const { session } = this
    const scene = { world: this.#world, answers, unsteady: session.unsteady }
    const violation = judge(scene)
    if (violation === undefined) this.#remember(scene)
    else if (await isExcused(session, violation, this.#cancelledBefore)) {
      if (violation.changed !== undefined) return this.#judge(answers)
      if (violation.doubted !== undefined) this.#forget(violation.doubted.state, violation.doubted.label)
      return undefined
    }
    return violation
  }

  #forget(state: StateName, label: string): void {
    this.missing.push(state)
    this.#world.orders.delete(label)
  }

  #remember(scene: Scene): void {
    learn(scene)
    for (const { status, id } of this.#world.orders.values()) {
      if (status === 'cancelled') this.session.cancelledIds.add(id)
    }
    for (const answer of listsAmong(scene.answers)) this.session.sawOrders(listOf(answer)?.length ?? 0)
  }
}
