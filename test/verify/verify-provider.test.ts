import { exitCodeOf, verifyProvider, type VerifyOptions } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { showing } from './providers/deviations.js'
import { providerDuringTest } from './providers/during-test.js'
import type { RunningProvider } from './providers/running-provider.js'
import { send, setUp } from './providers/send.js'
import { type Deviation, startSmallProvider } from './providers/small-provider.js'
import { verifyOnce, verifySmall } from './verify-once.js'

// These tests use the built package: the pact check starts a program of it.

test('an independent provider passes every check, each with an id of its own and a section of the specification', async () => {
  const report = await verifyOnce(startSmallProvider, { requireAllStates: true, runs: 2, minRuns: 2 })
  expect(report.checks.filter(({ result }) => result !== 'passed')).toEqual([])
  expect(report.checks.find(({ id }) => id === 'model.sequences')?.message).toBe('2 sequences.')
  expect(report).toMatchObject({ result: 'pass', seed: 7, summary: { failed: 0, skipped: 0, errors: 0, notes: 0 } })
  const documented = report.coverage.filter(({ operation }) => operation !== 'getPet')
  expect(documented.every(({ seen }) => seen > 0)).toBe(true)
  expect(new Set(report.checks.map(({ kind }) => kind))).toEqual(new Set(['pact', 'model', 'openapi']))
  expect(new Set(report.checks.map(({ id }) => id)).size).toBe(report.checks.length)
  expect(report.checks.filter(({ clause }) => !SECTIONS.has(clause))).toEqual([])
})

test('the very first response counts as well', async () => {
  let lists = 0
  const failsAtFirst: Deviation = (usual) => ({
    listOrders: (call) => (++lists === 1 ? usual.error(500, 'cold') : usual.listOrders(call)),
  })
  const { checks } = await verifySmall(failsAtFirst, { checks: ['openapi'] })
  expect(checks.filter(({ result }) => result === 'failed').map(({ id }) => id)).toEqual(['openapi.listOrders.status'])
})

test('a finding shows the response: its status, the headers of the contract, and the beginning of its body', async () => {
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

test('without states a run cancels nothing and tells what it skipped', async () => {
  const provider = await providerDuringTest()
  const { baseUrl, apiKey: key } = provider
  for (const state of ['a pending order', 'a shipped order', 'an order with a large id']) await setUp(provider, state)
  const before = await list(provider)
  const report = await verifyProvider({ baseUrl, key, seed: 7 })
  expect(await list(provider)).toEqual(before)
  expect(report).toMatchObject({ result: 'pass', summary: { failed: 0, errors: 0 } })
  expect(report.coverage).toContainEqual({ operation: 'cancelOrder', status: 204, seen: 0 })
  const skipped = report.checks.filter(({ result }) => result === 'skipped')
  expect(skipped.map(({ id }) => id)).toContain('pact.a-request-to-cancel-a-pending-order')
  expect(skipped.every(({ message = '' }) => message.includes('state'))).toBe(true)
})

test('a skipped check fails the run if all states are required', async () => {
  const report = await verifyOnce(startSmallProvider, {
    states: undefined,
    checks: ['openapi'],
    requireAllStates: true,
  })
  expect(report).toMatchObject({ result: 'fail', summary: { failed: 0 } })
  expect(exitCodeOf(report)).toBe(1)
})

test('an API key that every operation rejects ends the run with one hint and exit code 3', async () => {
  const report = await verifyOnce(startSmallProvider, { key: 'wrong' })
  expect(report.error?.message).toMatch(/^Cannot verify \S+: every operation rejects the API key with 401\.$/)
  expect({ code: exitCodeOf(report), hints: report.hints, checks: report.checks }).toEqual({
    code: 3,
    hints: ['The provider rejected the API key with 401. Pass a valid key with --key.'],
    checks: [],
  })
})

test('an API key that one operation rejects is a finding', async () => {
  const report = await verifySmall(
    (usual) => ({ admits: (call) => call.operation !== 'listOrders' && usual.admits(call) }),
    { checks: ['model'], bail: true },
  )
  expect(exitCodeOf(report)).toBe(1)
})

test.each<Partial<VerifyOptions>>([
  { baseUrl: 'localhost:8080' },
  { baseUrl: 'ftp://localhost/v1' },
  { baseUrl: 'http://localhost/v1?x=1' },
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

test('a run that bails stops at the first violation, and says so', async () => {
  expect(await failuresOf({ bail: true })).toEqual({ failed: ['model.shipped-is-refused'], notes: [BAILED] })
})

test('no further kind of check runs after that', async () => {
  const { failed } = await failuresOf({ bail: true, checks: ['pact', 'openapi', 'model'] })
  expect(failed).toHaveLength(1)
  expect(failed[0]).toMatch(/^pact\./)
})

test('a violation in a response ends the run before the check that is under way does', async () => {
  const quoted = showing(() => ({ quantity: '2' }))
  const { checks } = await verifySmall(quoted, { checks: ['openapi', 'model'], bail: true })
  expect(checks.map(({ id, result }) => `${id} ${result}`)).toEqual(['openapi.listOrders.schema failed'])
})

const SECTIONS = new Set([
  'What the service does',
  'Resources and their fields',
  'Order',
  'Error',
  'States and transitions',
  'Endpoints',
  'List orders',
  'Cancel an order',
  'Authentication',
  'Errors',
  'Limits',
  'Versioning',
])

async function list({ baseUrl, apiKey }: RunningProvider): Promise<string> {
  return (await send('GET', `${baseUrl}/store/orders`, { authorization: `Bearer ${apiKey}` })).body
}

/** Of a provider that cancels shipped orders and lets everybody read the list. */
async function failuresOf(options: Pick<VerifyOptions, 'bail' | 'checks'>) {
  const { checks, notes } = await verifySmall(
    (usual) => ({
      admits: (call) => call.operation === 'listOrders' || usual.admits(call),
      cancel: (order) => (order.status === 'shipped' ? { status: 204, headers: {} } : usual.cancel(order)),
    }),
    { checks: ['model'], seed: 1, runs: 1, ...options },
  )
  return { failed: checks.filter(({ result }) => result === 'failed').map(({ id }) => id), notes }
}
