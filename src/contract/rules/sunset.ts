import type { Rule } from './rule.js'

const DAYS = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat'
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const IMF_FIXDATE = new RegExp(`^(?:${DAYS}), \\d{2} (?:${MONTHS}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`)

/** A deprecated operation gives its sunset date, in the form of RFC 8594. */
export const sunset: Rule = {
  id: 'sunset',
  concerns: ({ deprecated }) => deprecated !== undefined,
  claim: 'a deprecated operation gives its sunset date',
  clause: 'Versioning',
  applies: ({ status, exchange }) => status === 200 || exchange.response.headers['sunset'] !== undefined,
  find({ exchange }) {
    const date = exchange.response.headers['sunset']
    const expected = 'Sunset: an HTTP date (RFC 8594) such as Wed, 30 Jun 2027 00:00:00 GMT'
    if (date === undefined) return [{ message: 'There is no Sunset header.', expected }]
    if (isHttpDate(date)) return []
    return [{ message: `The Sunset header is not an HTTP date: ${date}${wrongDay(date)}`, expected }]
  },
}

/** A Deprecation header, if there is one, holds a date in the form of RFC 9745; drafts had `true` and HTTP dates. */
export const deprecation: Rule = {
  id: 'deprecation',
  concerns: ({ deprecated }) => deprecated !== undefined,
  claim: 'a Deprecation header, if there is one, is a structured date',
  clause: 'Versioning',
  applies: ({ exchange }) => exchange.response.headers['deprecation'] !== undefined,
  find({ exchange }) {
    const value = exchange.response.headers['deprecation'] ?? ''
    if (/^@-?\d{1,15}\s*(?:;.*)?$/.test(value.trim()) || isDraftForm(value)) return []
    const expected = 'Deprecation: a structured date (RFC 9745) such as @1767225600'
    return [{ message: `The Deprecation header is not a structured date: ${value}`, expected }]
  },
  note({ exchange }) {
    const value = exchange.response.headers['deprecation'] ?? ''
    if (!isDraftForm(value)) return undefined
    return `The Deprecation header has the form of a draft: ${value}. Since RFC 9745 it is a date such as @1767225600.`
  },
}

function isDraftForm(value: string): boolean {
  return /^true$/i.test(value.trim()) || isHttpDate(value)
}

/**
 * Whether a text is an IMF-fixdate (RFC 9110, section 5.6.7), the one form in which HTTP dates may be sent: a date of the
 * calendar that falls on the day of the week that it names.
 */
function isHttpDate(text: string): boolean {
  if (!IMF_FIXDATE.test(text)) return false
  const unixMs = Date.parse(text)
  return !Number.isNaN(unixMs) && new Date(unixMs).toUTCString() === text
}

/** Of a date that is right but for its day of the week, which day that is. */
function wrongDay(text: string): string {
  const rest = text.slice(3)
  const day = DAYS.split('|').find((each) => isHttpDate(each + rest))
  return day === undefined ? '' : ` (that day is a ${day}, not a ${text.slice(0, 3)})`
}
