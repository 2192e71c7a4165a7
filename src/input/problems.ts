import { InvalidInputError, type InputPath, type Problem, problemsIn } from './invalid-input-error.js'

/** Nobody reads more, and to tell them would take long. */
const MAX_PROBLEMS = 1000

/** All that is wrong with a document, gathered from every stage of its reading. */
export class Problems {
  readonly #all: Problem[] = []
  /** The places that the schema refused: true; those around them: false. */
  readonly #places = new Map<string, boolean>()

  /**
   * Adds what the document's schema refuses.
   *
   * @throws {InvalidInputError} if that is too much to go on
   */
  refuse(problems: readonly Problem[]): void {
    for (const problem of problems) {
      const { path } = problem
      for (const around of keysAround(path)) this.#places.set(around, this.#places.get(around) ?? false)
      this.#places.set(keyOf(path), true)
      this.add(problem)
    }
  }

  /** Whether the schema refused this place as a whole, by itself or with what is around it. */
  isRefused(path: InputPath): boolean {
    return this.#places.size > 0 && [...keysAround(path), keyOf(path)].some((key) => this.#places.get(key) === true)
  }

  /** Whether the schema refused this place or something in it, so that there is no sense in reading it. */
  has(path: InputPath): boolean {
    return this.#places.size > 0 && (this.#places.has(keyOf(path)) || this.isRefused(path))
  }

  /**
   * Adds what a later stage has found.
   *
   * @throws {InvalidInputError} if that is too much to go on
   */
  add(problem: Problem): void {
    this.#all.push(problem)
    if (this.#all.length < MAX_PROBLEMS) return
    const message = `these are ${MAX_PROBLEMS} mistakes; what follows was not checked`
    throw new InvalidInputError([...this.#all, { path: problem.path, message }])
  }

  /**
   * Reads a member that the schema has let pass. Its path is put together only if something is wrong: there may be
   * millions.
   *
   * @returns `undefined` if something is wrong with it
   */
  collect<Value>(around: InputPath, member: string | number, read: () => Value): Value | undefined {
    if (this.#places.size > 0 && this.has([...around, member])) return undefined
    try {
      return read()
    } catch (error) {
      for (const problem of problemsIn(error, [...around, member])) this.add(problem)
      return undefined
    }
  }

  /** @throws {InvalidInputError} if anything is wrong */
  throwIfAny(): void {
    if (this.#all.length > 0) throw new InvalidInputError(this.#all)
  }
}

function keysAround(path: InputPath): string[] {
  return path.map((_, length) => keyOf(path.slice(0, length)))
}

function keyOf(path: InputPath): string {
  return path.join('/')
}
