import { text } from 'node:stream/consumers'
import type { VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { temporaryFile } from '../../temporary-file.js'
import { serveDuringTest } from '../providers/during-test.js'
import { verifySmall } from '../verify-once.js'

test("a URL is asked by Pact's protocol, with the headers for states", async () => {
  const { url, asked } = await stateServer('many orders', 200, '{}')
  await verify(url, { statesHeaders: { 'X-Tester': 'yes' } })
  const state = 'many orders'
  expect(asked.filter((each) => each.state === state)).toEqual([
    { tester: 'yes', state, params: { count: 250 }, action: 'setup' },
    { tester: 'yes', state, params: { count: 250 }, action: 'teardown' },
  ])
})

test.each([
  [200, '{}'],
  [204, ''],
  [200, 'null'],
])('a provider state without values may return %i and %j', async (status, body) => {
  const { url, asked } = await stateServer('many orders', status, body)
  expect((await verify(url)).error).toBeUndefined()
  // Only what was reached is torn down.
  expect(asked.filter(({ action }) => action === 'teardown')).toMatchObject([{ state: 'many orders' }])
})

test('501 skips the state, and says which', async () => {
  const { url } = await stateServer('a shipped order', 501, '')
  expect(await reasonsIn(url)).toContain('the provider does not support the state "an order with a large id" (501)')
})

test.each([
  [500, 'down'],
  [404, ''],
  [400, '{}'],
  [200, 'ok'],
  [200, '[]'],
  [200, '{}'],
  [200, '{"orderId": 1.5}'],
  [200, '{"orderId": "seven"}'],
])('a provider state that returns %i and %j fails the run', async (status, body) => {
  const { url } = await stateServer('a pending order', status, body)
  expect(await verify(url)).toMatchObject(failedBy('Cannot set up the state "a pending order": '))
})

test.each(['7', '"9007199254740992"'])('a large id that is %s fails the run', async (id) => {
  const { url } = await stateServer('an order with a large id', 200, `{"orderId": ${id}}`)
  expect(await verify(url)).toMatchObject(failedBy('Cannot set up the state "an order with a large id": its orderId'))
})

test('a module has a function for each state', async () => {
  const states = moduleWith(`
    'many orders': async (params) => void (globalThis.paramsOfStates = params),
    'a shipped order': { id: 7n, setup() { return { orderId: this.id } }, teardown: () => { globalThis.tornDown = true } }`)
  expect(await reasonsIn(states)).toContain('does not support the state "an order with a large id" (undefined)')
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
  [`() => ({ orderId: 2n ** 70n })`, /: its response has no usable orderId: it is not an int64, but a bigint\. See/],
])('a mistake in a function for a state is reported: %s', async (handler, message) => {
  expect(await verify(moduleWith(`'a pending order': ${handler}`))).toMatchObject(failedBy(message))
})

test('a function that throws at once leaves no timeout behind', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const states = moduleWith(`'a pending order': () => { throw new Error('locked') }`)
  expect(await verify(states, { statesTimeoutMs: 1_000 })).toMatchObject(failedBy('Error: locked'))
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a tear-down that fails is called a tear-down', async () => {
  const failing = `{ setup: () => ({ orderId: 7 }), teardown: () => { throw new Error('locked') } }`
  expect((await verify(moduleWith(`'a pending order': ${failing}`))).error?.message).toBe(
    'Cannot tear down the state "a pending order": its function failed: Error: locked. See contracts/provider-states.md.',
  )
})

test('a map gives fixed values, and each pending order once', async () => {
  const states = temporaryFile(
    'states.json',
    '{"a pending order":[{"orderId":9007199254742015},{"orderId":101}],"a shipped order":{"orderId":102}}',
  )
  const ids: string[] = []
  const { checks } = await verifySmall(
    (usual) => {
      for (const state of ['an order with a large id', 'a pending order', 'a shipped order']) usual.setUp(state, {})
      return {
        answer: (call) => {
          if (call.operation === 'cancelOrder') ids.push(call.id)
          return usual.answer(call)
        },
      }
    },
    { checks: ['pact'], states },
  )
  expect(ids).toEqual(['9007199254742015', '102', '101'])
  expect(checks.find(({ id }) => id === 'pact.a-request-to-cancel-an-order-with-no-key')).toMatchObject({
    result: 'skipped',
    message: `${states} has no more values for "a pending order"`,
  })
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

/** Why checks were skipped for want of a state. */
async function reasonsIn(states: string): Promise<string> {
  const { checks, error } = await verify(states)
  expect(error).toBeUndefined()
  return checks.map(({ message = '' }) => message).join('\n')
}

function failedBy(message: string | RegExp) {
  return { result: 'error', error: { exitCode: 3, message: expect.stringMatching(message) as string } }
}

/** A module that offers these states, and none of the others. */
function moduleWith(members: string): string {
  const others = ['an order with every field', 'many orders', 'an order with a large id', 'a pending order']
    .concat('a shipped order', 'an unknown order id', 'a pet')
    .map((name) => `'${name}': () => undefined, `)
    .join('')
  return temporaryFile('states.mjs', `export default { ${others}${members} }`)
}

/** Answers to requests for one state, and offers none of the others. */
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
