const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

// Far beyond any int64, so that a huge exponent need not be written out.
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
  const digits = whole + fraction
  const shift = Number(exponent) - fraction.length
  const size = shift >= 0 ? enlarged(BigInt(digits), shift) : reduced(digits, -shift)
  if (size === undefined) return undefined
  return sign === '-' ? -size : size
}

function enlarged(value: bigint, zeros: number): bigint {
  if (value === 0n) return 0n
  return zeros > 40 ? BEYOND : value * 10n ** BigInt(zeros)
}

function reduced(digits: string, places: number): bigint | undefined {
  const padded = digits.padStart(Math.min(places, 400) + 1, '0')
  const dropped = padded.slice(-Math.min(places, 400))
  if (/[1-9]/.test(dropped)) return undefined
  return places > 400 && /[1-9]/.test(padded) ? undefined : BigInt(padded.slice(0, padded.length - dropped.length))
}
