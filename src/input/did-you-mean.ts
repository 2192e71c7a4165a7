import { closest, distance } from 'fastest-levenshtein'

/**
 * Asks for the known name that is nearly the given one.
 *
 * @returns ` Did you mean x?`, with a space in front, or nothing if no name is near
 */
export function didYouMean(given: string, known: readonly string[]): string {
  const near = nearestName(given, known)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

/** The known name that is nearly the given one. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined
  const wrong = given.toLowerCase()
  const right = known.map((name) => name.toLowerCase())
  const nearest = closest(wrong, right)
  const mostChanges = Math.min(3, given.length / 2)
  return distance(wrong, nearest) <= mostChanges ? known[right.indexOf(nearest)] : undefined
}
