/** A date-time of ISO 8601, or a date alone. */
export interface DateTime {
  /** Milliseconds since the Unix epoch; finer parts are cut off. Without an offset, in UTC. A date means its beginning. */
  readonly unixMs: number
  /** False for a date alone. */
  readonly hasTime: boolean
  /** Whether it is one point in time: it has an offset, or is a date alone. */
  readonly isInstant: boolean
  /** Whether it is written as in RFC 3339, the profile of ISO 8601 that most programs read. */
  readonly isRfc3339: boolean
}

const DATE = String.raw`(?<year>\d{4})(?<dash>-?)(?:(?<month>\d\d)\k<dash>(?<day>\d\d)|W(?<week>\d\d)\k<dash>(?<weekday>[1-7])|(?<ordinal>\d{3}))`
// 24 is the end of a day.
const HOUR = String.raw`[01]\d|2[0-3]|24(?=(?::?00){0,2}(?:[.,]0+)?(?:Z|[+-]|$))`
const TIME = String.raw`(?<hour>${HOUR})(?:(?<colon>:?)(?<minute>[0-5]\d)(?:\k<colon>(?<second>[0-5]\d|60))?)?(?:[.,](?<fraction>\d+))?`
const OFFSET = String.raw`Z|(?<sign>[+-])(?<ahead>[01]\d|2[0-3])(?:(?<between>:?)(?<further>[0-5]\d))?`
const ISO_8601 = new RegExp(`^${DATE}(?<time>T${TIME}(?<offset>${OFFSET})?)?$`, 'i')
const RFC_3339 = /^\d{4}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i
const [SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [1_000, 60_000, 3_600_000, 86_400_000]

type Parts = Readonly<Partial<Record<string, string>>>

/**
 * Reads a date-time of ISO 8601, or a date: a calendar, week or ordinal date; hours, minutes or seconds, the last of them
 * with a fraction of any length; 24:00 and leap seconds. The basic and the extended format do not mix. A year has four
 * digits, because more need an agreement.
 * @returns `undefined` if the text is neither, or names a day or a time that does not exist
 */
export function readDateTime(text: string): DateTime | undefined {
  const parts: Parts | undefined = ISO_8601.exec(text)?.groups
  if (parts === undefined || isMixed(parts)) return undefined
  const dayMs = readDay(parts)
  if (dayMs === undefined) return undefined
  const unixMs = dayMs + readTime(parts) - readOffset(parts)
  // The last second of a day in UTC. Which days have a leap second is known only half a year before.
  if (parts['second'] === '60' && !new Date(unixMs).toISOString().includes('T00:00:00')) return undefined
  const hasTime = parts['time'] !== undefined
  return { unixMs, hasTime, isInstant: !hasTime || parts['offset'] !== undefined, isRfc3339: RFC_3339.test(text) }
}

function isMixed({ dash, colon, between }: Parts): boolean {
  return [colon, between].some((each) => each !== undefined && (each === '') !== (dash === ''))
}

/** The beginning of a day, in UTC. A day that does not exist rolls over into another month or year. */
function readDay({ year, month, day, week, weekday, ordinal }: Parts): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? ordinal ?? 4))
  // A week belongs to the year of its Thursday, and 4 January to the first week.
  if (week !== undefined) date.setUTCDate(8 - (date.getUTCDay() || 7) + (Number(week) - 1) * 7)
  const isRealDay =
    month === undefined ? date.getUTCFullYear() === Number(year) : date.getUTCMonth() === Number(month) - 1
  return isRealDay ? date.getTime() + (Number(weekday ?? 4) - 4) * DAY_MS : undefined
}

function readTime({ hour = '0', minute, second, fraction = '0' }: Parts): number {
  let unitMs = minute === undefined ? HOUR_MS : MINUTE_MS
  if (second !== undefined) unitMs = SECOND_MS
  // By its digits: a product of doubles may fall short of a whole millisecond.
  const digits = fraction.slice(0, 15)
  const fractionMs = Number((BigInt(digits) * BigInt(unitMs)) / 10n ** BigInt(digits.length))
  return Number(hour) * HOUR_MS + Number(minute ?? 0) * MINUTE_MS + Number(second ?? 0) * SECOND_MS + fractionMs
}

function readOffset({ sign, ahead = '0', further = '0' }: Parts): number {
  return (sign === '-' ? -1 : 1) * (Number(ahead) * HOUR_MS + Number(further) * MINUTE_MS)
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec'
const HTTP_DATES = [
  /^\w+, (?<day>\d\d?) (?<month>\w{3}) (?<year>\d{4}) (?<time>[\d:]{8}) GMT$/,
  /^\w+, (?<day>\d\d?)-(?<month>\w{3})-(?<year>\d\d) (?<time>[\d:]{8}) GMT$/,
  /^\w+ (?<month>\w{3}) [ ]?(?<day>\d\d?) (?<time>[\d:]{8}) (?<year>\d{4})$/,
]

/**
 * Reads an HTTP-date in each of its forms: IMF-fixdate, RFC 850 and asctime (RFC 9110, section 5.6.7).
 * @param nowMs the year of RFC 850, of two digits, is at most 50 years later
 * @returns milliseconds since the Unix epoch; `undefined` if the text is not an HTTP-date
 */
export function readHttpDate(text: string, nowMs: number): number | undefined {
  const parts = HTTP_DATES.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined)
  if (parts === undefined) return undefined
  const { day = '', month = '', year = '', time = '' } = parts
  const latest = new Date(nowMs).getUTCFullYear() + 50
  const fullYear = year.length === 4 ? year : latest - ((latest - Number(year)) % 100)
  const monthNumber = String(MONTHS.indexOf(month) / 3 + 1).padStart(2, '0')
  return readDateTime(`${fullYear}-${monthNumber}-${day.padStart(2, '0')}T${time}Z`)?.unixMs
}
