import type { Violation } from '../contract/index.js'

/** The header field that tells a client what is wrong with the answer that it gets. */
export const VIOLATIONS_HEADER = 'Orders-Mock-Violations'

const MAX_TOLD = 5

/** The violations as a JSON array in ASCII: the first ones, and how many more there are. */
export function violationsHeader(violations: readonly Violation[]): string {
  const told: object[] = violations.slice(0, MAX_TOLD).map(({ rule, operation, message, expected }) => ({
    rule,
    operation,
    message: message.slice(0, 200),
    expected: expected.slice(0, 200),
  }))
  if (violations.length > MAX_TOLD) told.push({ more: violations.length - MAX_TOLD })
  return JSON.stringify(told).replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
