import { expect, test } from 'vitest'
import { abridgeJson, parseExchange } from '../../src/contract/index.js'

const limits = { maxStringLength: 4, maxMembers: 2, keepsMember: (name: string) => name === 'id', maxElements: 2 }

test.each([
  ['[]', '[]'],
  ['{"a":{},"b":[ ],"c":1}', '{"a":{},"b":[ ]}'],
  ['[1, 2.0, 3, 4]', '[1, 2.0]'],
  ['[[1,2,3],[4,5,6],[7]]', '[[1,2],[4,5]]'],
  ['{"a":1,"b":2,"c":"a long text","id":7.0,"d":[1,2,3]}', '{"a":1,"b":2,"id":7.0}'],
  ['{"a long name":1,"id":2}', '{"id":2}'],
  ['{"a long name":1}', '{}'],
  ['"a long text"', '"a lo"'],
  [String.raw`["a\"]","\\","abc\u00e9 and more"]`, String.raw`["a\"]","\\"]`],
  [String.raw`["\u00e9\u00e9"]`, '[""]'],
])('of %s %s is kept', (json, kept) => {
  expect(abridgeJson(json, limits)).toBe(kept)
})

test('of the outermost list, further elements are kept where they are wanted', () => {
  expect(abridgeJson('[1,2,[3,4,5],4,5 ,{"a":5,"b":"a long text"}]', { ...limits, keepsElement: hasFive })).toBe(
    '[1,2,[3,4],5 ,{"a":5,"b":"a lo"}]',
  )
})

test('an order with thousands of members and a long text keeps those of the specification', () => {
  const further = Array.from({ length: 20_000 }, (_, index) => `"m${index}":${index}`).join(',')
  const body = `[{${further},"text":"${'x'.repeat(2_000_000)}","quantity":2.0,"id":7}]`
  const orders = parse(body)
  expect(Object.keys(orders[0] ?? {})).toHaveLength(1_002)
  expect(orders[0]).toMatchObject({ id: { value: '7' }, quantity: { value: '2.0' } })
})

function hasFive(json: string): boolean {
  return json.includes('5')
}

function parse(body: string): Record<string, unknown>[] {
  const request = { method: 'GET', path: '/store/orders', headers: {}, url: 'http://any/v1/store/orders' }
  const response = { status: 200, headers: {}, body, isUtf8: true }
  const parsed = parseExchange({ request, response, durationMs: 1 })
  return parsed !== undefined && 'json' in parsed.body ? (parsed.body.json as Record<string, unknown>[]) : []
}
