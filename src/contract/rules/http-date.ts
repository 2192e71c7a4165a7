const DAYS = 'Sun|Mon|Tue|Wed|Thu|Fri|Sat'
const MONTHS = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const IMF_FIXDATE = new RegExp(`^(?:${DAYS}), \\d{2} (?:${MONTHS}) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`)

/**
 * Whether a text is an IMF-fixdate (RFC 9110, section 5.6.7), the one form in which HTTP dates may be sent: a date of the
 * calendar that falls on the day of the week that it names.
 */
export function isHttpDate(text: string): boolean {
  if (!IMF_FIXDATE.test(text)) return false
  const unixMs = Date.parse(text)
  return !Number.isNaN(unixMs) && new Date(unixMs).toUTCString() === text
}
