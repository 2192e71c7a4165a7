import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Matchers, Pact } from '@pact-foundation/pact'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OrdersApiError, OrdersClient, type OrdersClientOptions } from '../../src/client/index.js'

// The consumer's side of the contract: what the client asks and what it needs of the answers. Running these tests
// writes the pact; `npm run generate` puts it into contracts/pacts, and a test fails when it drifts.

const { arrayContaining, boolean, fromProviderState, integer, like, regex, string } = Matchers

const FILE = 'orders-client-store-orders-service.json'
const COMMITTED = fileURLToPath(new URL(`../../contracts/pacts/${FILE}`, import.meta.url))

const KEY = 'test-key'
const WRONG_KEY = 'not-a-key'
const JSON_TYPE = regex(String.raw`(?i)^application/(?:[\w.-]+\+)?json\s*(?:;.*)?$`, 'application/json')
const IMF_FIXDATE = String.raw`^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d{2}:\d{2}:\d{2} GMT$`

let dir: string
let pact: Pact

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'orders-pact-'))
  pact = new Pact({ consumer: 'orders-client', provider: 'store-orders-service', dir, logLevel: 'error' })
})

afterAll(() => rm(dir, { recursive: true }))

describe('listing orders', () => {
  test('gives every order with all its members', async () => {
    const order = {
      id: integer(7),
      petId: integer(11),
      quantity: integer(2),
      shipDate: string('2026-11-02T09:30:00Z'),
      complete: boolean(true),
    }
    const listed = await pact
      .addInteraction()
      .given('an order with every field')
      .uponReceiving('a request for all orders, one of which has every field')
      .withRequest('GET', '/store/orders', (request) => request.headers(keyed(KEY)))
      .willRespondWith(200, (response) => json(response, arrayContaining(order)))
      .executeTest(onceNoted((server) => clientOf(server).listOrders()))
    expect(listed).toEqual([{ id: 7n, petId: 11n, quantity: 2, shipDate: '2026-11-02T09:30:00Z', complete: true }])
  })

  test('gives an empty list when there are none', async () => {
    const listed = await pact
      .addInteraction()
      .given('no orders')
      .uponReceiving('a request for all orders of an empty store')
      .withRequest('GET', '/store/orders', (request) => request.headers(keyed(KEY)))
      .willRespondWith(200, (response) => json(response, []))
      .executeTest(onceNoted((server) => clientOf(server).listOrders()))
    expect(listed).toEqual([])
  })

  test('gives all of many orders at once', async () => {
    const count = 250
    const listed = await pact
      .addInteraction()
      .given('many orders', { count })
      .uponReceiving('a request for all of 250 orders')
      .withRequest('GET', '/store/orders', (request) => request.headers(keyed(KEY)))
      .willRespondWith(200, (response) => json(response, Matchers.atLeastLike({}, count)))
      .executeTest(onceNoted((server) => clientOf(server).listOrders()))
    expect(listed).toHaveLength(count)
  })
})

describe('cancelling an order', () => {
  test('succeeds with 204 while it is pending', async () => {
    const answer = pact
      .addInteraction()
      .given('a pending order')
      .uponReceiving('a request to cancel a pending order')
      .withRequest('DELETE', orderPath('7'), (request) => request.headers(keyed(KEY)))
      .willRespondWith(204)
      .executeTest(onceNoted((server) => clientOf(server).cancelOrder(7)))
    await expect(answer).resolves.toBeUndefined()
  })

  test('succeeds with 204 for an id above 2^53', async () => {
    const answer = pact
      .addInteraction()
      .given('an order with a large id')
      .uponReceiving('a request to cancel a pending order with a large id')
      .withRequest('DELETE', orderPath('9007199254740993'), (request) => request.headers(keyed(KEY)))
      .willRespondWith(204)
      .executeTest(onceNoted((server) => clientOf(server).cancelOrder(9007199254740993n)))
    await expect(answer).resolves.toBeUndefined()
  })

  test('is refused with 409 once it has shipped', async () => {
    const failure = await pact
      .addInteraction()
      .given('a shipped order')
      .uponReceiving('a request to cancel a shipped order')
      .withRequest('DELETE', orderPath('8'), (request) => request.headers(keyed(KEY)))
      .willRespondWith(409)
      .executeTest(onceNoted((server) => failureOf(clientOf(server).cancelOrder(8))))
    expect(failure).toMatchObject({ operation: 'cancelOrder', status: 409, error: undefined })
  })

  test('is refused with 404 when there is no such order', async () => {
    const failure = await pact
      .addInteraction()
      .given('an unknown order id')
      .uponReceiving('a request to cancel an unknown order')
      .withRequest('DELETE', orderPath('404'), (request) => request.headers(keyed(KEY)))
      .willRespondWith(404, (response) => json(response, errorObject(404)))
      .executeTest(onceNoted((server) => failureOf(clientOf(server).cancelOrder(404))))
    expect(failure).toMatchObject({ status: 404, error: { code: 'a_code', message: 'A message.', status: 404 } })
  })
})

test('reading a pet tells when that will be switched off', async () => {
  let sunset: string | null = null
  const noting = async (request: Request): Promise<Response> => {
    const response = await fetch(request)
    sunset = response.headers.get('sunset')
    return response
  }
  const pet = await pact
    .addInteraction()
    .given('a pet')
    .uponReceiving('a request for a pet')
    .withRequest('GET', petPath('11'), (request) => request.headers(keyed(KEY)))
    .willRespondWith(200, (response) =>
      response
        .headers({ 'Content-Type': JSON_TYPE, Sunset: regex(IMF_FIXDATE, 'Wed, 30 Jun 2027 00:00:00 GMT') })
        .jsonBody(like({})),
    )
    .executeTest(onceNoted((server) => clientOf(server, { fetch: noting }).getPet(11)))
  expect(pet).toEqual({})
  expect(sunset).toBe('Wed, 30 Jun 2027 00:00:00 GMT')
})

describe.each([
  { credential: 'no key', apiKey: undefined },
  { credential: 'an invalid key', apiKey: WRONG_KEY },
])('with $credential', ({ credential, apiKey }) => {
  test.each([
    { operation: 'listOrders', request: 'to list all orders', call: (client: OrdersClient) => client.listOrders() },
    {
      operation: 'cancelOrder',
      request: 'to cancel an order',
      state: 'a pending order',
      call: (client: OrdersClient) => client.cancelOrder(7),
    },
    {
      operation: 'getPet',
      request: 'to read a pet',
      state: 'a pet',
      call: (client: OrdersClient) => client.getPet(11),
    },
  ] as const)('$operation is refused with 401', async ({ operation, request, state, call }) => {
    const interaction = pact.addInteraction()
    const failure = await (state === undefined ? interaction : interaction.given(state))
      .uponReceiving(`a request ${request} with ${credential}`)
      .withRequest(METHODS[operation], PATHS[operation], (builder) => builder.headers(keyed(apiKey)))
      .willRespondWith(401, (response) => json(response, errorObject(401)))
      .executeTest(onceNoted((server) => failureOf(call(clientOf(server, { apiKey })))))
    expect(failure).toMatchObject({ operation, status: 401, error: { status: 401 } })
  })
})

test('the committed pact is the one that these tests write', async () => {
  const written = JSON.parse(await readFile(join(dir, FILE), 'utf8')) as { metadata: Record<string, unknown> }
  // The versions of the tools that wrote it say nothing of the contract.
  written.metadata = { pactSpecification: written.metadata['pactSpecification'] }
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot(COMMITTED)
})

const orderPath = (orderId: string) => fromProviderState('/store/orders/${orderId}', `/store/orders/${orderId}`)
const petPath = (petId: string) => fromProviderState('/pets/${petId}', `/pets/${petId}`)

const METHODS = { listOrders: 'GET', cancelOrder: 'DELETE', getPet: 'GET' } as const
const PATHS = { listOrders: '/store/orders', cancelOrder: orderPath('7'), getPet: petPath('11') }

function keyed(apiKey: string | undefined): Record<string, string> {
  return apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }
}

function json<Response extends { headers(headers: object): Response; jsonBody(body: unknown): Response }>(
  response: Response,
  body: unknown,
): void {
  response.headers({ 'Content-Type': JSON_TYPE }).jsonBody(body)
}

function errorObject(status: number) {
  return { code: string('a_code'), message: string('A message.'), status }
}

interface NativePact {
  mockServerMatchedSuccessfully(port: number): boolean
}

/**
 * Pact's mock server answers a request before it has noted that it was a right one, and a busy machine is asked in between
 * (https://github.com/pact-foundation/pact-reference/issues/535): wait for the note, which nothing public tells of.
 */
function onceNoted<Result>(call: (server: { url: string; port: number }) => Promise<Result>): typeof call {
  return async (server) => {
    const result = await call(server)
    const mockServer = (pact as unknown as { pact: NativePact }).pact
    // One that never comes is Pact's to explain.
    await vi.waitUntil(() => mockServer.mockServerMatchedSuccessfully(server.port)).catch(() => {})
    return result
  }
}

function clientOf(server: { url: string }, options: Partial<OrdersClientOptions> = {}): OrdersClient {
  return new OrdersClient({ baseUrl: server.url, apiKey: KEY, ...options })
}

async function failureOf(call: Promise<unknown>): Promise<OrdersApiError> {
  const failure: unknown = await call.then(
    () => 'it succeeded',
    (error: unknown) => error,
  )
  if (failure instanceof OrdersApiError) return failure
  throw failure
}
