/** Exit codes of every command: 0 is done, or the provider conforms. */
export type FailureExitCode = 1 | 2 | 3

/**
 * The only error class that the package throws deliberately. Its message tells a person what is wrong and how to fix
 * it; the command prints it without a stack trace and ends with the exit code.
 *
 * Exit codes: 1 the provider violates the contract; 2 wrong usage, file or configuration; 3 the provider could not be
 * reached, or one of its states could not be set up.
 */
export class ToolError extends Error {
  override readonly name: string = 'ToolError'

  constructor(
    message: string,
    readonly exitCode: FailureExitCode = 2,
  ) {
    super(message)
  }
}

/**
 * Rejects the rest of an object after every known field was taken: a misspelt option would otherwise be ignored.
 * @param what the fields are, such as `option`
 * @throws {ToolError} naming the field
 */
export function refuseUnknown(rest: object, what: string): void {
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined) throw new ToolError(`There is no ${what} "${unknown}".`)
}
