import { ToolError } from './tool-error.js'

/** The place of a problem in a document: field names and array indexes from the top. */
export type InputPath = readonly (string | number)[]

export interface Problem {
  readonly path: InputPath
  readonly message: string
}

/** A document, or a part of one, that cannot be used; names each wrong field. */
export class InvalidInputError extends ToolError {
  override readonly name = 'InvalidInputError'

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${showPath(path)}: ${message}`).join('\n'))
  }
}

/** Nobody has a field with a longer name. */
const MAX_STEP = 200

/** Writes a path as a programmer would: `orders[2].shipDate`; the whole document is `(top)`. */
export function showPath(path: InputPath): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step.slice(0, MAX_STEP)}`)).join('')
  return text === '' ? '(top)' : text.replace(/^\./, '')
}

/** Runs a reader of one field; a RangeError that it throws becomes a problem of that field. */
export function readAt<Value>(path: InputPath, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new InvalidInputError(problemsIn(error, path))
  }
}

/** Nobody reads more, and writing them would take long. */
export const MAX_PROBLEMS = 1000

/** All that is wrong with a document, as it is read. */
export class Problems {
  readonly #all: Problem[] = []

  add(...problems: readonly Problem[]): void {
    this.#all.push(...problems.slice(0, MAX_PROBLEMS - this.#all.length))
  }

  /**
   * Reads a field. Its path is put together only if something is wrong: there may be many.
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

  throwIfAny(): void {
    if (this.#all.length > 0) throw new InvalidInputError(this.#all)
  }
}

/** The message of an error about a field that was read; any other error is thrown on. */
function problemsIn(error: unknown, path: InputPath): readonly Problem[] {
  if (error instanceof InvalidInputError)
    return error.problems.map((each) => ({ ...each, path: [...path, ...each.path] }))
  if (error instanceof RangeError || error instanceof SyntaxError) return [{ path, message: error.message }]
  throw error
}
