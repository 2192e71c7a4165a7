import type { ExchangeRule } from './rule.js'

export const SUNSET_RULES: readonly ExchangeRule[] = [
  {
    // In the form of RFC 8594.
    id: 'sunset',
    concerns: ({ deprecated }) => deprecated !== undefined,
    claim: 'a deprecated operation sends a valid Sunset header',
    clause: 'Versioning',
    applies: ({ status, exchange }) => status === 200 || exchange.response.headers['sunset'] !== undefined,
    find({ exchange }) {
      const date = exchange.response.headers['sunset']
      const expected = 'Sunset: an HTTP-date (RFC 8594) such as Wed, 30 Jun 2027 00:00:00 GMT'
      if (date === undefined) return [{ message: 'There is no Sunset header.', expected }]
      const right = httpDate(date)
      if (right === date) return []
      const isWrongDay = right?.slice(3) === date.slice(3)
      const day = isWrongDay ? ` (that day is a ${right.slice(0, 3)}, not a ${date.slice(0, 3)})` : ''
      return [{ message: `The Sunset header is not an HTTP date: ${date}${day}`, expected }]
    },
  },
  {
    // In the form of RFC 9745; drafts had `true` and HTTP-dates.
    id: 'deprecation',
    concerns: ({ deprecated }) => deprecated !== undefined,
    claim: 'a Deprecation header, if present, is a structured-field Date',
    clause: 'Versioning',
    applies: ({ exchange }) => exchange.response.headers['deprecation'] !== undefined,
    find({ exchange }) {
      const value = exchange.response.headers['deprecation'] ?? ''
      if (/^(?:@-?\d{1,15}\s*(?:;.*)?|true)$/i.test(value.trim()) || httpDate(value) === value) return []
      const expected = 'Deprecation: a structured date (RFC 9745) such as @1767225600'
      return [{ message: `The Deprecation header is not a structured-field Date: ${value}`, expected }]
    },
  },
]

/** A date as an IMF-fixdate (RFC 9110, section 5.6.7), the one form in which HTTP-dates may be sent. */
function httpDate(text: string): string | undefined {
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date.toUTCString()
}
