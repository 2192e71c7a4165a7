import { Verifier } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { startServer } from '../../../src/server/index.js'

test('the standard Pact verifier drives the mock as it is, by its provider states', async () => {
  await using server = await startServer()
  const output = await new Verifier({
    provider: 'store-orders-service',
    providerBaseUrl: server.baseUrl,
    pactUrls: ['contracts/pacts/orders-client-store-orders-service.json'],
    providerStatesSetupUrl: `${server.origin}/__mock/provider-states`,
    logLevel: 'error',
  }).verifyProvider()
  expect(JSON.parse(output)).toMatchObject({ result: true, errors: [], pendingErrors: [] })
})
