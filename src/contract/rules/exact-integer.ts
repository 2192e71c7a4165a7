const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

// Far beyond any int64, so that a huge number need not be written out.
const MAX_DIGITS = 40
const BEYOND = 10n ** 40n

/**
 * The exact value of a JSON number, however it is spelled: `7`, `7.0` and `70e-1` are the same integer to JSON Schema.
 *
 * @returns `undefined` if the number is not an integer
 */
export function exactInteger(spelling: string): bigint | undefined {
  const match = NUMBER.exec(spelling)
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  // Without zeros at either end, what is left is small, or far beyond any int64: it need not be read.
  const digits = (whole + fraction).replace(/^0+/, '')
  const significant = withoutZerosAtEnd(digits)
  if (significant === '') return 0n
  const shift = Number(exponent) - fraction.length + digits.length - significant.length
  if (shift < 0) return undefined
  const size = significant.length + shift > MAX_DIGITS ? BEYOND : BigInt(significant) * 10n ** BigInt(shift)
  return sign === '-' ? -size : size
}

function withoutZerosAtEnd(digits: string): string {
  let end = digits.length
  while (digits[end - 1] === '0') end -= 1
  return digits.slice(0, end)
}
