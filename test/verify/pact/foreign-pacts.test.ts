import { verifyProvider, type VerificationReport, type VerifyOptions } from 'orders-mock/verify'
import { afterAll, expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import { providerDuringTest } from '../providers/during-test.js'
import { type Behaviour, startSmallProvider } from '../providers/small-provider.js'

// Pacts of other consumers, of any version of the specification. The built package runs them.

const provider = await startSmallProvider()
afterAll(provider.close)

const LIST = { method: 'GET', path: '/store/orders', headers: { Authorization: 'Bearer some-example' } }

/** An interaction that lists the orders. */
function listing(description: string, response: object = { status: 200 }, more: object = {}): object {
  return { type: 'Synchronous/HTTP', description, request: LIST, response, ...more }
}

// As pact-ruby (2013), pact-jvm 2 to 4 and pact-broker's own tests write them; Pact's verifier asks for those of the first
// five, and for none of the others.
const SPELLINGS: readonly (readonly [version: string, state: object])[] = [
  ['1.0.0', { provider_state: 'no orders' }],
  ['1.1.0', { providerState: 'no orders', provider_state: 'another' }],
  ['2.0.0', { providerState: 'no orders' }],
  ['2.0.0', { providerState: 'another', providerStates: [{ name: 'no orders' }] }],
  ['3.0.0', { providerStates: [{ name: 'no orders', params: { count: 0 } }] }],
  ['4.0', { type: 'Synchronous/HTTP', providerStates: [{ name: 'no orders', params: null }] }],
  ['3.0.0', { providerState: 'no orders', providerStates: [] }],
  ['3.0.0', { providerStates: 'no orders' }],
  ['3.0.0', { providerStates: ['no orders'] }],
  ['3.0.0', { providerStates: { name: 'no orders' } }],
  ['2.0.0', { providerState: { name: 'no orders' } }],
  ['0.1.24', { producer_state: 'no orders' }],
]
const VERSIONS = [{ pactSpecificationVersion: '2.0.0' }, { 'pact-specification': { version: '2.0.0' } }, undefined]

test('a state is set up however a pact spells it and its version', async () => {
  const empty = { description: 'a list', request: LIST, response: { status: 200, body: [] } }
  const spelled = SPELLINGS.map(([version, state]) => pactOf([{ ...empty, ...state }], version))
  const versions = VERSIONS.map((metadata) => ({ ...pactOf([{ ...empty, provider_state: 'no orders' }]), metadata }))
  const named = [...spelled, ...versions].map((pact, index) => ({ ...pact, consumer: { name: `shop-${index}` } }))
  const pacts = named.map((pact) => temporaryFile('pact.json', JSON.stringify(pact)))
  const found = { result: 'passed', clause: 'List orders', states: ['no orders'] }
  const { checks } = await report('', { pacts })
  expect(checks.map(({ id, result, clause, states }) => ({ id, result, clause, states }))).toEqual(
    named.map(({ consumer }) => ({ id: `pact.${consumer.name}.a-list`, ...found })),
  )
})

test('a state that is null, empty or an empty list is none, as for Pact itself', async () => {
  const interactions = [null, '', []].map((providerState) => listing('a list', { status: 200 }, { providerState }))
  const { checks } = await verify(interactions)
  const passed = { result: 'passed', states: [] }
  expect(checks).toMatchObject([passed, passed, passed])
})

test('a state that the provider does not know is skipped by its name, and the reason names no --states', async () => {
  const run = await verify([listing('a list', { status: 200 }, { provider_state: 'nobody has it' })])
  const reason = 'the provider does not support the state "nobody has it" (501)'
  expect(run.checks).toMatchObject([{ result: 'skipped', message: reason }])
  const message = `Nothing was checked: ${reason}. Use other --checks or --pact files, or a longer --time-budget.`
  expect(run.error).toEqual({ message, exitCode: 2 })
})

const SHAPE = 'Use a name, or {"name": "…", "params": {…}}.'

test.each([
  [
    [listing('a list', {}, { providerStates: ['x', 7] })],
    `interactions[0] ("a list"): providerStates[1] is 7. ${SHAPE}`,
  ],
  [[listing('a list', {}, { providerStates: [''] })], `interactions[0] ("a list"): providerStates[0] is "". ${SHAPE}`],
  [[{}, listing('b', {}, { providerState: true })], `interactions[1] ("b"): providerState is true. ${SHAPE}`],
  [[listing('b', {}, { provider_state: {} })], `interactions[0] ("b"): provider_state is {}. ${SHAPE}`],
  [
    [listing('b', {}, { providerStates: [{ name: 'x', params: [] }] })],
    `interactions[0] ("b"): providerStates[0] is {"name":"x","params":[]}. ${SHAPE}`,
  ],
  [
    [listing('b', {}, { provider_states: [{ name: 'x' }] })],
    'interactions[0] ("b"): Pact has no "provider_states". Use providerStates: [{"name": "…"}].',
  ],
  [[listing('a list'), null], 'interactions[1] is null, not an object.'],
])('what cannot be understood is an error that names the place: %j', async (interactions, problem) => {
  const pact = temporaryFile('foreign.json', JSON.stringify({ ...pactOf([]), interactions }))
  await expect(report('', { pacts: [pact] })).rejects.toMatchObject({
    exitCode: 2,
    message: `Cannot use ${pact}: ${problem}`,
  })
})

test('interactions or messages that are no list are an error', async () => {
  const pact = { ...pactOf([]), interactions: { first: listing('a list') }, messages: [] }
  await expect(report(pact)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/: interactions is \{"first":.*, not a list\.$/) as string,
  })
})

test('a difference is reported with both values, and how to reproduce it', async () => {
  const response = { status: 201, headers: { 'X-Total': '0' }, body: { orders: [] } }
  const empty = await providerOf((json) => json(200, []))
  const [check] = (await verify([listing('a list', response)], empty, '3.0.0')).checks
  expect(check).toMatchObject({
    result: 'failed',
    curl: expect.stringContaining('"Authorization: Bearer $ORDERS_MOCK_KEY"') as string,
    name: 'a-shop: a list returns 201',
    message:
      "The status: expected 201 but was 200; header X-Total: Expected a header 'X-Total' but was missing; " +
      'the body: Type mismatch: Expected [] (Array) to be the same type as {"orders":[]} (Object).',
    expected: 'the status: 201\nheader X-Total: "0"\nthe body: {"orders":[]}',
  })
  expect(check?.actual).toContain('status 200\ncontent-type: application/json')
})

test('a response without the body that a pact expects is reported as such', async () => {
  const empty = await providerOf(() => ({ status: 200, headers: { 'content-length': '0' } }))
  const [check] = (await verify([listing('a list', { status: 200, body: [] })], empty, '3.0.0')).checks
  expect(check).toMatchObject({ result: 'failed', expected: 'the body: []' })
})

test('the same description twice is two results', async () => {
  const { checks } = await verify([listing('a list'), listing('a list', { status: 200, body: [] })])
  expect(checks.map(({ id }) => id)).toEqual(['pact.a-shop.a-list', 'pact.a-shop.a-list-2'])
})

test('2.0 is an integer, unless the pact wants a decimal number', async () => {
  const spelled = await providerOf((json) => ({ ...json(200, []), body: '[{"id":2.0,"text":"2.0 \\" 3.0"}]' }))
  const interactions = [
    listing('an integer', wants('integer', { id: 7, text: '2.0 " 3.0' })),
    listing('a decimal', wants('decimal', { id: 7.5 })),
  ]
  const { checks } = await verify(interactions, spelled, '3.0.0')
  expect(checks.map(({ result }) => result)).toEqual(['passed', 'passed'])
})

test('an id that the pact has of its own is named as the other cause', async () => {
  const request = { ...LIST, method: 'DELETE', path: '/store/orders/123456789' }
  const cancel = listing('a cancel', { status: 204 }, { request, providerStates: [{ name: 'a pending order' }] })
  const [check] = (await verify([cancel])).checks
  const message = / The pact names the id 123456789, but the state gave \d+: take the id from the state\.$/
  expect(check?.message).toMatch(message)
})

test('a state that is not what it says is named as the other cause, and one that no pact knows is warned of', async () => {
  const full = await providerOf((json) => json(200, [{ id: 7 }]))
  const states = temporaryFile('states.json', '{"no orders": {}, "somebody": {}, "nobody": {}}')
  const providerStates = [{ name: 'no orders' }, { name: 'somebody' }]
  const empty = listing('no order', { status: 200, body: [] }, { providerStates })
  const { checks, hints } = await verify([empty], { ...full, states })
  expect(checks[0]?.message).toMatch(/ Or the state "no orders" did not take effect\.$/)
  expect(hints).toEqual([`${states} has "nobody", which is not a state of the contract. Did you mean somebody?`])
  expect((await verify([empty], { ...full, states, checks: ['openapi'] })).hints).toEqual([])
})

test('a state whose order is of another status is named as the other cause', async () => {
  const shipped = await providerDuringTest((usual) => ({ cancelOrder: () => usual.error(409, 'shipped') }))
  const request = { ...LIST, method: 'DELETE', path: '/store/orders/7' }
  const cancel = listing('a cancel', { status: 204 }, { request, providerStates: [{ name: 'a pending order' }] })
  const { baseUrl, apiKey: key, statesUrl: states } = shipped
  const { checks } = await verify([cancel], { baseUrl, key, states })
  expect(checks[0]?.message).toMatch(/was 409\. Or the state "a pending order" did not take effect\.$/)
})

test('a redirect is a wrong status, and is not followed', async () => {
  const redirecting = await providerOf((json) => ({ ...json(302, []), headers: { location: '/login' } }))
  expect((await verify([listing('a list')], redirecting)).checks).toMatchObject([
    { result: 'failed', message: 'The status: expected 200 but was 302.' },
  ])
})

test('the first elements of a long list, as many as the pact demands, and those of the states are compared', async () => {
  const COUNT = 10_000
  const orders = Array.from({ length: COUNT }, (_, id) => ({ id, note: 'x'.repeat(30) }))
  const state = { name: 'an unknown order id' }
  const states = temporaryFile('states.json', JSON.stringify({ [state.name]: { orderId: `${COUNT - 1}` } }))
  const last = { id: COUNT - 1 }
  const variants = [{ index: 0, contents: last, rules: {} }]
  const interactions = [
    listing('the last', matches([last], { match: 'arrayContains', variants }), { providerStates: [state] }),
    listing('many', matches([{}], { match: 'type', min: 3_000 })),
  ]
  const { checks } = await verify(interactions, { ...(await providerOf((json) => json(200, orders))), states })
  expect(checks.map(({ result }) => result)).toEqual(['passed', 'passed'])
})

test('messages are skipped by name, because HTTP cannot verify them', async () => {
  const event = { type: 'Asynchronous/Messages', description: 'an event', contents: {} }
  const { checks } = await verify([event, listing('a list')])
  expect(checks.map(({ name, result, message }) => [name, result, message])).toEqual([
    ['a-shop: an event', 'skipped', 'no HTTP request can verify an interaction of the type "Asynchronous/Messages"'],
    ['a-shop: a list returns 200', 'passed', undefined],
  ])
})

test('a pact of messages alone (version 3) checks nothing, and says so', async () => {
  const messages = [{ description: 'an event', contents: {} }]
  expect(await report({ ...pactOf([]), interactions: undefined, messages })).toMatchObject({
    result: 'error',
    error: { exitCode: 2 },
    checks: [{ id: 'pact.a-shop.an-event', result: 'skipped' }],
  })
})

test('own pacts stand beside the contract that ships with the package, whatever they call the provider', async () => {
  const pact = { ...pactOf([listing('a list')]), provider: { name: 'orders' } }
  const { checks } = await report(pact, { defaultPact: true, provider: 'orders' })
  const ids = checks.map(({ id }) => id)
  expect(ids).toContain('pact.a-request-to-cancel-a-pending-order')
  expect(ids.at(-1)).toBe('pact.a-shop.a-list')
})

test('a failure that is pending is a note with the comments of its authors, and does not fail the run', async () => {
  const comments = { text: ['for the overview page'], testname: 'overview.test.ts' }
  const tea = listing('a tea', { status: 418 }, { pending: true, comments })
  expect(await verify([listing('a list'), tea])).toMatchObject({
    result: 'pass',
    summary: { passed: 1, failed: 0 },
    checks: [
      { result: 'passed' },
      {
        result: 'note',
        message: 'Pending, so it does not fail the run: The status: expected 418 but was 200.',
        comments: ['for the overview page', 'test: overview.test.ts'],
      },
    ],
  })
})

test.each<[string, object | string, RegExp]>([
  ['no JSON', '{', /^Cannot read the pact /],
  ['no pact', { orders: [] }, /it is not a pact file/],
  [
    'a pact of another provider',
    { ...pactOf([]), provider: { name: 'pets' } },
    /its provider is "pets", not "store-orders-service".*--provider pets\.$/,
  ],
])('a file that is %s is rejected', async (_, content, message) => {
  await expect(report(content)).rejects.toMatchObject({
    name: 'ToolError',
    exitCode: 2,
    message: expect.stringMatching(message) as string,
  })
})

function wants(match: string, body: object): object {
  const rule = { matchers: [{ match }] }
  return { status: 200, body: [body], matchingRules: { body: { '$[0].id': rule } } }
}

function matches(body: object[], matcher: object): object {
  return { status: 200, body, matchingRules: { body: { $: { matchers: [matcher] } } } }
}

test('the values of a state in an old spelling are put into the request', async () => {
  const generators = { path: { type: 'ProviderState', expression: '/store/orders/${orderId}', dataType: 'STRING' } }
  const request = { ...LIST, method: 'DELETE', path: '/store/orders/1', generators }
  const cancel = listing('a cancel', { status: 204 }, { request, provider_state: 'a pending order' })
  expect((await verify([cancel], {}, '3.0.0')).checks).toMatchObject([
    { result: 'passed', states: ['a pending order'] },
  ])
})

function pactOf(interactions: readonly object[], version = '4.0') {
  const metadata = { pactSpecification: { version } }
  return { consumer: { name: 'a-shop' }, provider: { name: 'store-orders-service' }, interactions, metadata }
}

/** Where a provider is that answers the list in its own way, and has no states. */
async function providerOf(
  reply: (json: Behaviour['json']) => ReturnType<Behaviour['json']>,
): Promise<Partial<VerifyOptions>> {
  const { baseUrl, apiKey: key } = await providerDuringTest((usual) => ({ listOrders: () => reply(usual.json) }))
  return { baseUrl, key, states: undefined }
}

function verify(interactions: readonly object[], options: Partial<VerifyOptions> = {}, version = '4.0') {
  return report(pactOf(interactions, version), options)
}

async function report(pact: object | string, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  const { baseUrl, apiKey: key, statesUrl: states } = provider
  const pacts = [temporaryFile('pact.json', typeof pact === 'string' ? pact : JSON.stringify(pact))]
  return verifyProvider({
    baseUrl,
    key,
    states,
    pacts,
    defaultPact: false,
    checks: ['pact'],
    timeoutMs: 60_000,
    ...options,
  })
}
