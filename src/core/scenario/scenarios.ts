import { didYouMean, InvalidInputError, ToolError } from '../../input/index.js'
import { parseJson } from '../../spec/index.js'
import { builtInScenarios } from './built-in.js'
import type { ScenarioDocument } from './document.js'
import { parseScenario } from './read-scenario.js'
import { Scenario } from './scenario.js'

/** Names of scenarios and sandboxes. */
const NAME = /^[A-Za-z0-9._-]{1,100}$/

/** The scenarios that a mock knows, by name. A built-in one is read when it is first needed. */
export class Scenarios {
  readonly #entries = new Map<string, Scenario | ScenarioDocument>(Object.entries(builtInScenarios))
  readonly #restored = new Map<string, WeakRef<Scenario>>()
  readonly #nowMs: () => number

  /** @param nowMs what `now` means in a scenario unless it says so itself, in milliseconds since the Unix epoch */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
  }

  /** In alphabetical order. */
  get names(): string[] {
    return [...this.#entries.keys()].toSorted((one, other) => one.localeCompare(other))
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** @throws {InvalidInputError} naming the scenarios that there are */
  get(name: string): Scenario {
    const entry = this.#entries.get(name)
    if (entry !== undefined) return this.#add(name, this.parse(entry))
    const message = `there is no scenario "${name}".${didYouMean(name, this.names)} Known: ${this.names.join(', ')}.`
    throw new InvalidInputError([{ path: ['scenario'], message }])
  }

  /**
   * Adds a scenario, or replaces the one of that name; sandboxes stay as they are until they are reset.
   * @throws {ToolError} if the document is not a scenario, or the name cannot be used; then nothing changes
   */
  define(name: string, scenario: unknown): void {
    const mistake = mistakeInName(name)
    if (mistake !== undefined) throw new ToolError(mistake)
    try {
      this.#add(name, this.parse(scenario))
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      throw new ToolError(`The scenario "${name}" cannot be used:\n${error.message}`)
    }
  }

  /** @throws {InvalidInputError} if the document is not a scenario */
  parse(document: unknown): Scenario {
    return document instanceof Scenario ? document : parseScenario(document, this.#nowMs())
  }

  /** Reads a stored scenario; the sandboxes that were stored with the same one share it again. @param name which it may be */
  restore(json: string, name: string): Scenario {
    const own = this.has(name) ? this.get(name) : undefined
    if (own?.json === json) return own
    const scenario = this.#restored.get(json)?.deref() ?? this.parse(parseJson(json))
    this.#restored.set(json, new WeakRef(scenario))
    return scenario
  }

  #add(name: string, scenario: Scenario): Scenario {
    this.#entries.set(name, scenario)
    scenario.isNamed = true
    return scenario
  }
}

/** Whether the text may be the name of a scenario, or of a sandbox: letters, digits, `.`, `_`, `-`; 100 at most. */
export function isName(text: string): boolean {
  return NAME.test(text)
}

/** Why no scenario can have this name; `undefined` if one can. `main` is a sandbox of any scenario. */
export function mistakeInName(name: string): string | undefined {
  if (isName(name) && name !== 'main') return undefined
  return `"${name}" is not a valid scenario name: use up to 100 letters, digits, ".", "_" and "-"; "main" is reserved.`
}
