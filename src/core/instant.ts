import { readDateTime } from '../spec/index.js'

// Instants are milliseconds since the Unix epoch. Calendar arithmetic is done in UTC.

/** An ISO 8601 duration; months stands for years and months, the rest is exact. */
export interface Duration {
  readonly months: number
  readonly ms: number
}

const DURATION =
  /^([+-])?P(?!$)(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?!$)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/
/** The first instant that has a four-digit year. */
export const EARLIEST_MS = Date.parse('0000-01-01T00:00:00Z')

/** The last instant that has a four-digit year. */
export const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/**
 * Reads a timestamp: a date-time of ISO 8601 with its offset, or a date, which means its beginning in UTC.
 * @throws {RangeError} if the text is neither, or has no four-digit year in UTC
 */
export function parseInstant(text: string): number {
  const read = readDateTime(text)
  if (read?.isInstant === true) return withinYears(read.unixMs)
  throw new RangeError(`"${text}" is not an instant, such as 2026-11-20T12:00:00Z, or a date, such as 2026-11-20.`)
}

export function parseOptionalInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseInstant(text)
}

/** Writes an instant as RFC 3339 in UTC, with milliseconds only where there are some. */
export function formatInstant(instantMs: number): string {
  return new Date(instantMs).toISOString().replace('.000Z', 'Z')
}

/** Writes an instant as an HTTP-date (IMF-fixdate, RFC 9110, section 5.6.7). */
export function formatHttpDate(instantMs: number): string {
  return new Date(instantMs).toUTCString()
}

/** Reads an ISO 8601 duration such as `P3D`, `PT10M` or `-P1Y2M`. @throws {RangeError} if the text is not one */
export function parseDuration(text: string): Duration {
  const parts = DURATION.exec(text)
  if (parts === null) {
    throw new RangeError(`"${text}" is not an ISO 8601 duration, such as P3D, PT10M or -P1M.`)
  }
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(2)
    .map((digits) => Number(digits ?? 0))
  const sign = parts[1] === '-' ? -1 : 1
  const ms = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return { months: sign * (years * 12 + months), ms: sign * Math.round(ms) }
}

/** Writes an exact span, in milliseconds, as an ISO 8601 duration in seconds, such as `PT90S`. */
export function formatDuration(spanMs: number): string {
  return `PT${(spanMs / 1000).toFixed(3).replace(/\.?0+$/, '')}S`
}

/**
 * The instant that lies the duration later. A month without such a day ends on its last day.
 * @throws {RangeError} if the result has no four-digit year
 */
export function addDuration(instantMs: number, { months, ms }: Duration): number {
  const date = new Date(instantMs)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() + months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return withinYears(date.getTime() + ms)
}

function withinYears(instantMs: number): number {
  if (instantMs >= EARLIEST_MS && instantMs <= LATEST_MS) return instantMs
  throw new RangeError('The instant lies outside the years 0000 to 9999.')
}
