import { expect, test } from 'vitest'
import { keyFor } from '../../../src/verify/pact/key-for.js'

const expected = (status: number) => ({ status, apiKey: 'the-real-key' })

test("a pact's example key gives way to the key of the run, under the scheme as it is spelled", () => {
  expect(keyFor('Bearer test-key', expected(200))).toBe('Bearer the-real-key')
  expect(keyFor('bearer  test-key', expected(404))).toBe('bearer  the-real-key')
})

test('a key that is meant to be wrong stays wrong, even where it is somebody else’s valid key', () => {
  const wrong = keyFor('Bearer test-key', expected(401))
  expect(wrong).toMatch(/^Bearer test-key-[0-9a-f]{12}$/)
  expect(keyFor('Bearer test-key', expected(401))).toBe(wrong)
})

test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'the-real-key'])(
  '%j is no bearer key and stays as it is',
  (text) => {
    expect(keyFor(text, expected(200))).toBe(text)
    expect(keyFor(text, expected(401))).toBe(text)
  },
)
