import { expect, test } from 'vitest'
import { OrdersMock, readBody } from '../../../src/core/index.js'

const chunks = Array.from({ length: 5 }, () => Buffer.from('é'.repeat(2000)))

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
  mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer stolen-key' })
  mock.handle({ method: 'OPTIONS', path: '/store/orders' })
  expect(reasons).toEqual(['the key stol… is invalid', 'a CORS preflight needs no key'])
})
