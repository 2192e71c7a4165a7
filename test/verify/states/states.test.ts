import { text } from 'node:stream/consumers'
import type { VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import { serveDuringTest } from '../providers/during-test.js'
import type { Deviation } from '../providers/small-provider.js'
import { verifySmall } from '../verify-once.js'

test('states at the address of the provider are set up on a connection that they share', async () => {
  const connections = new Set<unknown>()
  const noting: Deviation = (usual) => ({
    sendValues: (response, values) => {
      connections.add(response.socket)
      usual.sendValues(response, values)
    },
  })
  await verifySmall(noting, { checks: ['openapi'] })
  // The first one, before it is known which connections serve better.
  expect(connections.size).toBeLessThanOrEqual(4)
})

test.each([
  [200, '{}'],
  [204, ''],
  [200, 'null'],
])("a URL is asked by Pact's protocol, and may return %i and %j for a state without values", async (status, body) => {
  const state = 'many orders'
  const { url, asked } = await stateServer(state, status, body)
  expect((await verify(url, { statesHeaders: { 'X-Tester': 'yes' } })).error).toBeUndefined()
  // Only what was reached is torn down.
  const shown = asked.filter((each) => each.state === state || each.action === 'teardown')
  const [setup, teardown] = ['setup', 'teardown'].map((action) => ({
    state,
    action,
    tester: 'yes',
    params: { count: 250 },
  }))
  expect(shown).toEqual([setup, teardown])
})

test.each([
  ['a pending order', 500, 'down'],
  ['a pending order', 404, ''],
  ['a pending order', 400, '{}'],
  ['a pending order', 200, 'ok'],
  ['a pending order', 200, '[]'],
  ['a pending order', 200, '{}'],
  ['a pending order', 200, '{"orderId": 1.5}'],
  ['a pending order', 200, '{"orderId": "seven"}'],
  ['an order with a large id', 200, '{"orderId": 7}'],
  ['an order with a large id', 200, '{"orderId": "9007199254740992"}'],
])('the provider state "%s" that returns %i and %j fails the run', async (state, status, body) => {
  const { url } = await stateServer(state, status, body)
  const reason = state.includes('large') ? 'its orderId' : ''
  expect(await verify(url)).toMatchObject(failedBy(`Cannot set up the state "${state}": ${reason}`))
})

test('a module has a function for each state', async () => {
  const states = moduleWith(`
    'many orders': async (params) => void (globalThis.paramsOfStates = params),
    'a shipped order': { id: 7n, setup() { return { orderId: this.id } }, teardown: () => { globalThis.tornDown = true } }`)
  const { checks, error } = await verify(states)
  expect(error).toBeUndefined()
  const message = expect.stringContaining('does not support the state "an order with a large id" (undefined)') as string
  expect(checks).toContainEqual(expect.objectContaining({ result: 'skipped', message }))
  expect(globalThis).toMatchObject({ paramsOfStates: { count: 250 }, tornDown: true })
})

test.each([
  [`null`, /states\.mjs must have a function for it, or an object with a function "setup" \(one that/],
  [`() => null`, /: its function must return an object\. See/],
  [`() => Promise.reject({ code: 5 })`, /: its function failed: \{ code: 5 \}\. See/],
  [
    `() => { throw new TypeError('fetch failed', { cause: new AggregateError([new Error('no ::1')]) }) }`,
    /: its function failed: TypeError: fetch failed: AggregateError: Error: no ::1\. See/,
  ],
  [
    `() => { const own = new Error('loop'); throw Object.assign(own, { cause: own }) }`,
    /: its function failed: Error: loop(: Error: loop)*\. See/,
  ],
  [`() => ({})`, /: its response has no usable orderId: it is missing\. See/],
  [`() => ({ orderId: 2n ** 70n })`, /: its response has no usable orderId: it is not an int64, but a bigint\. See/],
])('a mistake in a function for a state is reported: %s', async (handler, message) => {
  expect(await verify(moduleWith(`'a pending order': ${handler}`))).toMatchObject(failedBy(message))
})

test('a function that throws at once leaves no timeout behind', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const states = moduleWith(`'a pending order': () => { throw new Error('locked') }`)
  expect(await verify(states, { statesTimeoutMs: 300 })).toMatchObject(failedBy('Error: locked'))
  await new Promise((resolve) => setTimeout(resolve, 400))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a tear-down that fails is called a tear-down', async () => {
  const failing = `{ setup: () => ({ orderId: 7 }), teardown: () => { throw new Error('locked') } }`
  const message = 'Cannot tear down the state "a pending order": its function failed: Error: locked. See contracts/'
  for (const exported of ['default', 'const states ='])
    expect(await verify(moduleWith(`'a pending order': ${failing}`, exported))).toMatchObject(failedBy(message))
})

test('a map gives fixed values, and each pending order once', async () => {
  const values = '{"a pending order":[{"orderId":9007199254742015},{"orderId":101}],"a shipped order":{"orderId":102}}'
  const states = temporaryFile('states.json', values)
  const ids: string[] = []
  const noting: Deviation = (usual) => {
    for (const state of ['an order with a large id', 'a pending order', 'a shipped order']) usual.setUp(state, {})
    return {
      answer: (call) => {
        if (call.operation === 'cancelOrder') ids.push(call.id)
        return usual.answer(call)
      },
    }
  }
  const { checks } = await verifySmall(noting, { checks: ['pact'], states })
  expect(ids).toEqual(['9007199254742015', '102', '101'])
  expect(checks.find(({ id }) => id === 'pact.a-request-to-cancel-an-order-with-no-key')).toMatchObject({
    result: 'skipped',
    message: `${states} has no more values for "a pending order"`,
  })
})

test('a map with thirty pending orders is enough for every rule', async () => {
  const prepared = ['a shipped order', 'a cancelled order', ...Array<string>(30).fill('a pending order')]
  const idsOf = (state: string) => prepared.flatMap((each, index) => (each === state ? [{ orderId: 101 + index }] : []))
  const map = Object.fromEntries(prepared.map((state) => [state, idsOf(state)]))
  const states = temporaryFile('states.json', JSON.stringify({ ...map, 'an unknown order id': { orderId: 99 } }))
  const preparing: Deviation = (usual) => {
    for (const state of prepared) usual.setUp(state, {})
    return {}
  }
  const { checks } = await verifySmall(preparing, { checks: ['model'], states, runs: 1 })
  const skipped = checks.filter(({ result }) => result !== 'passed').map(({ message = '' }) => message)
  expect(skipped.filter((message) => message.includes('a pending order'))).toEqual([])
  expect(skipped).not.toEqual([])
})

test.each([
  ['nowhere.mjs', undefined],
  ['nowhere.json', undefined],
  ['broken.json', '{'],
  ['list.json', '[]'],
  ['empty.mjs', 'export const nothing = 1'],
  ['throws.mjs', 'throw new Error("no")'],
  ['states.txt', ''],
])('%s is rejected as a wrong file', async (name, content) => {
  const path = content === undefined ? `/nowhere/${name}` : temporaryFile(name, content)
  await expect(verify(path)).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

function verify(states: string, options: Partial<VerifyOptions> = {}) {
  return verifySmall(() => ({}), { checks: ['openapi'], states, ...options })
}

function failedBy(message: string | RegExp) {
  return { result: 'error', error: { exitCode: 3, message: expect.stringMatching(message) as string } }
}

function moduleWith(members: string, exported = 'default'): string {
  const others = `new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : () => undefined) })`
  return temporaryFile('states.mjs', `export ${exported} { __proto__: ${others}, ${members} }`)
}

async function stateServer(offered: string, status: number, body: string) {
  const asked: { tester: unknown; state: string; action: string }[] = []
  const origin = await serveDuringTest(async (request, response) => {
    const change = JSON.parse(await text(request)) as { state: string; action: string }
    asked.push({ tester: request.headers['x-tester'], ...change })
    if (change.state === offered) response.writeHead(status).end(body)
    else response.writeHead(501).end()
  })
  return { url: `${origin}/_states`, asked }
}
