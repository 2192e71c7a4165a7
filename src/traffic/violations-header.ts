import type { Violation } from '../contract/index.js'

/** The header that tells a client what is wrong with the answer it gets. */
export const VIOLATIONS_HEADER = 'Orders-Mock-Violations'

const MAX_LISTED = 5

/** The violations as a JSON array in ASCII: the first ones, and how many more there are. */
export function violationsHeader(violations: readonly Violation[]): string {
  const listed: object[] = violations.slice(0, MAX_LISTED).map(({ rule, operation, message, expected }) => ({
    rule,
    operation,
    message: message.slice(0, 200),
    expected: expected.slice(0, 200),
  }))
  if (violations.length > MAX_LISTED) listed.push({ more: violations.length - MAX_LISTED })
  return JSON.stringify(listed).replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
