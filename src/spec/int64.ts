/** The smallest int64, -2^63. */
export const INT64_MIN = -(2n ** 63n)

/** The largest int64, 2^63-1. */
export const INT64_MAX = 2n ** 63n - 1n

const CANONICAL_INTEGER = /^(?:0|-?[1-9]\d{0,18})$/

/**
 * Reads an int64 (OpenAPI `format: int64`) from its decimal digits, as in a path or in JSON.
 * Only the canonical spelling counts: no plus sign, no leading zero, no `-0`, no fraction, no space.
 * @returns the exact value, or `undefined` if the text is not an int64
 */
export function parseInt64(text: string): bigint | undefined {
  if (!CANONICAL_INTEGER.test(text)) return undefined
  const value = BigInt(text)
  return isInt64(value) ? value : undefined
}

/** Whether the value lies between -2^63 and 2^63-1. */
export function isInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX
}

/**
 * Takes an id from a program: a bigint, a decimal string, or a number that is still exact.
 * @returns the exact value, or `undefined` if it is not an int64, or a number beyond 2^53-1 whose digits may already be lost
 */
export function toInt64(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return isInt64(value) ? value : undefined
  if (typeof value === 'string') return parseInt64(value)
  return Number.isSafeInteger(value) ? BigInt(value as number) : undefined
}

/**
 * The decimal digits of an id that a program gives.
 * @throws {RangeError} if it is not an int64, or a number beyond 2^53-1
 */
export function toDigits(id: bigint | number | string): string {
  const value = toInt64(id)
  if (value !== undefined) return String(value)
  const isInexact = typeof id === 'number' && Number.isInteger(id)
  const advice = isInexact
    ? 'as a JavaScript number it may have lost digits: use a bigint or a string'
    : 'use an integer from -9223372036854775808 to 9223372036854775807, such as 7'
  throw new RangeError(`${String(id)} is not an id: ${advice}`)
}
