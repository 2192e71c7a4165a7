import { InvalidInputError, type InputPath, type Problem, readAt } from './invalid-input-error.js'

/** All that is wrong with a document, gathered from every stage of its reading. */
export class Problems {
  readonly #all: Problem[]
  readonly #refused = new Set<string>()
  /** The places around the refused ones. */
  readonly #around = new Set<string>()

  /** @param problems what the document's schema refuses */
  constructor(problems: readonly Problem[]) {
    this.#all = [...problems]
    for (const { path } of problems) {
      this.#refused.add(keyOf(path))
      for (let length = 0; length < path.length; length += 1) this.#around.add(keyOf(path.slice(0, length)))
    }
  }

  /** Whether the schema refused this place as a whole, by itself or with what is around it. */
  isRefused(path: InputPath): boolean {
    if (this.#refused.size === 0) return false
    for (let length = 0; length <= path.length; length += 1) {
      if (this.#refused.has(keyOf(path.slice(0, length)))) return true
    }
    return false
  }

  /** Whether the schema refused this place or something in it, so that there is no sense in reading it. */
  has(path: InputPath): boolean {
    return this.isRefused(path) || this.#around.has(keyOf(path))
  }

  add(problem: Problem): void {
    this.#all.push(problem)
  }

  /**
   * Reads a place that the schema has let pass.
   *
   * @returns `undefined` if something is wrong with it
   */
  collect<Value>(path: InputPath, read: () => Value): Value | undefined {
    if (this.#refused.size > 0 && this.has(path)) return undefined
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

function keyOf(path: InputPath): string {
  return path.join('/')
}
