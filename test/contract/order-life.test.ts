import { expect, test } from 'vitest'
import {
  ANY_LIFE,
  type Excuse,
  excuseFor,
  continueLife,
  type Interval,
  LISTED,
  mayHaveCancelled,
  newLife,
  orderEvidence,
  type OrderLife,
  type OrderStatus,
  possibleAt,
  UNLISTED,
} from '../../src/contract/index.js'

test.each([
  [204, 'pending'],
  [409, 'shipped cancelled gone'],
  [404, 'unplaced cancelled gone'],
  [401, 'cancelled gone'],
  [200, ''],
  [503, ''],
])('the response %i to a cancel request tells that its order was one of: %s', (status, statuses) => {
  expect(orderEvidence('cancelOrder', status).wasOneOf.join(' ')).toBe(statuses)
})

test.each([
  ['pending', '409 time, 404 others, 410 others, 500 none'],
  ['shipped', '204 none, 404 others, 400 others, 500 none'],
  ['cancelled', '204 none, 500 none'],
  ['unplaced', '204 others, 409 others, 410 others, 500 none'],
] as const)('what may explain the responses to cancelling a %s order: %s', (status, excuses) => {
  const actual = excuses.split(', ').map((each) => {
    const answered = Number.parseInt(each, 10)
    return `${answered} ${excuseFor(newLife([status]), { startMs: 0, endMs: 1 }, orderEvidence('cancelOrder', answered))}`
  })
  expect(actual.join(', ')).toBe(excuses)
})

/** Responses with the times of their requests, such as `204 5-15, listed 20-30`: which of them the life does not explain. */
function unexplained(timeline: string, excuse: Excuse, first: OrderLife<Interval>): string[] {
  let life = first
  return timeline.split(', ').flatMap((each) => {
    const [what = '', times = ''] = each.split(' ')
    const [startMs = 0, endMs = 0] = times.split('-').map(Number)
    const evidence = { listed: LISTED, unlisted: UNLISTED }[what] ?? orderEvidence('cancelOrder', Number(what))
    const step = continueLife(life, { startMs, endMs }, evidence, excuse)
    life = step.life
    return step.isExplained ? [] : [each]
  })
}

test.each([
  ['204 0-10, 409 5-15', ''],
  ['204 0-10, 204 5-15', '204 5-15'],
  ['204 5-15, 409 0-6', ''],
  ['409 0-4, 204 5-15', '409 0-4, 204 5-15'],
  ['404 0-10', '404 0-10'],
])('a pending order that only this client cancels: %s', (timeline, odd) => {
  expect(unexplained(timeline, 'none', newLife(['pending'])).join(', ')).toBe(odd)
})

test.each([
  ['404 0-10, listed 20-30, 204 40-50', ''],
  ['409 0-10, 204 20-30', '204 20-30'],
  ['409 0-10, listed 5-15, 204 20-30', '204 20-30'],
  ['409 0-10, 204 5-15', ''],
  // It may have been placed after the cancel request came.
  ['listed 0-10, 404 5-15, 204 20-30', ''],
  ['listed 0-10, 404 20-30, 204 40-50', '204 40-50'],
  ['listed 0-10, unlisted 20-30, listed 40-50', 'listed 40-50'],
  ['listed 0-10, unlisted 20-30, listed 25-35', ''],
  ['204 0-10, listed 20-30, unlisted 40-50, 409 60-70', ''],
])('an order that others may place, ship, cancel and remove: %s', (timeline, odd) => {
  expect(unexplained(timeline, 'others', ANY_LIFE).join(', ')).toBe(odd)
})

test('a cancel request that was sent again leaves both possibilities', () => {
  const either: OrderStatus[] = ['pending', 'cancelled', 'gone']
  expect(possibleAt(mayHaveCancelled(newLife(['pending'])), 0)).toEqual(either)
})
