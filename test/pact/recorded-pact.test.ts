import { Verifier } from '@pact-foundation/pact'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { startServer } from '../../src/server/index.js'
import { temporaryFile } from '../temporary-file.js'
import { providerDuringTest } from '../verify/providers/during-test.js'

// A pact of every situation that can be recorded holds for the mock itself, and for a provider that knows nothing
// of it.

const GREEN = { result: true, errors: [], pendingErrors: [] }
const BARE_ORDERS = [[], [{ id: 1 }], [{ id: 1, status: 'shipped' }], [{ id: 1, status: 'cancelled' }]] as const

const mock = new OrdersMock()
const recording = mock.recordPact({ consumer: 'storefront' })
useEverything()

test('it has an interaction for each of them', async () => {
  expect((await recording.pact()).interactions).toHaveLength(25)
})

test('it is green on the mock, and so is the contract, whose provider states are those of Pact', async () => {
  await using server = await startServer()
  const provider = { statesUrl: `${server.origin}/__mock/provider-states`, apiKey: server.apiKey }
  const contract = 'contracts/pacts/orders-client-store-orders-service.json'
  expect(await verify({ ...provider, origin: server.origin })).toMatchObject(GREEN)
  expect(await verify({ ...provider, origin: server.baseUrl }, contract)).toMatchObject(GREEN)
})

test('it is green on an independent provider', async () => {
  const { baseUrl, statesUrl, apiKey } = await providerDuringTest()
  expect(await verify({ origin: new URL(baseUrl).origin, statesUrl, apiKey })).toMatchObject(GREEN)
})

/** Asks for everything with a good key, a wrong one and none. */
function useEverything(): void {
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

/** What Pact's own verifier says of a pact, by default the recorded one, in which the provider's key takes its place. */
async function verify(provider: Record<'origin' | 'statesUrl' | 'apiKey', string>, pact?: string): Promise<unknown> {
  const output = await new Verifier({
    provider: 'store-orders-service',
    providerBaseUrl: provider.origin,
    pactUrls: [pact ?? temporaryFile('storefront.json', await recording.text())],
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
