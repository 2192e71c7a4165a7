import { afterAll, expect, test } from 'vitest'
import { startPactVerifier } from '../../../dist/verify/pact/start-verifier.js'
import { failsInteraction, failsOpenapi } from './check-once.js'
import { findable, forgotten } from './found-by.js'

// What a single exchange shows is the job of the pact and openapi checks.

const verifier = startPactVerifier()
afterAll(() => verifier.close())

test('of every broken provider it is known what finds it', () => {
  expect(forgotten).toEqual([])
})

test.each(findable.filter(({ caughtBy }) => caughtBy === 'pact'))('$check fails: $name', async ({ start, check }) => {
  await expect(failsInteraction(start, check, verifier)).resolves.toBe(true)
})

test.each(findable.filter(({ caughtBy }) => caughtBy === 'openapi'))(
  '$check fails: $name',
  async ({ start, check }) => {
    await expect(failsOpenapi(start)).resolves.toContain(check)
  },
)
