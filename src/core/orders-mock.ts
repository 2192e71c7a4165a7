import { checkMembers } from '../input/index.js'
import { operations as describedOperations } from '../spec/index.js'
import { keySuffix } from './http/api-key.js'
import { stopwatch, systemTime } from './sandbox/clock.js'
import { EventFeed, type MockListener } from './sandbox/events.js'
import { makeResponse, readRequest } from './http/fetch.js'
import { ControlError } from './sandbox/control-error.js'
import type { Answer, ApiRequest } from './http/answer.js'
import { createHandler } from './http/handle.js'
import { createInstantFormatter } from './instant.js'
import {
  firstKey,
  MOCK_OPTIONS,
  type OrdersMockOptions,
  readInstantOption,
  readLatency,
  readMaxSandboxes,
} from './options.js'
import type { Keeper, SandboxRecord } from './sandbox/records.js'
import { createRouter } from './http/routing.js'
import { type NewSandbox, SandboxDirectory } from './sandbox/sandbox-directory.js'
import { SandboxHandle } from './sandbox/sandbox-handle.js'
import type { ScenarioDocument } from './scenario/document.js'
import { inScenario, ScenarioLibrary } from './scenario/library.js'
import type { StatusCounts } from './scenario/seed.js'
import { createWorldSource } from './sandbox/world-source.js'

/**
 * The Store Orders Service, in memory: answers the API's requests, and lets tests set up and look at its sandboxes.
 * It needs no port and no platform API; two mocks in one process never see each other.
 *
 * @example
 * const mock = new OrdersMock({ scenario: 'shipped' })
 * await mock.fetch(new Request('http://any/v1/store/orders', { headers: { authorization: 'Bearer test-key' } }))
 */
export class OrdersMock {
  /** The first of the API keys. */
  readonly apiKey: string
  readonly #basePath: string
  readonly #nowMs: () => number
  readonly #feed = new EventFeed()
  readonly #library = new ScenarioLibrary()
  readonly #directory: SandboxDirectory
  readonly #answer: (request: ApiRequest) => Answer

  /** @throws {ToolError} if an option is wrong */
  constructor(options: OrdersMockOptions = {}) {
    checkMembers(options, MOCK_OPTIONS, 'option')
    const { scenario = 'default', keys = ['test-key'], time = systemTime } = options
    this.apiKey = firstKey(keys)
    this.#basePath = options.basePath ?? '/v1'
    const nowMs = readInstantOption('now', options.now)
    const sunsetMs = readInstantOption('sunset', options.sunset)
    this.#nowMs = () => nowMs ?? time()
    const inline = typeof scenario === 'string' ? {} : { inline: scenario }
    for (const [name, document] of Object.entries({ ...options.scenarios, ...inline })) this.#define(name, document)
    this.#directory = new SandboxDirectory({
      library: this.#library,
      source: createWorldSource(this.#library, time, { nowMs, sunsetMs, chanceSeed: options.seed ?? 1 }),
      feed: this.#feed,
      time,
      scenario: typeof scenario === 'string' ? scenario : 'inline',
      maxSandboxes: readMaxSandboxes(options.maxSandboxes),
    })
    this.#answer = createHandler({
      router: createRouter(options.operations ?? describedOperations),
      directory: { keys, scenarioNames: () => this.#library.names, open: (target) => this.#directory.open(target) },
      main: this.#directory.all.main,
      feed: this.#feed,
      time,
      stopwatch,
      formatInstant: createInstantFormatter(),
      latencyMs: readLatency(options.latencyMs),
      inspect: options.inspect,
    })
  }

  handle(request: ApiRequest): Answer {
    return this.#answer(request)
  }

  /**
   * Answers a Fetch request to any host, below the base path.
   *
   * @throws {TypeError} (as a rejection) if a fault resets the connection
   */
  readonly fetch = async (request: Request): Promise<Response> => {
    return await makeResponse(this.handle(readRequest(request, this.#basePath)), request.signal)
  }

  /**
   * A sandbox by its name: `main`, one that was created, or one whose name begins with a scenario's, as it may stand
   * behind a key: `shipped`, `shipped~worker-3`.
   *
   * @throws {ControlError} 404 if there is no such sandbox, and no scenario to make it from
   */
  sandbox(name = 'main'): SandboxHandle {
    this.#directory.find(name)
    return this.#handle(name)
  }

  /**
   * A sandbox that is there already.
   *
   * @throws {ControlError} 404 if there is no such sandbox
   */
  existingSandbox(name: string): SandboxHandle {
    if (this.#directory.all.has(name)) return this.#handle(name)
    throw new ControlError(404, 'sandbox_not_found', `There is no sandbox "${name}".`)
  }

  /** All sandboxes: `main` first, then from the least to the most recently used. */
  get sandboxes(): SandboxHandle[] {
    return [...this.#directory.all].map(({ name }) => this.#handle(name))
  }

  /** How many sandboxes had to go to make room for others. */
  get evictedSandboxes(): number {
    return this.#directory.all.evicted
  }

  /**
   * Makes a sandbox.
   *
   * @throws {ControlError} 409 if the name is taken
   * @throws {InvalidInputError} if the name, the scenario or an order is wrong
   */
  createSandbox(request: NewSandbox = {}): SandboxHandle {
    return this.#handle(this.#directory.create(request).name)
  }

  /** @throws {ControlError} 404 if there is no such sandbox, 409 if it is `main` */
  deleteSandbox(name: string): void {
    this.#directory.delete(name)
  }

  /** All scenarios' names, in alphabetical order. */
  get scenarioNames(): string[] {
    return this.#library.names
  }

  /**
   * A scenario, and the numbers of its orders by status.
   *
   * @throws {ToolError} if there is no such scenario
   */
  scenario(name: string): { readonly document: ScenarioDocument; readonly counts: StatusCounts } {
    return { document: this.#library.document(name), counts: this.#library.seed(name, this.#nowMs()).counts }
  }

  /**
   * Adds a scenario, or replaces the one of that name and resets the sandboxes that came from it.
   *
   * @throws {ToolError} if the document is not a scenario, or the name no name; then nothing changes
   */
  defineScenario(name: string, document: ScenarioDocument): void {
    this.#define(name, document)
    for (const sandbox of this.#directory.all) if (sandbox.scenario === name) sandbox.reset()
    this.#feed.emit({ type: 'scenario', scenario: name, change: 'loaded' })
  }

  /**
   * Tells of everything that happens, while it happens.
   *
   * @returns a function that ends the subscription
   */
  subscribe(listener: MockListener): () => void {
    return this.#feed.subscribe(listener)
  }

  /** All sandboxes as plain data, without their journals; `restoreSandbox` makes them again, here or in another mock. */
  sandboxRecords(): SandboxRecord[] {
    return [...this.#directory.all].map((sandbox) => sandbox.toRecord())
  }

  /** Makes a sandbox from its record; if there is one of that name, its world is replaced. */
  restoreSandbox(record: SandboxRecord): SandboxHandle {
    return this.#handle(this.#directory.restore(record).name)
  }

  /**
   * Has every change kept before it is made: what the keeper was told, put on top of the records of all sandboxes,
   * gives the mock as it stands. A change that the keeper throws at is not made. There is one keeper at most.
   *
   * @returns a function that ends the keeping
   * @throws {ToolError} if there is a keeper already
   */
  keep(keeper: Keeper): () => void {
    return this.#feed.setKeeper(keeper)
  }

  #define(name: string, document: ScenarioDocument): void {
    inScenario(name, () => this.#library.define(name, document, this.#nowMs()))
  }

  #handle(name: string): SandboxHandle {
    const apiKey = this.apiKey + keySuffix(name, this.#directory.isNamedByScenario(name))
    return new SandboxHandle(name, apiKey, () => this.#directory.find(name))
  }
}
