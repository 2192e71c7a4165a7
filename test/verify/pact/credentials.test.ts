import { expect, test } from 'vitest'
import { credentialsFor } from '../../../src/verify/pact/credentials.js'

const expected = (status: number) => ({ status, apiKey: 'the-real-key' })

test("a pact's example key gives way to the key of the run, under the scheme as it is spelled", () => {
  expect(credentialsFor('Bearer test-key', expected(200))).toBe('Bearer the-real-key')
  expect(credentialsFor('bearer  test-key', expected(404))).toBe('bearer  the-real-key')
})

test('a key that is meant to be wrong stays wrong, even where it is somebody else’s valid key', () => {
  const wrong = credentialsFor('Bearer test-key', expected(401))
  expect(wrong).toMatch(/^Bearer test-key-[0-9a-f]{12}$/)
  expect(credentialsFor('Bearer test-key', expected(401))).toBe(wrong)
})

test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'Bearer ', 'the-real-key'])(
  '%j is no bearer key and stays as it is',
  (text) => {
    expect(credentialsFor(text, expected(200))).toBe(text)
    expect(credentialsFor(text, expected(401))).toBe(text)
  },
)
