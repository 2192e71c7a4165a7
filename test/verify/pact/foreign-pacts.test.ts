import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import type { Behaviour, Deviation } from '../providers/small-provider.js'
import { verifySmall } from '../verify-once.js'

// Pacts of other consumers, of any version of the specification. The built package runs them.

const LIST = { method: 'GET', path: '/store/orders', headers: { Authorization: 'Bearer some-example' } }

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

const a = (states: object) => listing('a', {}, states)
const SHAPE = 'Use a name, or {"name": "…", "params": {…}}.'

test.each<[interactions: unknown, problem: string]>([
  [{ first: 1 }, ' is {"first":1}, not a list.'],
  [[a({ providerStates: ['x', 7] })], `[0] ("a"): providerStates[1] is 7. ${SHAPE}`],
  [[a({ providerStates: [''] })], `[0] ("a"): providerStates[0] is "". ${SHAPE}`],
  [[{}, a({ providerState: true })], `[1] ("a"): providerState is true. ${SHAPE}`],
  [[a({ provider_state: {} })], `[0] ("a"): provider_state is {}. ${SHAPE}`],
  [[a({ providerState: { name: 'x', params: [] } })], `[0] ("a"): providerState is {"name":"x","params":[]}. ${SHAPE}`],
  [
    [a({ provider_states: [{ name: 'x' }] })],
    '[0] ("a"): Pact has no "provider_states". Use providerStates: [{"name": "…"}].',
  ],
  [[a({}), null], '[1] is null, not an object.'],
])('what cannot be understood is an error that names the place: %j', async (interactions, problem) => {
  const pact = temporaryFile('foreign.json', JSON.stringify({ ...pactOf([]), interactions, messages: [] }))
  const message = `Cannot use ${pact}: interactions${problem}`
  await expect(report('', { pacts: [pact] })).rejects.toMatchObject({ name: 'ToolError', exitCode: 2, message })
})

const WITH_TOTAL = { status: 201, headers: { 'X-Total': '0' }, body: { orders: [] } }

test.each<[string, interaction: object, reply: Reply, check: object]>([
  [
    'both values of each difference, and how to reproduce it',
    listing('a list', WITH_TOTAL),
    (json) => json(200, []),
    {
      curl: expect.stringContaining('"Authorization: Bearer $ORDERS_MOCK_KEY"'),
      name: 'a-shop: a list returns 201',
      message:
        "The status: expected 201 but was 200; header X-Total: Expected a header 'X-Total' but was missing; " +
        'the body: Type mismatch: Expected [] (Array) to be the same type as {"orders":[]} (Object).',
      expected: 'the status: 201\nheader X-Total: "0"\nthe body: {"orders":[]}',
      actual: expect.stringContaining('status 200\ncontent-type: application/json'),
    },
  ],
  [
    'a missing body',
    listing('a list', { status: 200, body: [] }),
    () => ({ status: 200, headers: { 'content-length': '0' } }),
    { expected: 'the body: []' },
  ],
  [
    'how long a list is, how long it should be, and its state as the other cause',
    listing(
      'a list',
      matches(
        Array.from({ length: 30 }, () => ({})),
        '$',
        { match: 'type', min: 30 },
      ),
      { providerState: 'many orders' },
    ),
    (json) =>
      json(
        200,
        Array.from({ length: 20 }, (_, index) => ({ id: index, petId: 1_000_000_000 })),
      ),
    {
      message: expect.stringMatching(
        /^The body: Expected \[\{"id":0,.* \(size 20\) to have minimum size of 30\. Or the state "many orders" did not take effect\.$/,
      ),
    },
  ],
  [
    'no state as the other cause, where a list comes in place of an object',
    listing('a list', { status: 200, body: { orders: [] } }, { providerState: 'many orders' }),
    (json) => json(200, []),
    { message: expect.stringMatching(/^The body: Type mismatch: .* \(Object\)\.$/) },
  ],
  [
    'a redirect, which is not followed, as a wrong status',
    listing('a list'),
    (json) => ({ ...json(302, []), headers: { location: '/login' } }),
    { message: 'The status: expected 200 but was 302.' },
  ],
  [
    'an id that the pact has of its own, as the other cause',
    cancelling('123456789'),
    (json) => json(404, { code: 'c', message: 'm', status: 404 }),
    {
      message: expect.stringMatching(
        / The pact names the id 123456789, but the state gave \d+: take the id from the state\.$/,
      ),
    },
  ],
  [
    'a state whose order is of another status, as the other cause',
    cancelling('7'),
    (json) => json(409, {}),
    { message: expect.stringMatching(/was 409\. Or the state "a pending order" did not take effect\.$/) },
  ],
])('a failed interaction shows %s', async (_, interaction, reply, check) => {
  const { checks } = await verify([interaction], { version: '3.0.0', reply })
  expect(checks).toMatchObject([{ result: 'failed', ...check }])
})

test('an interaction that Pact cannot verify is an error with its reason', async () => {
  const request = { ...LIST, headers: { 'a header': 'x' } }
  const { checks } = await verify([listing('a list', { status: 200 }, { request })])
  const message = expect.stringMatching(/^Pact's verifier could not verify it: Invalid header name/) as string
  expect(checks).toMatchObject([{ result: 'error', message }])
})

test('the same description twice is two results', async () => {
  const { checks } = await verify([listing('a list'), listing('a list', { status: 200, body: [] })])
  expect(checks.map(({ id }) => id)).toEqual(['pact.a-shop.a-list', 'pact.a-shop.a-list-2'])
})

const GIF = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff', 'latin1')

test.each([
  ['both values of a header that comes twice', { Link: ['</a>; rel="sunset"', '</b>; rel="deprecation"'] }, {}],
  [
    'the bytes of a picture',
    { 'Content-Type': ['image/gif'] },
    { contentType: 'image/gif', encoded: 'base64', content: GIF.toString('base64') },
  ],
])('%s reach Pact as the provider sent them', async (_, headers, body) => {
  const reply: Reply = () => ({ status: 200, headers, body: GIF })
  const { checks } = await verify([listing('a list', { status: 200, headers, body })], { version: '4.0', reply })
  expect(checks).toMatchObject([{ result: 'passed' }])
})

test('2.0 is an integer, unless the pact wants a decimal number', async () => {
  const interactions = [
    listing('an integer', matches([{ id: 7, text: '2.0 " 3.0' }], '$[0].id', { match: 'integer' })),
    listing('a decimal', matches([{ id: 7.5 }], '$[0].id', { match: 'decimal' })),
  ]
  const body = '[{"id":2.0,"text":"2.0 \\" 3.0"}]'
  const spelled: Options = { version: '3.0.0', reply: (json) => ({ ...json(200, []), body }) }
  expect((await verify(interactions, spelled)).summary).toMatchObject({ passed: 2, failed: 0 })
})

test('a state that is not what it says is named as the other cause, and one that no pact knows is warned of', async () => {
  const states = temporaryFile('states.json', '{"no orders": {}, "somebody": {}, "nobody": {}}')
  const providerStates = [{ name: 'no orders' }, { name: 'somebody' }]
  const empty = listing('no order', { status: 200, body: [] }, { providerStates })
  const options: Options = { states, reply: (json) => json(200, [{ id: 7 }]) }
  const { checks, hints } = await verify([empty], options)
  expect(checks[0]?.message).toMatch(/ Or the state "no orders" did not take effect\.$/)
  expect(hints).toEqual([`${states} has "nobody", which is not a state of the contract. Did you mean somebody?`])
  expect((await verify([empty], { ...options, checks: ['openapi'] })).hints).toEqual([])
})

test('the first elements of a long list, as many as the pact demands, and those of the states are compared', async () => {
  const last = { id: 9_999 }
  const states = temporaryFile('states.json', JSON.stringify({ 'an unknown order id': { orderId: `${last.id}` } }))
  const contains = { match: 'arrayContains', variants: [{ index: 0, contents: last, rules: {} }] }
  const interactions = [
    listing('the last', matches([last], '$', contains), { providerStates: [{ name: 'an unknown order id' }] }),
    listing('many', matches([{}], '$', { match: 'type', min: 3_000 })),
  ]
  const orders = Array.from({ length: last.id + 1 }, (_, id) => ({ id, note: 'x'.repeat(30) }))
  const { summary } = await verify(interactions, { states, reply: (json) => json(200, orders) })
  expect(summary).toMatchObject({ passed: 2, failed: 0 })
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
  const text = expect.stringMatching(message) as string
  await expect(report(content)).rejects.toMatchObject({ name: 'ToolError', exitCode: 2, message: text })
})

test('the values of a state in an old spelling are put into the request', async () => {
  const generators = { path: { type: 'ProviderState', expression: '/store/orders/${orderId}', dataType: 'STRING' } }
  const request = { ...LIST, method: 'DELETE', path: '/store/orders/1', generators }
  const cancel = listing('a cancel', { status: 204 }, { request, provider_state: 'a pending order' })
  const { checks } = await verify([cancel], { version: '3.0.0' })
  expect(checks).toMatchObject([{ result: 'passed', states: ['a pending order'] }])
})

function matches(body: object[], path: string, matcher: object): object {
  return { status: 200, body, matchingRules: { body: { [path]: { matchers: [matcher] } } } }
}

function cancelling(id: string): object {
  const request = { ...LIST, method: 'DELETE', path: `/store/orders/${id}` }
  return listing('a cancel', { status: 204 }, { request, providerStates: [{ name: 'a pending order' }] })
}

function pactOf(interactions: readonly object[], version = '4.0') {
  const metadata = { pactSpecification: { version } }
  return { consumer: { name: 'a-shop' }, provider: { name: 'store-orders-service' }, interactions, metadata }
}

type Reply = (json: Behaviour['json']) => ReturnType<Behaviour['json']>

interface Options extends Partial<VerifyOptions> {
  readonly reply?: Reply
  readonly version?: string
}

function verify(interactions: readonly object[], { version, ...options }: Options = {}) {
  return report(pactOf(interactions, version), options)
}

function report(pact: object | string, { reply, ...options }: Options = {}): Promise<VerificationReport> {
  const pacts = [temporaryFile('pact.json', typeof pact === 'string' ? pact : JSON.stringify(pact))]
  const deviation: Deviation = ({ json }) =>
    reply === undefined ? {} : { listOrders: () => reply(json), cancelOrder: () => reply(json) }
  return verifySmall(deviation, { pacts, defaultPact: false, checks: ['pact'], ...options })
}
