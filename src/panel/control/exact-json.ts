import { isInteger, parse, stringify } from 'lossless-json'

/** Parses JSON without losing a digit: an integer that a number cannot hold becomes a bigint. */
export function parseExactJson(text: string): unknown {
  return parse(text, undefined, (digits) => {
    const value = Number(digits)
    return Number.isSafeInteger(value) || !isInteger(digits) ? value : BigInt(digits)
  })
}

/** Writes JSON; a bigint becomes a number with all its digits. */
export function writeExactJson(value: unknown, indent?: number): string {
  return stringify(value, undefined, indent) ?? 'null'
}
