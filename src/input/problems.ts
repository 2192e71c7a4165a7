import { InvalidInputError, type InputPath, type Problem, problemsIn } from './invalid-input-error.js'

/** Nobody reads more, and to tell them would take long. */
const MAX_PROBLEMS = 1000

/** All that is wrong with a document, gathered from every stage of its reading. */
export class Problems {
  readonly #all: Problem[] = []

  /** @throws {InvalidInputError} if that is too much to go on */
  add(...problems: readonly Problem[]): void {
    for (const problem of problems) {
      this.#all.push(problem)
      if (this.#all.length < MAX_PROBLEMS) continue
      const message = `these are ${MAX_PROBLEMS} mistakes; what follows was not checked`
      throw new InvalidInputError([...this.#all, { path: problem.path, message }])
    }
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
