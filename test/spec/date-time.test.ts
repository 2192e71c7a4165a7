import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDateTime, readHttpDate } from '../../src/spec/index.js'

// Days in all three forms, as Python's isocalendar() and strftime('%j') give them.
test.each([
  ['2020-12-28', '2020-W53-1', '2020-363'],
  ['2021-01-03', '2020-W53-7', '2021-003'],
  ['2021-01-04', '2021-W01-1', '2021-004'],
  ['2024-12-30', '2025-W01-1', '2024-365'],
  ['2026-01-01', '2026-W01-4', '2026-001'],
  ['2027-01-03', '2026-W53-7', '2027-003'],
  ['2026-11-20', '2026-W47-5', '2026-324'],
  ['2000-01-01', '1999-W52-6', '2000-001'],
  ['0001-01-01', '0001-W01-1', '0001-001'],
])('%s is the week date %s and the ordinal date %s, in the basic format too', (calendar, week, ordinal) => {
  const day = { unixMs: Date.parse(calendar), hasTime: false, isInstant: true, isRfc3339: false }
  for (const text of [calendar, week, ordinal]) {
    expect(readDateTime(text), text).toEqual(day)
    expect(readDateTime(text.replaceAll('-', '')), text).toEqual(day)
    expect(readDateTime(`${text}T09`), text).toEqual({
      unixMs: day.unixMs + 9 * 3_600_000,
      hasTime: true,
      isInstant: false,
      isRfc3339: false,
    })
  }
})

// Made by Python 3.11, where each reader that takes the text agrees: datetime, isodate, aniso8601 and dateutil.
test.each([
  ['2004-12-28T17:26:07,158Z', 1104254767158],
  ['9998-W53-3T10:04+01', 253370624640000],
  ['1969-365T10:32:43-03:30', -35837000],
  ['20040808T05+0530', 1091921400000],
  ['19001230T103414.585Z', -2177587545415],
  ['0004-003T21:40:57.693+01', -62040741542307],
  ['2015W017T235017.820+0530', 1420395617820],
  ['0099003T234320.490-01', -59042733399510],
  ['1582-364T12:22+14:05', -12212732580000],
  ['0001W526T1002+1405', -62104334580000],
])('%s is read as other programs read it', (text, unixMs) => {
  expect(readDateTime(text)).toEqual({ unixMs, hasTime: true, isInstant: true, isRfc3339: false })
})

test('a date-time of RFC 3339 is read to its millisecond, and said to be one', () => {
  const instant = fc.date({
    min: new Date('0000-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:59:59.999Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instant, fc.stringMatching(/^\d{0,30}$/), (date, finer) => {
      const text = date.toISOString().replace('Z', `${finer}Z`)
      const read = { unixMs: date.getTime(), hasTime: true, isInstant: true, isRfc3339: true }
      expect(readDateTime(text)).toEqual(read)
      expect(readDateTime(text.toLowerCase())).toEqual(read)
    }),
  )
})

test.each([
  ['2026-11-20T09.5', '2026-11-20T09:30:00.000Z'],
  ['20261120T0930,0021', '2026-11-20T09:30:00.126Z'],
  ['2026-11-20T09:30,0021', '2026-11-20T09:30:00.126Z'],
  ['2026-11-20T09:30:00.0019999999999999999999', '2026-11-20T09:30:00.001Z'],
  ['2026-12-31T24:00', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31T24Z', '2027-01-01T00:00:00.000Z'],
  ['20261231T240000,00+00', '2027-01-01T00:00:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2016-12-31T15:59:60.5-08:00', '2017-01-01T00:00:00.500Z'],
  ['2026-11-20T00:00:00-00:00', '2026-11-20T00:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(new Date(readDateTime(text)?.unixMs ?? Number.NaN).toJSON()).toBe(instant)
})

test.each(
  [
    ['', 'now', '2026', '2026-11', '202611', '2026-W47', '+12026-11-20', '12026-11-20', '-2026-11-20', 'T09:30Z'],
    ['2026-11-31', '2027-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '20260230'],
    ['2026-366', '2026-000', '2026-W54-1', '2026-W00-1', '2025-W53-1', '2026-W47-0', '2026-W47-8'],
    ['2026-11-20T25', '2026-11-20T24:01', '2026-11-20T24:00:00.1', '2026-11-20T12:60', '2026-11-20T12:00:61'],
    ['2026-11-20T12:00:60Z', '2016-12-31T23:59:60+01:00', '2026-11-20T24:00:60Z', '2026-11-20T24:60', '2026-11-20Z'],
    ['2026-11-20T12+24', '2026-11-20T12:00+01:60', '2026-11-20T12:00+1', '2026-11-20T12:00+', '2026-11-20T'],
    ['2026-1120', '202611-20', '2026-W475', '2026W47-5', '2026-11-20T0930', '20261120T09:30', '2026-11-20T09:3000'],
    ['2026-11-20T09:30+0200', '20261120T0930+02:00', '2026-11-20T09+0200'],
    ['2026-11-20 09:30', ' 2026-11-20', '2026-11-20\n', '2026-11-20T9:30', '2026-11-20T09:30.'],
    ['2026-11-20T09:30:00\u066b5'],
  ].flat(),
)('%j is no date and no date-time', (text) => {
  expect(readDateTime(text)).toBeUndefined()
})

// The example of RFC 9110 in its three forms, and what their two-digit years mean.
test.each([
  ['Sun, 06 Nov 1994 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37Z'],
  ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37Z'],
  ['Wednesday, 20-Nov-76 12:00:00 GMT', '2076-11-20T12:00:00Z'],
  ['Saturday, 20-Nov-77 12:00:00 GMT', '1977-11-20T12:00:00Z'],
  ['Sat, 31 Dec 2016 23:59:60 GMT', '2017-01-01T00:00:00Z'],
])('the HTTP-date %s is %s', (text, instant) => {
  expect(readHttpDate(text, Date.UTC(2026, 10, 20))).toBe(Date.parse(instant))
})

test.each(
  [
    ['', '120', 'soon', '2026-11-20T12:00:00Z', 'Wed, 31 Jun 2027 00:00:00 GMT', 'Wed, 30 Jul 2027 25:00:00 GMT'],
    ['Sun, 06 Noc 1994 08:49:37 GMT', 'Sun, 06 Nov 1994 08:49:37 CET'],
  ].flat(),
)('%j is no HTTP-date', (text) => {
  expect(readHttpDate(text, 0)).toBeUndefined()
})
