// Verifies a provider with Pact and the contract's pact alone: node pact-alone.mjs <base-url> <key> <states-url>
// It ends with 0 if all interactions succeed, with 1 if one of them fails, and with 2 if Pact could not verify at all.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { argv, exit } from 'node:process'
import { Verifier } from '@pact-foundation/pact'

const [, , baseUrl, apiKey, statesUrl] = argv
const pacts = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

try {
  await new Verifier({
    provider: 'store-orders-service',
    providerBaseUrl: baseUrl,
    pactUrls: readdirSync(pacts).map((name) => pacts + name),
    providerStatesSetupUrl: statesUrl,
    // The pact has the key of the mock.
    requestFilter: (request, _, next) => {
      if (request.headers.authorization === 'Bearer test-key') request.headers.authorization = `Bearer ${apiKey}`
      next()
    },
    logLevel: 'error',
  }).verifyProvider()
} catch (error) {
  console.error(error)
  exit(hasFailedInteraction(error.message) ? 1 : 2)
}

/** Where Pact has verified, it rejects with its results; an interaction whose state failed has not been verified. */
function hasFailedInteraction(message) {
  try {
    return JSON.parse(message).errors.some(({ mismatch }) => !/state change/.test(JSON.stringify(mismatch)))
  } catch {
    return false
  }
}
