import { describe, expect, test } from 'vitest'
import { brokenProviders } from './broken-providers.js'
import { conformingProviders } from './conforming-providers.js'
import { expectConforming } from './expect-conforming.js'

// What is wrong with the broken ones is seen by the verifier: test/verify/tables.
test('every name is in the tables once', () => {
  expect(new Set(brokenProviders.map(({ name }) => name)).size).toBe(brokenProviders.length)
  expect(new Set(conformingProviders.map(({ name }) => name)).size).toBe(conformingProviders.length)
})

describe.concurrent('conforming providers', () => {
  test.each(conformingProviders)('a provider that $name conforms', async ({ start, unsupported }) => {
    const provider = await start()
    try {
      await expect(expectConforming(provider, unsupported)).resolves.toBeUndefined()
    } finally {
      await provider.close()
    }
  })
})
