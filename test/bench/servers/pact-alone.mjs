// Verifies a provider with Pact and the contract's pact alone: node pact-alone.mjs <base-url> <key> <states-url>
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { argv } from 'node:process'
import { Verifier } from '@pact-foundation/pact'

const [, , baseUrl, apiKey, statesUrl] = argv
const pacts = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

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
