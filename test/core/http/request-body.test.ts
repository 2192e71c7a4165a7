import { expect, test } from 'vitest'
import { OrdersMock, readBody } from '../../../src/core/index.js'

const bytes = Buffer.from('é'.repeat(10_000))
// Two of the chunks end within a character.
const chunks = [0, 3999, 8001, 12_000, 16_000].map((from, index, all) => bytes.subarray(from, all[index + 1]))

test.each([
  ['whole where an operation takes it', true, 10_000],
  ['in its beginning alone where none does', false, 6000],
])('a body is read %s', async (_, isWanted, length) => {
  expect(await readBody(chunks, { isWanted })).toEqual({ body: 'é'.repeat(length) })
})

test('a listener hears why requests without a valid key, and preflights, got their responses', () => {
  const mock = new OrdersMock()
  const reasons: unknown[] = []
  mock.subscribe((event) => reasons.push(event.type === 'request' && event.entry.reason))
  for (const key of ['stolen-key', 'test-key~~gone', 'test-key~gone'])
    mock.handle({ method: 'GET', path: '/store/orders', authorization: `Bearer ${key}` })
  mock.handle({ method: 'OPTIONS', path: '/store/orders' })
  const gone = ['there is no sandbox "gone"', 'there is no scenario "gone"']
  expect(reasons).toEqual(['the key stol… is invalid', ...gone, 'a CORS preflight needs no key'])
})
