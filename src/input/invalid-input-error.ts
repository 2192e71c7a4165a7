import { ToolError } from './tool-error.js'

/** Where in a document something is wrong: member names and array indexes from the top. */
export type InputPath = readonly (string | number)[]

/** One thing that is wrong with a document. */
export interface Problem {
  readonly path: InputPath
  readonly message: string
}

/** A document, or a part of one, that cannot be used; names each member that is wrong. */
export class InvalidInputError extends ToolError {
  override readonly name = 'InvalidInputError'

  constructor(readonly problems: readonly Problem[]) {
    super(problems.map(({ path, message }) => `${showPath(path)}: ${message}`).join('\n'))
  }
}

/** Writes a path as a programmer would: `orders[2].shipDate`; the whole document is `(top)`. */
export function showPath(path: InputPath): string {
  if (path.length === 0) return '(top)'
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')
}

/** Runs a reader of one member; a RangeError that it throws becomes a problem of that member. */
export function readAt<Value>(path: InputPath, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new InvalidInputError(problemsIn(error, path))
  }
}

/** What an error says of a member that was read; any that says nothing is thrown on. */
export function problemsIn(error: unknown, path: InputPath): readonly Problem[] {
  if (error instanceof InvalidInputError) return error.problems
  if (error instanceof RangeError) return [{ path, message: error.message }]
  throw error
}
