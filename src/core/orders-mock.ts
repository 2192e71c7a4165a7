import { createAuthenticator } from './http/access.js'
import { createFetch } from './http/fetch.js'
import { createHandler } from './http/handle.js'
import type { ApiRequest, ApiResponse } from './http/messages.js'
import { type OrdersMockOptions, readOptions } from './options.js'
import { PactRecording, type PactRecordingOptions } from './pact/pact-recording.js'
import type { ChangeLog, MockListener } from './sandbox/change-feed.js'
import type { NewSandbox } from './sandbox/new-sandbox.js'
import type { Sandbox } from './sandbox/sandbox.js'
import { Sandboxes } from './sandbox/sandboxes.js'
import type { SandboxState } from './sandbox/world.js'
import type { ScenarioName } from './scenario/built-in.js'
import type { ScenarioDocument } from './scenario/document.js'
import type { Scenario } from './scenario/scenario.js'
import { Scenarios } from './scenario/scenarios.js'

/**
 * The Store Orders Service, in memory: responds to requests to the API, and lets tests set up and read its sandboxes.
 * It needs no port and no platform API; two mocks in one process never see each other.
 * @example
 * const mock = new OrdersMock({ scenario: 'shipped' })
 * await mock.fetch('http://any/v1/store/orders', { headers: { authorization: 'Bearer test-key' } })
 */
export class OrdersMock {
  /** The first of the API keys. */
  readonly apiKey: string
  /**
   * Like the global `fetch`: responds to requests to any host whose path is below the base path.
   * @throws {TypeError} (as a rejection) if a fault resets the connection
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Responds to a request synchronously. The caller applies the effects on the connection, such as a delay. */
  readonly handle: (request: ApiRequest) => ApiResponse
  /** Whether a request with such an `Authorization` header would be authenticated. @internal */
  readonly accepts: (authorization: string | undefined) => boolean
  readonly #scenarios: Scenarios
  readonly #sandboxes: Sandboxes

  /** @throws {ToolError} if an option is wrong: an unknown scenario, a document that is not one, an impossible key or date */
  constructor(options: OrdersMockOptions = {}) {
    const settings = readOptions(options)
    this.apiKey = settings.apiKey
    this.fetch = createFetch((request) => this.handle(request), settings.basePath)
    this.#scenarios = new Scenarios(() => settings.nowMs ?? settings.time())
    for (const [name, each] of settings.scenarios) this.#scenarios.define(name, each)
    this.#sandboxes = new Sandboxes(settings, this.#scenarios)
    const authenticate = createAuthenticator(settings.keys, this.#scenarios, this.#sandboxes)
    this.accepts = (authorization) => authenticate(authorization).sandbox !== undefined
    this.handle = createHandler(settings, authenticate, this.#sandboxes.main.store)
  }

  /**
   * A sandbox by its name: `main`, a created sandbox, or a name that begins with a scenario's, as in an API
   * key: `shipped`, `shipped~worker-3`.
   * @throws {ControlError} 404 if there is no such sandbox, and no scenario to create it from
   */
  sandbox(name = 'main'): Sandbox {
    return this.#sandboxes.find(name)
  }

  /** An existing sandbox. @internal @throws {ControlError} 404 if there is no such sandbox */
  existingSandbox(name: string): Sandbox {
    return this.#sandboxes.existing(name)
  }

  /** Lets requests be selected by these names of additional operations, too. @internal */
  addOperations(names: readonly string[]): void {
    this.#sandboxes.operations.push(...names)
  }

  /** All sandboxes: `main` first, then from the least to the most recently used. */
  get sandboxes(): Sandbox[] {
    return this.#sandboxes.all
  }

  /** Number of evicted sandboxes. */
  get evictedSandboxes(): number {
    return this.#sandboxes.evicted
  }

  /**
   * Creates a sandbox.
   * @throws {ControlError} 409 if the name is taken
   * @throws {InvalidInputError} if the name, the scenario or an order is wrong
   */
  createSandbox(request: NewSandbox = {}): Sandbox {
    return this.#sandboxes.create(request)
  }

  /** @throws {ControlError} 404 if there is no such sandbox, 409 if it is `main` */
  deleteSandbox(name: string): void {
    this.#sandboxes.delete(name)
  }

  /** The names of all scenarios, in alphabetical order. */
  get scenarioNames(): string[] {
    return this.#scenarios.names
  }

  /** @throws {ToolError} if there is no such scenario */
  scenario(name: ScenarioName): Scenario {
    return this.#scenarios.get(name)
  }

  /**
   * Adds a scenario, or replaces the one of that name and resets the sandboxes that came from it.
   * @throws {ToolError} if the document is not a scenario, or the name cannot be used; then nothing changes
   */
  defineScenario(name: string, scenario: ScenarioDocument | Scenario): void {
    this.#scenarios.define(name, scenario)
    for (const sandbox of this.#sandboxes.all) if (sandbox.scenario === name) sandbox.reset()
    this.#sandboxes.feed.emit({ type: 'scenario', scenario: name, change: 'loaded' })
  }

  /** Calls the listener for every event. Returns a function that unsubscribes it. */
  subscribe(listener: MockListener): () => void {
    return this.#sandboxes.feed.subscribe(listener)
  }

  /**
   * Starts recording a pact from the requests that clients send from now on.
   * @throws {ToolError} if the consumer has no name
   */
  recordPact(options: PactRecordingOptions): PactRecording {
    return new PactRecording(this.#sandboxes, options)
  }

  /**
   * Restores a sandbox as it was, here or in another mock; an existing sandbox of that name is replaced.
   * @internal
   * @throws {InvalidInputError} naming the first field of the state that is wrong; then nothing changes
   */
  restoreSandbox(state: SandboxState): Sandbox {
    return this.#sandboxes.restore(state)
  }

  /**
   * Has every change persisted before it is made; if the log throws, the change is not made. Another mock that restores
   * the latest states passed to the log has the same sandboxes.
   * @internal
   * @param log `undefined` ends the persistence
   */
  persistTo(log: ChangeLog | undefined): void {
    this.#sandboxes.feed.log = log
  }
}
