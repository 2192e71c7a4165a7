import { closest } from 'fastest-levenshtein'
import { InvalidInputError, ToolError } from '../../input/index.js'
import { isName } from '../http/api-key.js'
import { builtInScenarios } from './built-in.generated.js'
import type { ScenarioDocument } from './document.js'
import { checkScenario, createSeed, type Seed } from './seed.js'

/** A scenario and the seed that was made of it. */
interface Shelf {
  readonly document: ScenarioDocument
  seed?: Seed
}

/** The scenarios that a mock knows, by name. A seed is made when it is first needed, and shared from then on. */
export class ScenarioLibrary {
  readonly #shelves = new Map<string, Shelf>()

  /** Knows the built-in scenarios. */
  constructor() {
    for (const [name, document] of Object.entries(builtInScenarios)) this.#shelves.set(name, { document })
  }

  get names(): string[] {
    return [...this.#shelves.keys()].toSorted((one, other) => one.localeCompare(other))
  }

  has(name: string): boolean {
    return this.#shelves.has(name)
  }

  /** @throws {ToolError} naming the scenarios that there are */
  document(name: string): ScenarioDocument {
    return this.#shelf(name).document
  }

  /**
   * Adds a scenario, or replaces the one of that name; sandboxes keep the world they have until they are reset.
   *
   * @throws {InvalidInputError} if the document is not a scenario, in which case nothing changes
   */
  define(name: string, document: unknown, nowMs: number): void {
    if (!isName(name) || name === 'main') {
      throw new ToolError(
        `"${name}" cannot be the name of a scenario: letters, digits, ".", "_" and "-" can, 100 at most, and not "main".`,
      )
    }
    checkScenario(document)
    createSeed(document, nowMs)
    // Whoever gave the document may go on to change it.
    this.#shelves.set(name, { document: structuredClone(document) })
  }

  /** The seed of a scenario; relative dates in it count from its own `now`, else from `nowMs` when it was first needed. */
  seed(name: string, nowMs: number): Seed {
    const shelf = this.#shelf(name)
    return (shelf.seed ??= createSeed(shelf.document, nowMs))
  }

  #shelf(name: string): Shelf {
    const shelf = this.#shelves.get(name)
    if (shelf !== undefined) return shelf
    const nearest = closest(name, this.names)
    throw new ToolError(`There is no scenario "${name}". Did you mean ${nearest}? Known: ${this.names.join(', ')}.`)
  }
}

/** Says which scenario a problem is in. */
export function inScenario<Value>(name: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error
    throw new ToolError(`The scenario "${name}" cannot be used:\n${error.message}`)
  }
}

/**
 * Checks that a document is a scenario that can be used.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function readScenario(document: unknown): ScenarioDocument {
  checkScenario(document)
  createSeed(document, 0)
  return document
}
