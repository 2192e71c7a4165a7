import { expect, test } from 'vitest'
import { judgeInPieces, parseInPieces, violationsIn } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'
import { exchangeOf, JSON_TYPE } from './exchange-of.js'

const SUNSET = 'Wed, 30 Jun 2027 00:00:00 GMT'
const SEVENTEEN = JSON.stringify(Array.from({ length: 17 }, () => ({ shipDate: '', complete: 'no' })))

test.each<[string, string, ...string[]]>([
  ['/store/orders', 'null', 'The body is null, not a list.'],
  ['/store/orders', '[{"id":1},null]', '[1] is null, not an object.'],
  ['/store/orders', '[{"quantity":"2"}]', '[0].quantity is "2", not an integer.'],
  ['/store/orders', '[{"shipDate":"soon"}]', '[0].shipDate is "soon", not a date-time.'],
  [
    '/store/orders',
    SEVENTEEN,
    '[0].shipDate is "", not a date-time. 17 elements share this fault.',
    '[0].complete is "no", not true or false. 17 elements share this fault.',
  ],
  ['/pets/11', '3', 'The body is 3, not an object.'],
])('a violation of %s in the response %s is reported once, in plain words', (path, body, ...messages) => {
  expect(messagesOf(path, body)).toEqual(messages)
})

test.each([
  ['Thu, 30 Jun 2027 00:00:00 GMT', 'Thu, 30 Jun 2027 00:00:00 GMT (that day is a Wed, not a Thu)'],
  ['Wed, 31 Jun 2027 00:00:00 GMT', 'Wed, 31 Jun 2027 00:00:00 GMT'],
  ['Invalid Date', 'Invalid Date'],
])('a Sunset of %j is quoted, with the right day of the week if only that is wrong', (sunset, quoted) => {
  expect(messagesOf('/pets/11', '{}', sunset)).toEqual([`The Sunset header is not an HTTP date: ${quoted}`])
})

test('an integer of millions of digits is described in a line', () => {
  const body = `[{"id":${'9'.repeat(5_000_000)}}]`
  expect(messagesOf('/store/orders', body)).toEqual(['[0].id is Infinity, which is beyond int64.'])
})

test('a list of ten thousand wrong orders gives a bounded number of violations', () => {
  const body = listOf(10_000, () => '{"id":1,"shipDate":"x y"}')
  const { length } = messagesOf('/store/orders', body)
  expect(length).toBeGreaterThan(0)
  expect(length).toBeLessThanOrEqual(300)
})

test('every rule copes with more orders than a call takes arguments', () => {
  const body = listOf(150_000, (index) => `{"id":${index},"quantity":1}`)
  expect(messagesOf('/store/orders', body)).toEqual([])
})

test('no rule looks at a long list in one piece', () => {
  const [short = 0, long = 0] = [1, 20_000].map((length) => {
    const body = listOf(length, () => '{"id":1,"petId":1e30,"quantity":"two","shipDate":"2026-11-02 09:30"}')
    const parsed = finish(parseInPieces(exchangeOf('GET /store/orders', { body })))
    return parsed && Array.from(judgeInPieces(parsed)).length
  })
  // Rules for whole lists: schema, unique-ids.
  expect(long).toBe(short + 2 * Math.floor(20_000 / 256))
})

function listOf(length: number, order: (index: number) => string): string {
  return `[${Array.from({ length }, (_, index) => order(index)).join(',')}]`
}

function messagesOf(path: string, body: string, sunset = SUNSET): string[] {
  const exchange = exchangeOf(`GET ${path}`, { headers: { ...JSON_TYPE, sunset }, body })
  return violationsIn(exchange).map(({ message }) => message)
}
