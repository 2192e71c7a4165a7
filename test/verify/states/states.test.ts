import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Pacer } from '../../../src/verify/pacer.js'
import { openStates } from '../../../src/verify/states/provider-states.js'
import { planRun } from '../../../src/verify/verify-options.js'
import { temporaryFile } from '../../temporary-file.js'
import { serveDuringTest } from '../providers/during-test.js'

const FAILS_THE_RUN = { name: 'ToolError', exitCode: 3 }

test('without --states every state is skipped', async () => {
  const states = await open(undefined)
  expect(states.available).toBe(false)
  expect(await states.setUp('a pet')).toMatchObject({ kind: 'skipped' })
})

test('states are set up one after another', async () => {
  const path = temporaryFile(
    'states.mjs',
    `globalThis.stepsOfStates = []
    export default {
      'no orders': async () => {
        globalThis.stepsOfStates.push('begun')
        await new Promise((resolve) => setTimeout(resolve, 5))
        globalThis.stepsOfStates.push('ended')
        return {}
      },
    }`,
  )
  const states = await open(path)
  await Promise.all([1, 2].map(() => states.setUp('no orders')))
  expect(globalThis).toHaveProperty('stepsOfStates', ['begun', 'ended', 'begun', 'ended'])
})

test("a URL is asked by Pact's protocol, and ids come as decimal strings", async () => {
  const { url, asked } = await stateServer(200, '{"orderId": 9007199254740993, "note": "x"}')
  const states = await open(url)
  expect(await states.setUp('a pending order', { count: 2 })).toEqual({
    kind: 'state',
    name: 'a pending order',
    params: { count: 2 },
    values: { orderId: '9007199254740993', note: 'x' },
  })
  await states.tearDown('a pending order')
  expect(asked).toEqual([
    { state: 'a pending order', params: { count: 2 }, action: 'setup' },
    { state: 'a pending order', params: {}, action: 'teardown' },
  ])
})

test('headers for states go with every request for one, and reports name them without their value', async () => {
  const { url, headers } = await stateServer(200, '{}')
  const states = await open(url, { 'X-Tester': 's3cret' })
  await states.setUp('no orders')
  await states.tearDown('no orders')
  expect(headers.map((each) => each['x-tester'])).toEqual(['s3cret', 's3cret'])
  expect(states.request?.('many orders', { count: 250 })).toEqual({
    method: 'POST',
    url,
    headers: { 'Content-Type': 'application/json', 'X-Tester': '$ORDERS_MOCK_STATES_HEADER_X_TESTER' },
    content: '{"state":"many orders","params":{"count":250},"action":"setup"}',
  })
})

test.each([
  [200, '{}'],
  [204, ''],
  [200, 'null'],
])('a state without values may be answered with %i and %j', async (status, body) => {
  const { url } = await stateServer(status, body)
  expect(await (await open(url)).setUp('no orders')).toMatchObject({ kind: 'state', values: {} })
})

test('501 skips the state, and says which', async () => {
  const { url } = await stateServer(501, '')
  expect(await (await open(url)).setUp('a pet')).toEqual({
    kind: 'skipped',
    reason: 'the provider does not support the state "a pet" (501)',
  })
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
])('a state answered with %i and %j fails the run', async (status, body) => {
  const { url } = await stateServer(status, body)
  await expect((await open(url)).setUp('a pending order')).rejects.toMatchObject(FAILS_THE_RUN)
})

test.each(['7', '"9007199254740992"'])('a large id that is %s fails the run', async (id) => {
  const { url } = await stateServer(200, `{"orderId": ${id}}`)
  await expect((await open(url)).setUp('an order with a large id')).rejects.toMatchObject(FAILS_THE_RUN)
})

test('a module has a function for each state', async () => {
  const path = temporaryFile(
    'states.mjs',
    `export default {
      'many orders': async ({ count }) => ({ made: count }),
      'a shipped order': { id: 7n, setup() { return { orderId: this.id } }, teardown: () => { globalThis.tornDown = true } },
      'a pet': () => undefined,
      'no orders': () => { throw new Error('database is locked') },
      'a pending order': () => null,
    }`,
  )
  const states = await open(path)
  expect(await states.setUp('many orders', { count: 250 })).toMatchObject({ kind: 'state', values: { made: 250 } })
  expect(await states.setUp('a shipped order')).toMatchObject({ kind: 'state', values: { orderId: '7' } })
  await states.tearDown('a shipped order')
  expect(globalThis).toHaveProperty('tornDown', true)
  expect(await states.setUp('a pet')).toMatchObject({ kind: 'skipped' })
  for (const failing of ['no orders', 'a pending order', 'a cancelled order']) {
    await expect(states.setUp(failing)).rejects.toMatchObject(FAILS_THE_RUN)
  }
})

test.each([
  [`null`, /states\.mjs must have a function for it, or an object with a function "setup" \(one that/],
  [`() => Promise.reject({ code: 5 })`, /: its function failed: \{ code: 5 \}\. See/],
  [
    `() => { throw new TypeError('fetch failed', { cause: new AggregateError([new Error('no ::1')]) }) }`,
    /: its function failed: TypeError: fetch failed: AggregateError: Error: no ::1\. See/,
  ],
  [
    `() => { const own = new Error('loop'); throw Object.assign(own, { cause: own }) }`,
    /: its function failed: Error: loop(: Error: loop)*\. See/,
  ],
  [
    `() => ({ orderId: 2n ** 70n })`,
    /: its answer has no usable orderId: 1180591620717411303424n is not an int64\. See/,
  ],
])('a mistake in a function for a state is reported: %s', async (handler, message) => {
  const path = temporaryFile('states.mjs', `export default { 'a pending order': ${handler} }`)
  const failed = (await open(path)).setUp('a pending order')
  await expect(failed).rejects.toMatchObject({ ...FAILS_THE_RUN, message: expect.stringMatching(message) as string })
})

test('a function that throws at once leaves no timeout behind', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  const path = temporaryFile('at-once.mjs', `export default { 'no orders': () => { throw new Error('locked') } }`)
  await expect((await open(path, {}, 300)).setUp('no orders')).rejects.toMatchObject(FAILS_THE_RUN)
  await new Promise((resolve) => setTimeout(resolve, 400))
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})

test('a tear-down that fails is called a tear-down', async () => {
  const failing = `{ setup: () => ({ orderId: 7 }), teardown: () => { throw new Error('locked') } }`
  const states = await open(temporaryFile('down.mjs', `export default { 'a pending order': ${failing} }`))
  await expect(states.tearDown('a pending order')).rejects.toThrow(
    'Cannot tear down the state "a pending order": its function failed: Error: locked. See contracts/provider-states.md.',
  )
})

test('a map gives fixed values, and each pending order once', async () => {
  const path = temporaryFile(
    'states.json',
    '{"a pending order":[{"orderId":9007199254740993},{"orderId":2}],"a shipped order":{"orderId":3}}',
  )
  const states = await open(path)
  const ids: unknown[] = []
  for (let use = 0; use < 3; use++) {
    ids.push(await states.setUp('a pending order'), await states.setUp('a shipped order'))
  }
  const skipped = { kind: 'skipped', reason: `${path} has no more values for "a pending order"` }
  expect(ids).toMatchObject([ready('9007199254740993'), ready('3'), ready('2'), ready('3'), skipped, ready('3')])
  expect(await states.setUp('a pet')).toMatchObject({ kind: 'skipped' })
})

test.each([
  ['nowhere.mjs', undefined],
  ['nowhere.json', undefined],
  ['broken.json', '{'],
  ['list.json', '[]'],
  ['empty.mjs', 'export const nothing = 1'],
  ['throws.mjs', 'throw new Error("no")'],
  ['states.txt', ''],
])('%s is refused as a wrong file', async (name, content) => {
  const path = content === undefined ? `/nowhere/${name}` : temporaryFile(name, content)
  await expect(open(path)).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

function open(states: string | undefined, statesHeaders = {}, statesTimeoutMs = 1_000) {
  const plan = planRun({ baseUrl: 'http://127.0.0.1:1/v1', states, statesHeaders, statesTimeoutMs })
  return openStates(plan, new Pacer(plan))
}

function ready(orderId: string) {
  return { kind: 'state', values: { orderId } }
}

async function stateServer(status: number, body: string) {
  const asked: unknown[] = []
  const headers: IncomingMessage['headers'][] = []
  const origin = await serveDuringTest(async (request, response) => {
    headers.push(request.headers)
    asked.push(JSON.parse(await text(request)))
    response.writeHead(status).end(body)
  })
  return { url: `${origin}/_states`, asked, headers }
}
