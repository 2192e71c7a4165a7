import { closest, distance } from 'fastest-levenshtein'

/**
 * Suggests the known name that is close to the given one.
 * @returns ` Did you mean x?`, with a space in front, or nothing if no name is near
 */
export function didYouMean(given: string, known: readonly string[]): string {
  if (known.length === 0) return ''
  const wrong = given.slice(0, 100).toLowerCase()
  const right = known.map((name) => name.toLowerCase())
  const nearest = closest(wrong, right)
  const isNear = distance(wrong, nearest) <= Math.min(3, given.length / 2)
  return isNear ? ` Did you mean ${known[right.indexOf(nearest)]}?` : ''
}
