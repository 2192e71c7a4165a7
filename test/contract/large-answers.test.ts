import { expect, test } from 'vitest'
import { parseExchange, rulesFor, violationsIn } from '../../src/contract/index.js'
import { exactInteger } from '../../src/contract/rules/exact-integer.js'

const request = { method: 'GET', path: '/store/orders', headers: {}, url: 'http://any/v1/store/orders' }

test.each([
  ['7', 7n],
  ['-7.0', -7n],
  ['70e-1', 7n],
  ['0.0', 0n],
  ['-0e99999999', 0n],
  ['7e-1', undefined],
  ['1200.50e1', 12_005n],
  ['9223372036854775808', 9_223_372_036_854_775_808n],
  ['1e99999999', 10n ** 40n],
  [`1${'0'.repeat(3_000_000)}e-3000000`, 1n],
  [`-${'9'.repeat(3_000_000)}`, -(10n ** 40n)],
  [`${'9'.repeat(3_000_000)}.5`, undefined],
])('a number is read exactly, or as far beyond int64: %#', (spelling, value) => {
  expect(exactInteger(spelling)).toBe(value)
})

test('an integer of millions of digits is told in a line', () => {
  const body = `[{"id":${'9'.repeat(5_000_000)}}]`
  const messages = violationsOf(body).map(({ message }) => message)
  expect(messages).toEqual([`[0].id is ${'9'.repeat(60)}… (5000000 characters), which is beyond int64.`])
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
  return violationsIn({ request, response, durationMs: 1 })
}

test('a rule finds nothing twice', () => {
  const response = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]', isUtf8: true }
  const parsed = parseExchange({ request, response, durationMs: 1 })
  expect(parsed && rulesFor(parsed).flatMap((rule) => rule.find(parsed))).toEqual([])
})
