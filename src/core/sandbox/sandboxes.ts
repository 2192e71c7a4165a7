import { checkMembers } from '../../input/index.js'
import { isName, type KeyTarget, keySuffix } from '../http/api-key.js'
import { Scenario } from '../scenario/scenario.js'
import type { Scenarios } from '../scenario/scenarios.js'
import { ControlError } from './control-error.js'
import type { RequestJournal } from './journal.js'
import { MemoryBudget } from './memory-budget.js'
import { OrderCount } from './order-count.js'
import { checkNewSandbox, type NewSandbox } from './new-sandbox.js'
import { SandboxContent } from './sandbox-content.js'
import type { SandboxContext } from './sandbox-context.js'
import { type SandboxDefaults, type SandboxState, startFrom, type StoredSandboxState } from './sandbox-state.js'

export interface SandboxesOptions extends Pick<SandboxContext, 'feed' | 'time' | 'drawSeed'> {
  readonly scenarios: Scenarios
  readonly defaults: SandboxDefaults
  /** Leads to `main`; to another sandbox with what names that one behind it. */
  readonly apiKey: string
  /** The scenario of `main`. */
  readonly scenario: string
  /** How many sandboxes of each kind there may be at once; `main` is of neither. */
  readonly maxSandboxes: number
  /** For all journals and histories together. */
  readonly maxMemoryBytes: number
  /** Names a sandbox that nobody names. */
  readonly nextName: (isTaken: (name: string) => boolean) => string
}

/**
 * The sandboxes of a mock: `main`, which stays, and a bounded number of others, of which the least recently used goes
 * first. Those that keys name by their scenario and those that were created count apart: any page that knows a key can
 * make the former, and must not push out the latter.
 */
export class Sandboxes {
  readonly main: SandboxContent
  /** By name, from the least to the most recently used; `main` is in neither. */
  readonly #ofScenarios = new Map<string, SandboxContent>()
  readonly #created = new Map<string, SandboxContent>()
  #lastUsed: SandboxContent | undefined
  readonly #options: SandboxesOptions
  readonly #context: SandboxContext
  #evicted = 0

  constructor(options: SandboxesOptions) {
    const { time, feed, drawSeed, scenarios, scenario } = options
    const budget = new MemoryBudget(options.maxMemoryBytes, () => this.#leastRecentFirst())
    this.#options = options
    this.#context = {
      time,
      feed,
      drawSeed,
      startState: (...start) => this.#startState(...start),
      growMemory: (bytes) => budget.grow(bytes),
      orderCount: new OrderCount((each) => scenarios.shares(each)),
      parse: (document) => (document instanceof Scenario ? document : scenarios.parse(document)),
    }
    this.main = new SandboxContent(this.#startState('main', scenario), options.apiKey, this.#context)
  }

  /** How many sandboxes had to go to make room. */
  get evicted(): number {
    return this.#evicted
  }

  has(name: string): boolean {
    return name === 'main' || this.#ofScenarios.has(name) || this.#created.has(name)
  }

  /** A sandbox, which counts as used now. */
  use(name: string): SandboxContent | undefined {
    if (name === 'main') return this.main
    const pool = this.#ofScenarios.has(name) ? this.#ofScenarios : this.#created
    const sandbox = pool.get(name)
    // Most requests come for the sandbox of the one before.
    if (sandbox === undefined || sandbox === this.#lastUsed) return sandbox
    pool.delete(name)
    pool.set(name, sandbox)
    this.#lastUsed = sandbox
    return sandbox
  }

  /** The sandbox that a key means; made now, if the key names a scenario and nobody used it before. */
  open(target: KeyTarget): SandboxContent | undefined {
    if (target.kind === 'main') return this.main
    if (target.kind === 'existing') return this.use(target.sandbox)
    const isKnown = this.#options.scenarios.has(target.scenario)
    // A sandbox outlives its scenario when a mock is restored; only a scenario's sandbox has a tilde in its name.
    if (!isKnown) return target.sandbox.includes('~') ? this.use(target.sandbox) : undefined
    return this.use(target.sandbox) ?? this.#add(this.#startState(target.sandbox, target.scenario))
  }

  /** A sandbox by its name; made now, if the name begins with a scenario's. @throws {ControlError} 404 if there is none */
  find(name: string): SandboxContent {
    const sandbox = this.use(name) ?? this.open(this.#targetOf(name))
    if (sandbox !== undefined) return sandbox
    const known = this.#options.scenarios.names.join(', ')
    const message = `There is no sandbox "${name}". Create it, or begin its name with a scenario's: ${known}.`
    throw new ControlError(404, 'sandbox_not_found', message)
  }

  /**
   * Makes a sandbox.
   *
   * @throws {ControlError} 409 if the name is taken
   * @throws {InvalidInputError} if the name, the scenario or an order is wrong
   */
  create(request: NewSandbox): SandboxContent {
    checkMembers(request, ['name', 'scenario', 'orders'], 'member')
    const { scenarios, nextName } = this.#options
    const { name = nextName((other) => this.has(other)), scenario = this.#options.scenario, orders } = request
    checkNewSandbox({ name, scenario }, { scenarios, has: (other) => this.has(other) })
    const start = orders && scenarios.parse({ ...scenarios.get(scenario).toJSON(), orders })
    if (start !== undefined) this.#context.orderCount.checkRoomFor(start.orders.size)
    return this.#add({ ...this.#startState(name, scenario, start), start })
  }

  /** Makes a sandbox as it was; one of that name becomes it. */
  restore(stored: SandboxState | StoredSandboxState): SandboxContent {
    const { scenarios } = this.#options
    const revive = (seed: SandboxState['seed'] | StoredSandboxState['seed']): Scenario =>
      seed instanceof Scenario ? seed : scenarios.restore(seed)
    const { seed, start, ...rest } = stored
    const state = { ...rest, seed: revive(seed), start: start && revive(start) }
    const existing = this.use(state.name)
    if (existing === undefined) return this.#add(state)
    existing.load(state)
    return existing
  }

  /**
   * Takes a sandbox away.
   *
   * @throws {ControlError} 404 if there is no such sandbox, 409 if it is `main`
   */
  delete(name: string): void {
    if (name === 'main') {
      throw new ControlError(409, 'sandbox_is_main', 'The sandbox "main" cannot be deleted. Reset it instead.')
    }
    const pool = [this.#ofScenarios, this.#created].find((each) => each.has(name))
    if (pool === undefined) throw new ControlError(404, 'sandbox_not_found', `There is no sandbox "${name}".`)
    this.#remove(pool, name, 'deleted')
  }

  /** All of them: `main`, those of scenarios, and those that were created, each from the least to the most recently used. */
  *[Symbol.iterator](): Generator<SandboxContent> {
    yield this.main
    yield* this.#ofScenarios.values()
    yield* this.#created.values()
  }

  *#leastRecentFirst(): Generator<Pick<RequestJournal, 'evictOldest'>> {
    for (const pool of [this.#ofScenarios, this.#created])
      for (const { changes, requests } of pool.values()) yield* [changes, requests]
    yield* [this.main.changes, this.main.requests]
  }

  #add(state: SandboxState): SandboxContent {
    const { feed, maxSandboxes, apiKey } = this.#options
    const isOfScenario = state.name.includes('~') || this.#targetOf(state.name).kind === 'scenario'
    const pool = isOfScenario ? this.#ofScenarios : this.#created
    for (const oldest of pool.keys()) {
      if (pool.size < maxSandboxes) break
      this.#remove(pool, oldest, 'evicted')
      this.#evicted += 1
    }
    const sandbox = new SandboxContent(state, apiKey + keySuffix(state.name, isOfScenario), this.#context)
    feed.persist(() => sandbox.toState())
    pool.set(sandbox.name, sandbox)
    this.#lastUsed = sandbox
    feed.emit({ type: 'sandbox', sandbox: sandbox.name, change: 'created' })
    return sandbox
  }

  #remove(pool: Map<string, SandboxContent>, name: string, change: 'deleted' | 'evicted'): void {
    const { feed } = this.#options
    feed.persistRemoval(name)
    pool.get(name)?.end()
    pool.delete(name)
    feed.emit({ type: 'sandbox', sandbox: name, change })
  }

  #startState(name: string, scenario: string, start?: Scenario): SandboxState {
    const { scenarios, time, defaults } = this.#options
    const isMain = name === 'main' && start === undefined
    const seeded = startFrom(start ?? scenarios.get(scenario), { isMain, defaults, time })
    return { name, scenario, ...seeded, lastUsedMs: time() }
  }

  #targetOf(name: string): KeyTarget {
    const [scenario = '', rest] = name.split('~')
    const isScenario =
      this.#options.scenarios.has(scenario) && (rest === undefined || (isName(rest) && name === `${scenario}~${rest}`))
    return isScenario ? { kind: 'scenario', scenario, sandbox: name } : { kind: 'existing', sandbox: name }
  }
}
