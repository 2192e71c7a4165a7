import { InvalidInputError, type InputPath, type Problem, readAt } from './invalid-input-error.js'

/** All that is wrong with a document, gathered from every stage of its reading. */
export class Problems {
  readonly #all: Problem[]
  readonly #places: Set<string>

  /** @param problems what the document's schema refuses */
  constructor(problems: readonly Problem[]) {
    this.#all = [...problems]
    this.#places = new Set(problems.map(({ path }) => placeOf(path)))
  }

  /** Whether the schema refused this top member, or this item of a list, so that there is no sense in reading it. */
  has(path: InputPath): boolean {
    if (this.#places.size === 0) return false
    return this.#places.has('') || this.#places.has(placeOf(path)) || this.#places.has(placeOf(path.slice(0, 1)))
  }

  /**
   * Reads a top member or an item of a list that the schema has let pass.
   *
   * @returns `undefined` if something is wrong with it
   */
  collect<Value>(path: InputPath, read: () => Value): Value | undefined {
    if (this.has(path)) return undefined
    try {
      return readAt(path, read)
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error
      this.#all.push(...error.problems)
      return undefined
    }
  }

  /** @throws {InvalidInputError} if anything is wrong */
  throwIfAny(): void {
    if (this.#all.length > 0) throw new InvalidInputError(this.#all)
  }
}

/** A top member is one place, and so is each item of a list. */
function placeOf(path: InputPath): string {
  return path.slice(0, 2).join('/')
}
