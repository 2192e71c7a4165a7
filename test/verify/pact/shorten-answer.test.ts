import { expect, test } from 'vitest'
import { shortenAnswer } from '../../../src/verify/pact/shorten-answer.js'

const COUNT = 5_000
const order = (id: number) => `{"id":${id},"petId":11${' '.repeat(300)}}`

test('an answer that is not long stays as it is', () => {
  expect(shortenAnswer('[1, 2.0]', {}, {})).toBe('[1, 2.0]')
})

test('a long answer that is not JSON stays as it is', () => {
  const body = '<'.repeat(2_000_000)
  expect(shortenAnswer(body, {}, {})).toBe(body)
})

test('of a long list the first elements, some of every kind and those of the states are kept', () => {
  const ids = Array.from({ length: COUNT }, (_, index) => order(index))
  ids[4_000] = '{"id":4000,"petId":11,"complete":true}'
  ids[4_500] = '{"id":"4500"}'
  const kept = idsIn(shortenAnswer(`[${ids.join(',')}]`, {}, { orderId: '4999' }))
  expect(kept).toEqual([...range(0, 1_020), 4_000, '4500', 4_999])
})

test('of elements with a value that a state gave a thousand are kept', () => {
  const body = `[${Array.from({ length: COUNT }, (_, index) => order(index)).join(',')}]`
  expect(idsIn(shortenAnswer(body, {}, { petId: 11 }))).toEqual(range(0, 2_020))
})

test.each([
  { body: { content: Array.from({ length: 3_000 }, () => ({})) } },
  { matchingRules: { body: { $: { matchers: [{ match: 'type', min: 3_000 }] } } } },
])('a pact that speaks of three thousand elements gets one more: %#', (response) => {
  const body = `[${Array.from({ length: COUNT }, (_, index) => order(index)).join(',')}]`
  expect(idsIn(shortenAnswer(body, { interactions: [{ response }] }, {})).slice(0, 3_001)).toEqual(range(0, 3_001))
})

test('of many members those are kept that the pact names', () => {
  const members = Array.from({ length: 100_000 }, (_, index) => `"m${index}":${index}`).join(',')
  const kept = JSON.parse(shortenAnswer(`{${members},"text":"${'x'.repeat(20_000)}"}`, { text: 1, m5000: 2 }, {})) as {
    text: string
  }
  expect(Object.keys(kept)).toEqual([...range(0, 1_000).map((index) => `m${index}`), 'm5000', 'text'])
  expect(kept.text).toBe('x'.repeat(10_000))
})

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index)
}

function idsIn(body: string): unknown[] {
  return (JSON.parse(body) as { id: unknown }[]).map(({ id }) => id)
}
