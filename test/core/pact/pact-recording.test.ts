import { expect, test } from 'vitest'
import { OrdersMock, type OrdersMockOptions } from '../../../src/core/index.js'

const SHOP: NonNullable<OrdersMockOptions['scenario']> = {
  orders: [
    { id: 1, petId: 11, quantity: 1, shipDate: '2026-11-02T09:30:00Z', complete: false },
    { id: 2, status: 'shipped' },
    { id: 3, status: 'cancelled' },
    { id: 9007199254740993n },
    { id: 5 },
  ],
}

/** What front ends ask: a method, a path and a key, if one is sent. */
type Use = readonly (readonly [method: string, path: string, key?: string])[]

const KEY = 'test-key'

const WHOLE_USE: Use = [
  ['GET', '/store/orders', KEY],
  ['GET', '/store/orders'],
  ['DELETE', '/store/orders/1', KEY],
  ['DELETE', '/store/orders/2', KEY],
  ['DELETE', '/store/orders/3', KEY],
  ['DELETE', '/store/orders/9007199254740993', KEY],
  ['DELETE', '/store/orders/404', KEY],
  ['DELETE', '/store/orders/5', 'stolen-key'],
  ['GET', '/pets/11', KEY],
]

test('each operation, status and state is one interaction, with the state that was true', async () => {
  const { interactions } = await pactOf(WHOLE_USE)
  // A wrong key is not written down.
  expect(JSON.stringify(interactions)).not.toContain('stolen')
  expect(
    interactions.map(({ description, providerStates: [state] = [], response }) => [
      description,
      state?.name,
      response.status,
    ]),
  ).toEqual([
    ['a request to cancel a cancelled order', 'a cancelled order', 409],
    ['a request to cancel a pending order', 'a pending order', 204],
    ['a request to cancel a pending order with a wrong key', 'a pending order', 401],
    ['a request to cancel a shipped order', 'a shipped order', 409],
    ['a request to cancel an order with a large id', 'an order with a large id', 204],
    ['a request to cancel an unknown order', 'an unknown order id', 404],
    ['a request to list all orders with one that has every field', 'an order with every field', 200],
    ['a request to list all orders without a key', undefined, 401],
    ['a request to read a pet', 'a pet', 200],
  ])
})

test('a pact demands nothing that only the choices of the mock show', async () => {
  const usual = (await pactOf(WHOLE_USE)).interactions
  const demandedOf = (interactions: typeof usual) =>
    interactions.filter(({ pending, description }) => !pending && description !== 'a request to read a pet')
  for (let freedoms = 1; freedoms <= 20; freedoms += 1) {
    const { interactions } = await pactOf(WHOLE_USE, { freedoms })
    expect(demandedOf(interactions)).toEqual(demandedOf(usual))
    const second = interactions.find(({ pending }) => pending)
    expect(second).toMatchObject({ description: 'a request to cancel a cancelled order' })
    expect(second?.response).toEqual({
      status: expect.toSatisfy((status) => status === 409 || status === 404) as unknown,
    })
  }
})

test('an id comes from the provider state, the key is the one that pacts have', async () => {
  const { interactions } = await pactOf([['DELETE', '/store/orders/2', 'second-key~~box']], {
    keys: ['first-key', 'second-key'],
  })
  expect(interactions).toEqual([
    {
      description: 'a request to cancel a shipped order',
      pending: false,
      providerStates: [{ name: 'a shipped order' }],
      request: {
        generators: { path: { expression: '/v1/store/orders/${orderId}', type: 'ProviderState' } },
        headers: { Authorization: ['Bearer test-key'] },
        matchingRules: { path: { combine: 'AND', matchers: [{ match: 'type' }] } },
        method: 'DELETE',
        path: '/v1/store/orders/8',
      },
      response: { status: 409 },
      type: 'Synchronous/HTTP',
    },
  ])
})

test('what the specification leaves open is pending, with the reason', async () => {
  const { interactions } = await pactOf([['DELETE', '/store/orders/3', KEY]])
  expect(interactions).toMatchObject([
    { pending: true, comments: { text: ['The specification leaves open a second cancel request.'] } },
  ])
})

test('a list with an order that has every field demands each of its fields, in JSON', async () => {
  const [listed] = (await pactOf([['GET', '/store/orders', KEY]])).interactions
  const [integer, type] = ['integer', 'type'].map((match) => ({ combine: 'AND', matchers: [{ match }] }))
  const rules = { '$.complete': type, '$.id': integer, '$.petId': integer, '$.quantity': integer }
  const body = { $: { matchers: [{ match: 'arrayContains', variants: [{ index: 0, rules }] }] } }
  const header = { 'Content-Type': { matchers: [{ match: 'regex' }] } }
  expect(listed?.response).toMatchObject({ matchingRules: { body, header } })
})

test('a list without an order that has every field demands no field', async () => {
  const scenario = { orders: [{ id: 1, petId: 2 }] }
  const { interactions } = await pactOf([['GET', '/store/orders', KEY]], { scenario })
  expect(interactions).toMatchObject([
    {
      description: 'a request to list all orders with a pending order among them',
      response: { body: { content: [{}] }, matchingRules: { body: { $: { matchers: [{ match: 'type', min: 1 }] } } } },
    },
  ])
})

test('a list of cancelled orders demands no order, and a pet no field', async () => {
  const scenario = { orders: [{ id: 3, status: 'cancelled' }], pets: [{ id: 99, name: 'Rex' }] } as const
  const use: Use = [
    ['GET', '/store/orders', KEY],
    ['GET', '/pets/99', KEY],
    ['GET', '/pets/99'],
  ]
  const { interactions } = await pactOf(use, { scenario })
  const type = { combine: 'AND', matchers: [{ match: 'type' }] }
  expect(interactions).toMatchObject([
    {
      providerStates: [{ name: 'a cancelled order' }],
      response: { body: { content: [] }, matchingRules: { body: { $: type, '$[*]': type } } },
    },
    { providerStates: [{ name: 'a pet' }], response: { body: { content: {} }, matchingRules: { body: { $: type } } } },
    { providerStates: [{ name: 'a pet' }], response: { status: 401 } },
  ])
  expect(JSON.stringify(interactions)).not.toContain('"min"')
})

test('a response that was only delayed is recorded, and an empty store is a state', async () => {
  const scenario = { faults: [{ kind: 'delay', delayMs: 1 }] } as const
  const { interactions } = await pactOf([['GET', '/store/orders', KEY]], { scenario })
  expect(interactions.map(({ description }) => description)).toEqual(['a request to list all orders of an empty store'])
})

test.each<[what: string, use: Use, options?: OrdersMockOptions]>([
  ['a path that the API has not', [['GET', '/nowhere', KEY]]],
  ['HEAD', [['HEAD', '/store/orders', KEY]]],
  ['an order id that is not an int64', [['DELETE', '/store/orders/first', KEY]]],
  ['a pet that is not there, which no state provides for', [['GET', '/pets/404', KEY]]],
  ['an operation that was switched off', [['GET', '/pets/11', KEY]], { scenario: 'sunset-passed' }],
  ['a key that names no scenario', [['GET', '/store/orders', `${KEY}~nowhere`]]],
  ['an injected failure', [['GET', '/store/orders', KEY]], { scenario: { faults: [{ kind: 'status', status: 401 }] } }],
  ['a list that was cut short', [['GET', '/store/orders', KEY]], { scenario: { faults: [{ kind: 'truncate' }] } }],
])('%s is left out', async (_, use, options) => {
  await expect(pactOf(use, options)).resolves.toMatchObject({ interactions: [] })
})

test('the same use gives the same text, whatever the ids and however often', async () => {
  const use: Use = [
    ['GET', '/store/orders', KEY],
    ['DELETE', '/store/orders/2', KEY],
    ['DELETE', '/store/orders/404', KEY],
  ]
  const others: Use = [
    ['DELETE', '/store/orders/77', `${KEY}~shipped`],
    ['DELETE', '/store/orders/1', `${KEY}~shipped`],
    ['GET', '/store/orders', `${KEY}~default`],
    ['GET', '/store/orders', `${KEY}~large`],
  ]
  expect(await textOf(others)).toBe(await textOf(use))
})

test('nothing is recorded after the end', async () => {
  const { mock, recording } = record([['GET', '/store/orders', KEY]])
  recording.stop()
  ask(mock, [['DELETE', '/store/orders/404', KEY]])
  expect(recording.size).toBe(1)
  expect((await recording.pact()).interactions).toHaveLength(1)
})

test.each([' ', undefined])('a recording for the consumer %j, without a name, is rejected', (consumer) => {
  expect(() => new OrdersMock().recordPact({ consumer } as never)).toThrow('A pact needs the name of its consumer')
})

function pactOf(use: Use, options?: OrdersMockOptions) {
  return record(use, options).recording.pact()
}

function textOf(use: Use): Promise<string> {
  return record(use).recording.text()
}

function record(use: Use, options: OrdersMockOptions = {}) {
  const mock = new OrdersMock({ scenario: SHOP, ...options })
  mock.createSandbox({ name: 'box' })
  const recording = mock.recordPact({ consumer: 'storefront' })
  ask(mock, use)
  return { mock, recording }
}

function ask(mock: OrdersMock, use: Use): void {
  for (const [method, path, key] of use) {
    mock.handle({ method, path, ...(key !== undefined && { authorization: `Bearer ${key}` }) })
  }
}
