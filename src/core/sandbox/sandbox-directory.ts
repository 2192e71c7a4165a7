import { InvalidInputError } from '../../input/index.js'
import { isName, type KeyTarget } from '../http/api-key.js'
import type { TimeSource } from './clock.js'
import type { EventFeed } from './events.js'
import type { SandboxRecord } from './records.js'
import { Sandbox } from './sandbox.js'
import { ControlError } from './control-error.js'
import { Sandboxes } from './sandboxes.js'
import type { ScenarioDocument } from '../scenario/document.js'
import type { ScenarioLibrary } from '../scenario/library.js'
import type { Seed } from '../scenario/seed.js'
import type { WorldSource } from './world-source.js'

/** What a new sandbox is made of. */
export interface NewSandbox {
  /** Letters, digits, `.`, `_` and `-`; 100 at most. Default: one that is free. */
  readonly name?: string | undefined
  /** Default: the scenario that the mock was started with. */
  readonly scenario?: string | undefined
  /** Replaces the orders of the scenario; `reset` leads back to them. */
  readonly orders?: ScenarioDocument['orders'] | undefined
}

interface Wiring {
  readonly library: ScenarioLibrary
  readonly source: WorldSource
  readonly feed: EventFeed
  readonly time: TimeSource
  /** The scenario of `main`. */
  readonly scenario: string
  readonly maxSandboxes: number
}

/** Finds, makes and takes away sandboxes: by what a key means, by name, or as the control API asks for them. */
export class SandboxDirectory {
  readonly all: Sandboxes
  readonly #wiring: Wiring
  #unnamed = 0

  constructor(wiring: Wiring) {
    this.#wiring = wiring
    this.all = new Sandboxes(this.#make('main', wiring.scenario), wiring.feed, wiring.maxSandboxes)
  }

  /** The sandbox that a key means; made now, if the key names a scenario and nobody used it before. */
  open(target: KeyTarget): Sandbox | undefined {
    if (target.kind === 'main') return this.all.main
    if (target.kind === 'existing') return this.all.use(target.sandbox)
    const isKnown = this.#wiring.library.has(target.scenario)
    // A sandbox outlives its scenario when a mock is restored; only a scenario's sandbox has a tilde in its name.
    if (!isKnown) return target.sandbox.includes('~') ? this.all.use(target.sandbox) : undefined
    return this.all.use(target.sandbox) ?? this.all.add(this.#make(target.sandbox, target.scenario))
  }

  /**
   * A sandbox by its name; made now, if the name begins with a scenario's.
   *
   * @throws {ControlError} 404 if there is no such sandbox
   */
  find(name: string): Sandbox {
    const sandbox = this.all.use(name) ?? this.open(this.#targetOf(name))
    if (sandbox !== undefined) return sandbox
    const known = this.#wiring.library.names.join(', ')
    throw new ControlError(
      404,
      'sandbox_not_found',
      `There is no sandbox "${name}". Create it, or begin its name with a scenario's: ${known}.`,
    )
  }

  /** Whether a key can ask for the sandbox by the name of its scenario, be it one that is no longer there. */
  isNamedByScenario(name: string): boolean {
    return name.includes('~') || this.#targetOf(name).kind === 'scenario'
  }

  /**
   * Makes a sandbox.
   *
   * @throws {ControlError} 409 if the name is taken
   * @throws {InvalidInputError} if the name, the scenario or an order is wrong
   */
  create({ name = this.#freeName(), scenario = this.#wiring.scenario, orders }: NewSandbox): Sandbox {
    this.#checkNew(name, scenario)
    const { library, source } = this.#wiring
    const document = orders && { ...library.document(scenario), orders }
    return this.all.add(this.#make(name, scenario, document && source.compile(document)))
  }

  /** Makes a sandbox as it was; one that has its name takes over its world. */
  restore(record: SandboxRecord): Sandbox {
    const { source, feed } = this.#wiring
    const existing = this.all.use(record.name)
    if (existing === undefined) return this.all.add(Sandbox.fromRecord(record, { source, feed }))
    existing.takeOver(record)
    return existing
  }

  /**
   * Takes a sandbox away.
   *
   * @throws {ControlError} 404 if there is no such sandbox, 409 if it is `main`
   */
  delete(name: string): void {
    if (name === 'main')
      throw new ControlError(409, 'sandbox_is_main', 'The sandbox "main" cannot be deleted. Reset it instead.')
    if (!this.all.delete(name)) throw new ControlError(404, 'sandbox_not_found', `There is no sandbox "${name}".`)
  }

  #checkNew(name: string, scenario: string): void {
    const { library } = this.#wiring
    if (!isName(name) || name === '.' || name === '..') {
      throw new InvalidInputError([
        { path: ['name'], message: 'must be letters, digits, ".", "_" and "-", 100 at most' },
      ])
    }
    if (!library.has(scenario)) {
      throw new InvalidInputError([
        { path: ['scenario'], message: `there is no scenario "${scenario}". Known: ${library.names.join(', ')}` },
      ])
    }
    if (this.all.has(name))
      throw new ControlError(
        409,
        'sandbox_exists',
        `There is a sandbox "${name}" already. Choose another name, or delete it.`,
      )
    if (library.has(name)) {
      const advice = `Keys such as "<key>~${name}" mean the sandbox of that scenario`
      throw new ControlError(
        409,
        'sandbox_exists',
        `"${name}" is the name of a scenario. ${advice}; choose another name.`,
      )
    }
  }

  #make(name: string, scenario: string, start?: Seed): Sandbox {
    const { source, feed, time } = this.#wiring
    const world = start === undefined ? source.fromScenario(scenario, name) : source.fromSeed(start)
    return new Sandbox({ name, state: { scenario, start, world }, source, feed, nowMs: time() })
  }

  #targetOf(name: string): KeyTarget {
    const [scenario = '', rest] = name.split('~')
    const isScenario =
      this.#wiring.library.has(scenario) && (rest === undefined || (isName(rest) && name === `${scenario}~${rest}`))
    return isScenario ? { kind: 'scenario', scenario, sandbox: name } : { kind: 'existing', sandbox: name }
  }

  #freeName(): string {
    do this.#unnamed += 1
    while (this.all.has(`sandbox-${this.#unnamed}`))
    return `sandbox-${this.#unnamed}`
  }
}
