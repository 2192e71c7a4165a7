import { expect, test } from 'vitest'
import { violationsIn } from '../../src/contract/index.js'

test.each<[string, string, string[]]>([
  ['/store/orders', 'null', ['The body is null, not a list.']],
  ['/store/orders', '[{"id":1},null]', ['[1] is null, not an object.']],
  ['/store/orders', '[{"quantity":"2"}]', ['[0].quantity is "2", not an integer.']],
  ['/store/orders', '[{"shipDate":"soon"}]', ['[0].shipDate is "soon", not a date-time.']],
  [
    '/store/orders',
    JSON.stringify(Array.from({ length: 17 }, () => ({ shipDate: '', complete: 'no' }))),
    [
      '[0].shipDate is "", not a date-time. 17 elements share this fault.',
      '[0].complete is "no", not true or false. 17 elements share this fault.',
    ],
  ],
  ['/pets/11', '3', ['The body is 3, not an object.']],
])('what is wrong with %s answered with %s is said once, in plain words', (path, body, messages) => {
  const request = { method: 'GET', path, headers: {}, url: path }
  const headers = { 'content-type': 'application/json', sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' }
  const exchange = { request, response: { status: 200, headers, body, isUtf8: true } }
  const violations = violationsIn(exchange)
  expect(violations.map(({ message }) => message)).toEqual(messages)
})

test('a Sunset on the wrong day of the week is told which day it is', () => {
  const request = { method: 'GET', path: '/pets/11', headers: {}, url: '/pets/11' }
  const headers = { 'content-type': 'application/json', sunset: 'Thu, 30 Jun 2027 00:00:00 GMT' }
  const exchange = { request, response: { status: 200, headers, body: '{}', isUtf8: true } }
  const [violation] = violationsIn(exchange)
  expect(violation?.message).toBe(
    'The Sunset header is not an HTTP date: Thu, 30 Jun 2027 00:00:00 GMT (that day is a Wed, not a Thu)',
  )
})
