import { refuseUnknown } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import type { Settings } from '../options.js'
import type { Scenario } from '../scenario/scenario.js'
import { isName, type Scenarios } from '../scenario/scenarios.js'
import { ChangeFeed } from './change-feed.js'
import type { TimeSource } from './clock.js'
import { ControlError } from './control-error.js'
import { checkNewName, type NewSandbox } from './new-sandbox.js'
import { readState } from './read-state.js'
import { Sandbox } from './sandbox.js'
import { Store } from './store.js'
import type { SandboxContext } from './sandbox-context.js'
import { type SandboxState, startWorld, type World } from './world.js'

/** The limit for the journals and histories of all sandboxes together: 64 MiB. */
const MAX_BYTES = 64 * 2 ** 20

/** The limit for the own orders of all sandboxes of a mock; this many take some 1.5 GB. */
const MAX_OWN_ORDERS = 5_000_000

/**
 * The sandboxes of a mock: `main`, which stays, and a bounded number of others, of which the least recently used goes
 * first. Those that keys name by their scenario and those that were created count apart: any page with a valid key can
 * create the former, and must not evict the latter.
 */
export class Sandboxes implements SandboxContext {
  readonly main: Sandbox
  readonly time: TimeSource
  readonly feed = new ChangeFeed()
  readonly operations: string[] = Object.keys(operations)
  held = 0
  evicted = 0
  /** `main` comes first. */
  readonly #byName = new Map<string, Sandbox>()
  #bytes = 0
  #named = 0
  /** How often a sandbox was used. Moving it to the end of the map would take long: a Map walks over deleted entries. */
  #uses = 0

  constructor(
    private readonly options: Settings,
    private readonly scenarios: Scenarios,
  ) {
    const { time, apiKey, scenario } = options
    this.time = time
    this.main = new Sandbox(new Store('main', this.startWorld('main', scenario), this), apiKey, { isOfScenario: false })
    this.#byName.set('main', this.main)
  }

  /** A sandbox, which counts as used now. */
  use(name: string): Sandbox | undefined {
    const sandbox = this.#byName.get(name)
    if (sandbox !== undefined) sandbox.lastUse = this.#uses += 1
    return sandbox
  }

  /** An existing sandbox. @throws {ControlError} 404 if there is no such sandbox */
  existing(name: string): Sandbox {
    const sandbox = this.use(name)
    if (sandbox === undefined) throw new ControlError(404, 'sandbox_not_found', `There is no sandbox "${name}".`)
    return sandbox
  }

  /** The sandbox of a scenario, which the name begins with: `shipped`, `shipped~worker-3`. It is created on demand. */
  ofScenario(name: string): Sandbox | undefined {
    // A sandbox outlives its scenario when a mock is restored.
    if (this.#byName.get(name)?.isOfScenario === true) return this.use(name)
    const scenario = this.#scenarioIn(name)
    return scenario === undefined ? undefined : (this.use(name) ?? this.#add(name, this.startWorld(name, scenario)))
  }

  /** A sandbox by its name; created now, if the name begins with a scenario's. @throws {ControlError} 404 if there is none */
  find(name: string): Sandbox {
    const sandbox = this.use(name) ?? this.ofScenario(name)
    if (sandbox !== undefined) return sandbox
    const known = this.scenarios.names.join(', ')
    const message = `Sandbox "${name}" not found. Create it, or use a name that begins with the name of a scenario: ${known}.`
    throw new ControlError(404, 'sandbox_not_found', message)
  }

  /** @throws {ToolError} if the name is taken, or the name, the scenario or an order is wrong */
  create(request: NewSandbox): Sandbox {
    const { name = this.#freeName(), scenario = this.options.scenario, orders, ...others } = request
    refuseUnknown(others, 'member')
    checkNewName(name, this.scenarios, { isTaken: this.#byName.has(name) })
    const start = orders && this.parse({ ...this.scenarios.get(scenario).toJSON(), orders })
    if (start !== undefined) this.checkRoomFor(start.orders.size)
    return this.#add(name, this.startWorld(name, scenario, start))
  }

  /** Restores a sandbox as it was; an existing sandbox of that name is replaced. */
  restore(state: SandboxState): Sandbox {
    const world = readState(state, (json) => this.scenarios.restore(json, state.scenario))
    const { name, lastUsedMs } = state
    const existing = this.use(name)
    existing?.store.commit({ kind: 'restored', by: 'control', patches: [world] })
    const sandbox = existing ?? this.#add(name, world)
    sandbox.store.lastUsedMs = lastUsedMs
    return sandbox
  }

  /** Deletes a sandbox. @throws {ControlError} 404 if there is no such sandbox, 409 if it is `main` */
  delete(name: string): void {
    if (name === 'main') {
      throw new ControlError(409, 'sandbox_is_main', 'The sandbox "main" cannot be deleted. Reset it instead.')
    }
    this.#remove(this.existing(name), 'deleted')
  }

  /** All of them: `main`, then from the least to the most recently used. */
  get all(): Sandbox[] {
    const others = [...this.#byName.values()].slice(1)
    return [this.main, ...others.toSorted((one, other) => one.lastUse - other.lastUse)]
  }

  parse(document: unknown): Scenario {
    return this.scenarios.parse(document)
  }

  /** When the total is too large, the sandboxes used least recently drop a tenth. */
  readonly growMemory = (bytes: number): void => {
    this.#bytes += bytes
    if (bytes < 0 || this.#bytes <= MAX_BYTES) return
    const lastUsedLast = [...this.all.slice(1), this.main]
    for (const list of lastUsedLast.flatMap(({ store: { changes, requests } }) => [changes, requests])) {
      while (this.#bytes > 0.9 * MAX_BYTES) if (!list.evict()) break
    }
  }

  checkRoomFor(count: number): void {
    const all = [...this.#byName.values()]
    const total = all.reduce((sum, { store: { current } }) => sum + current.orders.ownCount, count)
    if (total <= MAX_OWN_ORDERS) return
    const then = `The sandboxes together would have ${total} orders of their own; the limit is ${MAX_OWN_ORDERS}.`
    throw new ControlError(409, 'too_many_orders', `${then} Delete sandboxes, or reset them to a scenario.`)
  }

  #add(name: string, world: World): Sandbox {
    const { maxSandboxes, apiKey } = this.options
    const isOfScenario = name.includes('~') || this.#scenarioIn(name) !== undefined
    const pool = [...this.#byName.values()].slice(1).filter((sandbox) => sandbox.isOfScenario === isOfScenario)
    if (pool.length >= maxSandboxes) {
      const oldest = pool.reduce((one, other) => (other.lastUse < one.lastUse ? other : one))
      this.#remove(oldest, 'evicted')
      this.evicted += 1
    }
    const store = new Store(name, world, this)
    this.feed.log?.write(store.toState())
    const sandbox = new Sandbox(store, `${apiKey}${isOfScenario ? '~' : '~~'}${name}`, { isOfScenario })
    this.#byName.set(name, sandbox)
    this.use(name)
    this.feed.emit({ type: 'sandbox', sandbox: name, change: 'created' })
    return sandbox
  }

  #freeName(): string {
    const { node } = this.options
    const stem = node === undefined ? 'sandbox' : `${node}.sandbox`
    do this.#named += 1
    while (this.#byName.has(`${stem}-${this.#named}`))
    return `${stem}-${this.#named}`
  }

  #remove(sandbox: Sandbox, change: 'deleted' | 'evicted'): void {
    const { name } = sandbox
    this.feed.log?.remove(name)
    sandbox.store.end()
    this.#byName.delete(name)
    this.feed.emit({ type: 'sandbox', sandbox: name, change })
  }

  startWorld(name: string, scenario: string, start?: Scenario): World {
    const isMain = name === 'main' && start === undefined
    return startWorld({ scenario, start, isMain }, start ?? this.scenarios.get(scenario), this.options)
  }

  /** The scenario whose sandbox has this name: `shipped`, `shipped~worker-3`. */
  #scenarioIn(name: string): string | undefined {
    const [scenario = '', own, ...rest] = name.split('~')
    const isScenarios = this.scenarios.has(scenario) && rest.length === 0 && (own === undefined || isName(own))
    return isScenarios ? scenario : undefined
  }
}
