/** What URL parsers take for `.` and `..`, however often it is percent-encoded; an empty segment is lost on the way as well. */
const MISREAD = /^(?:\.|%(?:25)*2e){0,2}$/i

/**
 * Builds the path of an address from its segments, each percent-encoded, so that none leads to another path.
 * @throws {RangeError} for a segment that is empty, `.` or `..`, or not Unicode
 * @example pathOf(['orders', '7']) // '/orders/7'
 */
export function pathOf(segments: readonly (string | number | bigint)[]): string {
  return segments.map((each) => `/${segmentOf(`${each}`)}`).join('')
}

/** One segment. @throws {RangeError} as above */
export function segmentOf(text: string): string {
  if (!MISREAD.test(text) && !/\p{Surrogate}/u.test(text)) return encodeURIComponent(text)
  throw new RangeError(`${JSON.stringify(text)} cannot be a segment of a path. Use the id or the name itself.`)
}

/** The path below a base path; `undefined` if it is elsewhere. */
export function pathBelow(basePath: string, path: string): string | undefined {
  return path === basePath || path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined
}
