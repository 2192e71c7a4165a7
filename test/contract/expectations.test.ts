import { expect, test } from 'vitest'
import { freedomOf, type StatusOrAbsent, statusesBehind } from '../../src/contract/index.js'

const ANY: readonly StatusOrAbsent[] = ['pending', 'shipped', 'cancelled', 'absent']

test('the response to a cancel request tells the possible statuses of its order', () => {
  const read = [204, 409, 404, 410, 401, 200, 503].map((status) => [status, [...statusesBehind(ANY, status)].join(' ')])
  expect(read).toEqual([
    [204, 'pending'],
    [409, 'shipped cancelled'],
    [404, 'cancelled absent'],
    [410, 'cancelled'],
    [401, 'cancelled'],
    [200, ''],
    [503, ''],
  ])
})

test.each([
  ['pending', '409 time, 404 others, 410 others, 401 none, 500 none'],
  ['shipped', '204 none, 404 others, 400 none, 410 none, 401 none, 500 none'],
  ['cancelled', '204 none, 500 none'],
  ['absent', '204 others, 409 others, 400 none, 410 none, 401 none, 500 none'],
] as const)('what may explain the answers to cancelling a %s order: %s', (order, freedoms) => {
  const actual = freedoms.split(', ').map((each) => {
    const status = Number.parseInt(each, 10)
    return `${status} ${freedomOf([order], status)}`
  })
  expect(actual.join(', ')).toBe(freedoms)
})
