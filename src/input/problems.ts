import { InvalidInputError, type InputPath, type Problem, problemsIn } from './invalid-input-error.js'

/** Nobody reads more, and to write them would take long. */
export const MAX_PROBLEMS = 1000

/** All that is wrong with a document, as it is read. */
export class Problems {
  readonly #all: Problem[] = []

  add(...problems: readonly Problem[]): void {
    this.#all.push(...problems.slice(0, MAX_PROBLEMS - this.#all.length))
  }

  /**
   * Reads a member. Its path is put together only if something is wrong: there may be many.
   *
   * @returns `undefined` if something is wrong with it
   */
  collect<Value>(around: InputPath, member: string | number, read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      this.add(...problemsIn(error, [...around, member]))
      return undefined
    }
  }

  /** @throws {InvalidInputError} if anything is wrong */
  throwIfAny(): void {
    if (this.#all.length > 0) throw new InvalidInputError(this.#all)
  }
}
