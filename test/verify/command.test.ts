import { afterAll, expect, test } from 'vitest'
import type { VerificationReport } from '../../src/verify/index.js'
import { runCommand, runProcess } from '../cli/command.js'
import { temporaryFile } from '../temporary-file.js'
import { failing } from './providers/deviations.js'
import { providerDuringTest } from './providers/during-test.js'
import { startSmallProvider } from './providers/small-provider.js'
import { reportByCommand, verifyByCommand } from './verify-once.js'

const provider = await startSmallProvider()
const broken = await startSmallProvider((usual) => ({ listOrders: () => usual.json(206, []) }))
afterAll(() => Promise.all([provider.close(), broken.close()]))

test('a provider that conforms ends with 0 and the pretty report', async () => {
  const { code, stdout, stderr } = await verifyByCommand(provider, ['--checks', 'openapi', '--require-all-states'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/✓ listOrders: only documented status codes are returned/)
  expect(stdout).toMatch(/^PASS {2}http:.*: \d+ passed, 0 failed, 0 skipped in [\d.]+ s, seed \d+$/m)
})

test('a provider that does not conform ends with 1 and a last word on stderr', async () => {
  const { code, stdout, stderr } = await verifyByCommand(broken, ['--checks', 'openapi'])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAIL /m)
  expect(stderr).toMatch(/^orders-mock: http:.* violates the contract: \d+ of \d+ checks failed\.\n$/)
})

test('without provider states, --require-all-states ends with 1', async () => {
  const { baseUrl, apiKey } = provider
  const flags = ['--key', apiKey, '--checks', 'model', '--runs', '1', '--require-all-states']
  const { code, stderr } = await runCommand(['verify', baseUrl, ...flags])
  expect(code).toBe(1)
  expect(stderr).toMatch(/^orders-mock: [1-9]\d* checks were skipped, and --require-all-states is set\.\n$/)
})

test('nothing but JSON is on stdout if JSON is asked for', async () => {
  const { report } = await reportByCommand(provider, ['--checks', 'openapi', '--seed', '-3'])
  expect(report).toMatchObject({ provider: provider.baseUrl, result: 'pass', seed: -3 })
})

test('without a folder for temporary files, one sentence says so, and what to do', async () => {
  const { code, stderr } = await runProcess(['verify', provider.baseUrl, '--checks', 'pact'], { TMPDIR: '/nowhere' })
  const message =
    "orders-mock: Pact's verifier needs a temporary folder, and none can be made in /nowhere: no such file or directory. Set TMPDIR to a folder that can be written.\n"
  expect([code, stderr]).toEqual([2, message])
})

test('the options come from the environment as well, durations also without a unit', async () => {
  const units = { ORDERS_MOCK_TIME_BUDGET: '600', ORDERS_MOCK_WAIT_FOR: '0.5', ORDERS_MOCK_STATES_TIMEOUT: '60000' }
  const own = { ORDERS_MOCK_KEY: provider.apiKey, ORDERS_MOCK_CHECKS: 'openapi', ORDERS_MOCK_REPORT: 'json' }
  const env = { ...own, ...units }
  const { stdout } = await runCommand(['verify', provider.baseUrl], env)
  const { checks } = JSON.parse(stdout) as VerificationReport
  expect(new Set(checks.map(({ kind }) => kind))).toEqual(new Set(['openapi']))
})

test.each([
  ['--runs', 'many'],
  ['--runs', '100001'],
  ['--header', 'X: ключ'],
  ['--cert-key', 'package.json'],
  ['--min-runs', '101'],
  ['--min-runs', 'some'],
  ['--timeout', 'soon'],
  ['--states-timeout', 'soon'],
  ['--wait-for', 'long'],
  ['--header', 'no colon'],
  ['--states-header', 'no colon'],
  ['--report', 'xml'],
  ['--consumer-version-selectors', '{}'],
  ['--consumer-version-selectors', '[]'],
  ['--consumer-version-selectors', '[{}, null]'],
  ['--consumer-version-selectors', '[[]]'],
])('%s %s ends with 2', async (...flags) => {
  expect(await verifyByCommand(provider, flags)).toMatchObject({ code: 2, stdout: '' })
})

test('--states-header lets the tester in', async () => {
  const guarded = await providerDuringTest((usual) => ({
    sendValues: (response, values) =>
      response.req.headers['x-tester'] === 'yes'
        ? usual.sendValues(response, values)
        : usual.send(response, usual.error(403, 'no')),
  }))
  const flags = ['--checks', 'openapi']
  expect(await verifyByCommand(guarded, flags)).toMatchObject({ code: 3 })
  expect(await verifyByCommand(guarded, [...flags, '--states-header', 'X-Tester: yes'])).toMatchObject({ code: 0 })
})

test('a breach that was found before a state was lost ends with 1, and says both', async () => {
  let states = 0
  const losing = await providerDuringTest((usual) => ({
    listOrders: () => usual.json(206, []),
    sendValues: (response, values) =>
      ++states > 3 ? usual.send(response, usual.error(500, 'lost')) : usual.sendValues(response, values),
  }))
  const { code, stderr } = await verifyByCommand(losing, ['--checks', 'openapi'])
  expect(code).toBe(1)
  expect(stderr).toMatch(/violates the contract: .*Cannot (?:set up|tear down) the state/)
})

test('--wait-for waits until the provider itself responds', async () => {
  let isStarting = true
  const late = await providerDuringTest(failing('answer', 503, 'starting', () => isStarting))
  expect(await verifyByCommand(late, ['--checks', 'openapi'])).toMatchObject({ code: 3 })
  setTimeout(() => (isStarting = false), 500)
  expect(await verifyByCommand(late, ['--checks', 'openapi', '--wait-for', '20s'])).toMatchObject({ code: 0 })
})

test.each([
  ['map', 'states.json', '{"a pendign order": {"orderId": 7}}'],
  ['module', 'states.mjs', `export default { 'a pendign order': () => ({ orderId: 7 }) }`],
])('a state in a %s that is spelt wrong is warned of, with the right name', async (_, name, text) => {
  const path = temporaryFile(name, text)
  const { stdout } = await verifyByCommand(provider, ['--checks', 'openapi', '--states', path])
  expect(stdout).toContain('"a pendign order", which is not a state of the contract. Did you mean a pending order?')
})

test.each([
  ['with the built-in pact', [], true],
  ['with further pacts, which may have this state,', ['--pact', 'package.json'], false],
  ['with pacts of a broker, which may have this state,', ['--broker', 'http://127.0.0.1:1'], false],
])('a state like none of the contract is warned of %s: %j', async (_, flags, isWarned) => {
  const states = temporaryFile('states.json', '{"a full moon": {}}')
  const nowhere = ['verify', 'http://127.0.0.1:1/v1', '--checks', 'model', '--states', states]
  const { stdout } = await runCommand([...nowhere, ...flags])
  expect(stdout.includes('"a full moon", which is not a state of the contract.')).toBe(isWarned)
})
