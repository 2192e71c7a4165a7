import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Verifier } from '@pact-foundation/pact'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OrdersMock, type PactDocument } from '../../src/core/index.js'
import { startServer } from '../../src/server/index.js'
import { startSmallProvider } from '../verify/providers/small-provider.js'

// A pact of every situation that can be recorded holds for the mock itself, and for a provider that knows nothing
// of it.

let recorded: PactDocument
const folder = mkdtempSync(join(tmpdir(), 'orders-mock-recorded-'))
const file = join(folder, 'storefront.json')

beforeAll(async () => {
  const mock = new OrdersMock()
  const recording = mock.recordPact({ consumer: 'storefront' })
  useEverything(mock)
  recorded = await recording.pact()
  writeFileSync(file, await recording.text())
})

afterAll(() => rm(folder, { recursive: true }))

test('it has an interaction for each of them', () => {
  expect(recorded.interactions).toHaveLength(25)
})

test('it is green on the mock', async () => {
  await using server = await startServer()
  await expect(
    verify({ origin: server.origin, statesUrl: `${server.origin}/__mock/provider-states`, apiKey: server.apiKey }),
  ).resolves.toMatchObject({ result: true, errors: [], pendingErrors: [] })
})

test('the contract is green on the mock, too, whose provider states are those of Pact', async () => {
  await using server = await startServer()
  const provider = {
    origin: server.baseUrl,
    statesUrl: `${server.origin}/__mock/provider-states`,
    apiKey: server.apiKey,
  }
  const verified = verify(provider, 'contracts/pacts/orders-client-store-orders-service.json')
  await expect(verified).resolves.toMatchObject({ result: true, errors: [], pendingErrors: [] })
})

test('it is green on an independent provider', async () => {
  const { baseUrl, statesUrl, apiKey, close } = await startSmallProvider()
  const verified = verify({ origin: new URL(baseUrl).origin, statesUrl, apiKey }).finally(close)
  await expect(verified).resolves.toMatchObject({ result: true, errors: [], pendingErrors: [] })
})

const BARE_ORDERS = [[], [{ id: 1 }], [{ id: 1, status: 'shipped' }], [{ id: 1, status: 'cancelled' }]] as const

/** Asks for everything with a good key, a wrong one and none. */
function useEverything(mock: OrdersMock): void {
  const shop = mock.sandbox()
  const ask = (authorization: string | undefined, method: string, path: string) =>
    mock.handle({ method, path, ...(authorization && { authorization }) })
  for (const authorization of [undefined, 'Bearer wrong', 'Bearer test-key']) {
    for (const orders of BARE_ORDERS) {
      shop.restore({ orders })
      ask(authorization, 'GET', '/store/orders')
    }
    shop.reset('int64')
    shop.orders.put(1, { petId: 11, quantity: 1, shipDate: 'now', complete: true })
    shop.orders.put(2, { status: 'shipped' })
    shop.orders.put(3, { status: 'cancelled' })
    ask(authorization, 'GET', '/store/orders')
    ask(authorization, 'GET', '/pets/11')
    for (const id of ['1', '2', '3', '9007199254740993', '404']) ask(authorization, 'DELETE', `/store/orders/${id}`)
  }
}

/** What Pact's own verifier says. The provider's key takes the place of the one in the pact. */
async function verify(provider: { origin: string; statesUrl: string; apiKey: string }, pact = file): Promise<unknown> {
  const output = await new Verifier({
    provider: 'store-orders-service',
    providerBaseUrl: provider.origin,
    pactUrls: [pact],
    providerStatesSetupUrl: provider.statesUrl,
    requestFilter: (request, _response, next) => {
      const { authorization } = request.headers
      if (authorization === 'Bearer test-key') request.headers.authorization = `Bearer ${provider.apiKey}`
      next()
    },
    logLevel: 'error',
  }).verifyProvider()
  return JSON.parse(output)
}
