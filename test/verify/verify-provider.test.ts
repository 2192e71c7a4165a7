import { exitCodeOf, verifyProvider, type VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { startConforming } from './providers/conforming-providers.js'
import { cancelAs, failing, showing, where } from './providers/deviations.js'
import { type Deviation, NO_CONTENT } from './providers/small-provider.js'
import type { SmallOrder } from './providers/small-store.js'
import { failures, verifyOnce, verifySmall } from './verify-once.js'

// These tests use the built package: the pact check starts a program of it. They wait for most of their time.

test.concurrent('an independent provider passes every check, each with an id of its own and a section of the specification', async () => {
  const report = await verifySmall(() => ({}), { requireAllStates: true, runs: 2, minRuns: 2 })
  expect(report.checks.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(report.checks.find(({ id }) => id === 'model.sequences')?.message).toBe('2 sequences.')
  expect(report).toMatchObject({ result: 'pass', seed: 7, summary: { failed: 0, skipped: 0, errors: 0, notes: 0 } })
  expect(report.freedoms).toContainEqual(expect.objectContaining({ freedom: 'second-cancel', choice: '409' }))
  const documented = report.coverage.filter(({ operation }) => operation !== 'getPet')
  expect(documented.every(({ seen }) => seen > 0)).toBe(true)
  expect(new Set(report.checks.map(({ kind }) => kind))).toEqual(new Set(['pact', 'model', 'openapi']))
  expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length)
  expect(report.checks.filter(({ clause }) => !SECTIONS.has(clause))).toEqual([])
})

test.concurrent('the very first response counts as well', async () => {
  let lists = 0
  const failsAtFirst = failing('listOrders', 500, 'cold', () => ++lists === 1)
  expect(failures(await verifySmall(failsAtFirst, { checks: ['openapi'] }))).toEqual(['openapi.listOrders.status'])
})

test.concurrent('a finding shows the response: its status, the headers of the contract, and the beginning of its body', async () => {
  const { checks } = await verifySmall(
    (usual) => ({
      listOrders: () => ({ ...usual.json(206, []), body: `["${'x'.repeat(396)}"]` }),
      getPet: () => ({ status: 200, headers: { deprecation: '@1', sunset: 'soon' } }),
    }),
    { checks: ['openapi'] },
  )
  const shown = checks.filter(({ result }) => result === 'failed').map(({ actual }) => actual)
  expect([...new Set(shown)]).toEqual([
    `status 206\ncontent-type: application/json\n["${'x'.repeat(298)}… (400 characters)`,
    'status 200\ndeprecation: @1\nsunset: soon\nno body',
  ])
})

test.concurrent('without states a run cancels nothing and tells what it skipped', async () => {
  const known: SmallOrder[] = []
  const withRightKey = new Set<string>()
  const noting: Deviation = (usual, store) => {
    for (const state of ['a pending order', 'a shipped order', 'an order with a large id']) usual.setUp(state, {})
    known.push(...store.orders.map((order) => ({ ...order })))
    return {
      cancelOrder: (call) => {
        withRightKey.add(call.id)
        return usual.cancelOrder(call)
      },
    }
  }
  const report = await verifySmall(noting, { states: undefined })
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0, errors: 0 } })
  expect(report.coverage).toContainEqual({ operation: 'cancelOrder', status: 204, seen: 0 })
  expect(known.filter(({ id }) => withRightKey.has(`${id}`))).toEqual([])
  const ran = report.checks.filter(({ kind, result }) => kind === 'model' && result === 'passed')
  expect(ran.map(({ id }) => id)).toEqual(['model.wrong-key-list', 'model.wrong-key-cancel', 'model.wrong-key-pet'])
  const skipped = report.checks.filter(({ result }) => result === 'skipped')
  expect(skipped.map(({ id }) => id)).toContain('pact.a-request-to-cancel-a-pending-order')
  expect(skipped.every(({ message = '' }) => message.includes('state'))).toBe(true)
  const message = 'Requires the provider state "a pending order" (--states is not set).'
  expect(skipped).toContainEqual(expect.objectContaining({ id: 'model.cancelled-once', message }))
})

test.concurrent('a skipped check fails the run if all states are required', async () => {
  const report = await verifySmall(() => ({}), { states: undefined, checks: ['openapi'], requireAllStates: true })
  expect(report).toMatchObject({ result: 'fail', summary: { failed: 0 } })
  expect(exitCodeOf(report)).toBe(1)
})

test.concurrent.each([
  ['takes the scheme in this spelling only', 'model', 'lower-case-scheme', 'Authentication'],
  ['rejects requests without User-Agent with 403', 'openapi', 'user-agent', 'Authentication'],
  ['knows no range unit but bytes', 'openapi', 'range', 'List orders'],
] as const)('a provider that %s passes, with a note', async (name, kind, note, section) => {
  const start = () => startConforming(name)
  const { checks, result, summary } = await verifyOnce(start, { checks: [kind], runs: 1 })
  const notes = checks.filter((check) => check.result === 'note').map(({ id, clause }) => [id, clause])
  const expected = { notes: [[`${kind}.${note}`, section]], result: 'pass', count: 1 }
  expect({ notes, result, count: summary.notes }).toEqual(expected)
})

test.concurrent('an API key that every operation rejects ends the run with one hint and exit code 3', async () => {
  expect(await verifySmall(() => ({}), { key: 'wrong' })).toMatchObject({
    error: {
      message: expect.stringMatching(/^Cannot verify \S+: every operation rejects the API key with 401\.$/) as string,
      exitCode: 3,
    },
    hints: ['The provider rejected the API key with 401. Pass a valid key with --key.'],
    checks: [],
  })
})

test.concurrent('an API key that is valid once a state is set up, as of a sandbox that the state creates, is used', async () => {
  let isThere = false
  const late: Deviation = (usual) => ({
    admits: (call) => isThere && usual.admits(call),
    setUp: (...state) => {
      isThere = true
      return usual.setUp(...state)
    },
  })
  expect(await verifySmall(late, { checks: ['openapi'] })).toMatchObject({ result: 'pass', hints: [] })
})

test.concurrent('an API key that one operation rejects is a finding', async () => {
  const rejects = where(
    'answer',
    ({ operation }) => operation === 'listOrders',
    (usual, call) => usual.refuse(call),
  )
  expect(exitCodeOf(await verifySmall(rejects, { checks: ['model'], bail: true }))).toBe(1)
})

test.each<Partial<VerifyOptions>>([
  { baseUrl: 'ftp://localhost/v1' },
  { checks: [] },
  { checks: ['pakt' as 'pact'] },
  { runs: 0 },
  { seed: 0.5 },
  { pacts: ['/nowhere'] },
  { states: 'nowhere' },
])('%j is rejected as wrong usage', async (options) => {
  const run = verifyProvider({ baseUrl: 'http://127.0.0.1:1/v1', ...options })
  await expect(run).rejects.toMatchObject({ name: 'ToolError', exitCode: 2 })
})

const BAILED = 'The run stopped at the first violation; there may be more.'

test.concurrent.each([
  ['model', /^model\.shipped-is-refused$/],
  ['pact, openapi, model', /^pact\./],
])('a run of %s that bails stops at the first violation, with its kind of check, and says so', async (kinds, id) => {
  const checks = kinds.split(', ') as VerifyOptions['checks']
  const report = await verifySmall(wrongTwice, { checks, bail: true, seed: 1, runs: 1 })
  expect([failures(report), report.notes]).toEqual([[expect.stringMatching(id)], [BAILED]])
})

test.concurrent('a violation in a response ends the run before the check that is under way does', async () => {
  const quoted = showing(() => ({ quantity: '2' }))
  const { checks } = await verifySmall(quoted, { checks: ['openapi', 'model'], bail: true })
  expect(checks.map(({ id, result }) => `${id} ${result}`)).toEqual(['openapi.listOrders.schema failed'])
})

const SECTIONS = new Set(
  [
    ['What the service does', 'Resources and their fields', 'Order', 'Error', 'States and transitions', 'Endpoints'],
    ['List orders', 'Cancel an order', 'Authentication', 'Errors', 'Limits', 'Versioning'],
  ].flat(),
)

const wrongTwice: Deviation = (usual, store) => ({
  ...cancelAs('shipped', () => NO_CONTENT)(usual, store),
  admits: (call) => call.operation === 'listOrders' || usual.admits(call),
})
