import { beforeEach, expect, test } from 'vitest'
import { CancelTolerance } from '../../src/contract/index.js'

let tolerance: CancelTolerance
beforeEach(() => {
  tolerance = new CancelTolerance()
})

/** A cancel of order 7 that is answered before anything else happens. */
function cancel(status: number | undefined) {
  const sent = tolerance.begin(7n)
  tolerance.end(sent, status)
  return sent
}

test('the first cancel of an order must be refused with a documented status', () => {
  expect(tolerance.covers(cancel(410), 410)).toBe(false)
})

test.each([
  ['that succeeded', 204],
  ['that was never answered', undefined],
])('after a cancel %s another may be refused with any status', (_, status) => {
  cancel(status)
  expect(tolerance.covers(cancel(410), 410)).toBe(true)
})

test('a success, and a status that has a meaning of its own, are never left open', () => {
  cancel(204)
  for (const status of [200, 202, 204, 401, 404, 409]) expect(tolerance.covers(cancel(status), status)).toBe(false)
})

test('a refused cancel does not excuse the next', () => {
  cancel(409)
  expect(tolerance.covers(cancel(410), 410)).toBe(false)
})

test('the cancel of another order excuses nothing', () => {
  tolerance.end(tolerance.begin(8n), 204)
  expect(tolerance.covers(cancel(410), 410)).toBe(false)
})

test('a cancel that meets another may come too late while the other has not been refused', () => {
  const first = tolerance.begin(7n)
  const second = tolerance.begin(7n)
  tolerance.end(second, 410)
  expect(tolerance.covers(second, 410)).toBe(true)
  tolerance.end(first, 404)
  expect(tolerance.covers(second, 410)).toBe(false)
})

test('a cancel that was sent after the answer does not excuse it', () => {
  const refused = cancel(410)
  cancel(204)
  expect(tolerance.covers(refused, 410)).toBe(false)
})

test('after the state "a cancelled order" the first cancel may be refused with any status', () => {
  tolerance.stateReached('a cancelled order', 7n)
  expect(tolerance.covers(cancel(410), 410)).toBe(true)
})

test('a state that renews the order ends what its earlier cancels excuse', () => {
  cancel(204)
  tolerance.stateReached('a pending order', 7n)
  expect(tolerance.covers(cancel(410), 410)).toBe(false)
})
