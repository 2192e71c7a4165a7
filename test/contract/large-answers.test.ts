import { expect, test } from 'vitest'
import { violationsIn } from '../../src/contract/index.js'

const request = { method: 'GET', path: '/store/orders', headers: {}, url: 'http://any/v1/store/orders' }

test('an integer of millions of digits is told in a line', () => {
  const body = `[{"id":${'9'.repeat(5_000_000)}}]`
  const messages = violationsOf(body).map(({ message }) => message)
  expect(messages).toEqual(['[0].id is Infinity, which is beyond int64.'])
})

test('a list of a hundred thousand wrong orders gives a bounded number of violations', () => {
  const body = `[${Array.from({ length: 100_000 }, () => '{"id":1,"shipDate":"x y"}').join(',')}]`
  const violations = violationsOf(body)
  expect(violations.length).toBeGreaterThan(0)
  expect(violations.length).toBeLessThanOrEqual(300)
})

test('every rule bears a list of two hundred thousand orders', () => {
  const body = `[${Array.from({ length: 200_000 }, (_, index) => `{"id":${index},"quantity":1}`).join(',')}]`
  expect(violationsOf(body)).toEqual([])
})

function violationsOf(body: string) {
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body, isUtf8: true }
  return violationsIn({ request, response })
}
