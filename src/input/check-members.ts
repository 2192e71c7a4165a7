import { didYouMean } from './did-you-mean.js'
import { ToolError } from './tool-error.js'

/**
 * Makes sure that an object has no member that nobody reads, as a misspelt option is.
 *
 * @param what the members are, such as `option`
 * @throws {ToolError} naming the member, the nearest name and all that are known
 */
export function checkMembers(given: unknown, known: readonly string[], what: string): void {
  if (typeof given !== 'object' || given === null) {
    throw new ToolError(`Give ${what}s as an object, not ${String(given)}. Known: ${known.join(', ')}.`)
  }
  const unknown = Object.keys(given).find((member) => !known.includes(member))
  if (unknown === undefined) return
  throw new ToolError(`There is no ${what} "${unknown}".${didYouMean(unknown, known)} Known: ${known.join(', ')}.`)
}
