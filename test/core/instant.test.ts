import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersMock, parseInstant } from '../../src/core/index.js'

const FIRST_MS = Date.parse('0000-01-01T00:00:00Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')
const instant = fc.integer({ min: FIRST_MS, max: LAST_MS })
const since100 = fc.integer({ min: Date.parse('0100-01-01T00:00:00Z'), max: LAST_MS })
const span = fc.integer({ min: 1, max: 100 * 365 * 86_400_000 })

const sandbox = new OrdersMock({ scenario: { orders: [{ id: 1 }], pets: [{ id: 1 }], frozen: true } }).sandbox()

test('a clock shows the instant that it was set to, in any year', () => {
  fc.assert(
    fc.property(instant, (instantMs) => {
      sandbox.clock.set(new Date(instantMs).toISOString())
      expect(parseInstant(sandbox.clock.now)).toBe(instantMs)
    }),
  )
})

test('a sunset is sent as an IMF-fixdate that names the same second', () => {
  fc.assert(
    fc.property(since100, (instantMs) => {
      const mock = new OrdersMock({ scenario: { sunset: new Date(instantMs).toISOString() } })
      const request = { method: 'GET', path: '/pets/1', authorization: `Bearer ${mock.apiKey}` }
      const { Sunset: date = '' } = mock.handle(request).headers
      expect(date).toMatch(/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/)
      expect(Date.parse(date)).toBe(Math.floor(instantMs / 1000) * 1000)
    }),
  )
})

test('a date stands for its first moment in UTC, and letters may be lower case', () => {
  expect(parseInstant('2027-06-30')).toBe(Date.UTC(2027, 5, 30))
  expect(parseInstant('2027-06-30t01:02:03.5z')).toBe(Date.UTC(2027, 5, 30, 1, 2, 3, 500))
  expect(parseInstant('2027181T01Z')).toBe(Date.UTC(2027, 5, 30, 1))
})

const NO_INSTANTS = [
  ['', 'now', '2026-11', '2026-11-31', '2026-11-20T12:00:00'],
  ['0000-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01', '9999-12-31T24:00Z'],
].flat()

test.each(NO_INSTANTS)('%j is not an instant', (text) => {
  expect(() => parseInstant(text)).toThrow(RangeError)
})

test('the span after which an order ships is read back from its ISO 8601 form', () => {
  fc.assert(
    fc.property(span, (spanMs) => {
      sandbox.clock.set('2026-11-20')
      sandbox.orders.put(1, { shipAfter: `PT${spanMs / 1000}S` })
      const { shipAfter = '' } = sandbox.orders.get(1) ?? {}
      expect(parseInstant(later('2026-11-20', shipAfter))).toBe(Date.UTC(2026, 10, 20) + spanMs)
    }),
  )
})

test.each([
  ['P1Y2M', '2028-01-20T00:00:00Z'],
  ['-P1M2W3D', '2026-10-03T00:00:00Z'],
  ['+P1DT2H3M4S', '2026-11-21T02:03:04Z'],
])('each part of %s counts in its own unit', (text, then) => {
  expect(later('2026-11-20', text)).toBe(then)
})

test.each(['', 'P', 'PT', '3D', 'P3', 'PD', 'P1H', 'PT1D', 'P1D2Y', 'P1.5D', 'p1d', 'P-1D', '--P1D', ' P1D', 'P1D\n'])(
  '%j is not a duration',
  (text) => {
    expect(() => sandbox.clock.advance(text)).toThrow('is not an ISO 8601 duration')
  },
)

test('a month later is the same day of the next month, or the last day of a shorter one', () => {
  expect(later('2026-01-31', 'P1M')).toBe('2026-02-28T00:00:00Z')
  expect(later('2028-01-31', 'P1M')).toBe('2028-02-29T00:00:00Z')
  expect(later('2026-03-31', '-P1M')).toBe('2026-02-28T00:00:00Z')
  expect(later('2028-02-29', 'P1Y')).toBe('2029-02-28T00:00:00Z')
  expect(later('2026-12-15', 'P1M')).toBe('2027-01-15T00:00:00Z')
  expect(later('2026-11-20T23:59:59.999Z', 'P1M1DT0.001S')).toBe('2026-12-22T00:00:00Z')
})

test('there are no instants beyond four-digit years', () => {
  for (const text of ['P9000Y', '-P9000Y', 'P99999999999999999999Y', 'P999999999999D', 'PT99999999999999999999S']) {
    expect(() => later('2026-01-01', text), text).toThrow('outside the years 0000 to 9999')
  }
})

/** What a clock shows that is moved on from an instant. */
function later(now: string, advance: string): string {
  sandbox.clock.change({ now, advance })
  return sandbox.clock.now
}
