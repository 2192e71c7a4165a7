import { isHttpDate } from './http-date.js'
import type { Rule } from './rule.js'

/** The deprecated operation tells its sunset date, and tells it as RFC 8594 wants it. */
export const sunset: Rule = {
  id: 'sunset',
  operations: ['getPet'],
  claim: 'the deprecated operation tells its sunset date',
  clause: 'Versioning',
  applies: ({ status, exchange }) => status === 200 || exchange.response.headers['sunset'] !== undefined,
  find({ exchange }) {
    const date = exchange.response.headers['sunset']
    const expected = 'Sunset: an HTTP date (RFC 8594) such as Wed, 30 Jun 2027 00:00:00 GMT'
    if (date === undefined) return [{ message: 'There is no Sunset header.', expected }]
    return isHttpDate(date) ? [] : [{ message: `The Sunset header is no HTTP date: ${date}`, expected }]
  },
}

/** If there is a Deprecation header, it is a date as RFC 9745 wants it; drafts had `true` and HTTP dates. */
export const deprecation: Rule = {
  id: 'deprecation',
  operations: ['getPet'],
  claim: 'a Deprecation header, if there is one, is a structured date',
  clause: 'Versioning',
  applies: ({ exchange }) => exchange.response.headers['deprecation'] !== undefined,
  find({ exchange }) {
    const value = exchange.response.headers['deprecation'] ?? ''
    if (/^@-?\d{1,15}\s*(?:;.*)?$/.test(value.trim())) return []
    const expected = 'Deprecation: a structured date (RFC 9745) such as @1767225600'
    return [{ message: `The Deprecation header is no structured date: ${value}`, expected }]
  },
}
