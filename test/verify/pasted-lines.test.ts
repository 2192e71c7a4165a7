import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { verifyProvider } from 'orders-mock/verify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { onlyRule } from './model/check-provider.js'
import { canPaste, linesFor, paste } from './paste.js'
import { startBroken } from './providers/broken-providers.js'
import { providerDuringTest } from './providers/during-test.js'
import { type Deviation, NO_CONTENT, startSmallProvider } from './providers/small-provider.js'
import { verifySmall } from './verify-once.js'

// The lines of a finding, for people to paste into bash.

const CANCEL = `curl -i -w '\\n' -X DELETE -H "Authorization: Bearer $ORDERS_MOCK_KEY"`

test('an id goes from the response to a provider state into the requests after it', async () => {
  expect(await linesOf((usual) => ({ cancel: () => usual.json(200, {}) }))).toEqual([
    `id=$(curl -sS -H 'Content-Type: application/json' --data-raw '{"state":"an order with a large id","params":{},"action":"setup"}' '/_states' | grep -oE '"orderId" *: *"?-?[0-9]+' | grep -oE -- '-?[0-9]+$'); echo "id=$id";  # '1. "an order with a large id": 9007199254742015'`,
    `${CANCEL} "/v1/store/orders/$id";  # 2. 200, expected one of 204, 401, 404, 409`,
  ])
})

test('a state that only its owner can set up is named, and its id can be given', async () => {
  const states = temporaryFile('states.json', '{"a pending order": {"orderId": 101}}')
  const lines = await linesOf((usual) => {
    usual.setUp('a pending order', {})
    return { cancel: () => usual.json(200, {}) }
  }, states)
  expect(lines).toEqual([
    `id="\${id:-101}";  # '1. set up the provider state "a pending order" first, and give its orderId here'`,
    `${CANCEL} "/v1/store/orders/$id";  # 2. 200, expected one of 204, 401, 404, 409`,
  ])
})

test('a request without a response is not waited for much longer', async () => {
  const lines = await linesOf(() => ({ cancelOrder: ({ request }) => (request.socket.destroy(), NO_CONTENT) }))
  expect(lines.at(-1)).toMatch(/ -m 10 .*no response .*, expected an HTTP response'$/)
})

const listingForAnyKey: Deviation = (usual) => ({
  admits: (call) => call.operation === 'listOrders' || usual.admits(call),
})

test('the lines of a finding are the simplest that show it: one request without a key, if any key will do', async () => {
  const options = { checks: ['model'], bail: true, runs: 1 } as const
  const { checks, provider } = await verifySmall(listingForAnyKey, options)
  const lines = checks.flatMap(({ result, steps = [] }) => (result === 'failed' ? steps : []))
  expect(lines).toEqual([
    `curl -i -w '\\n' '${provider}/store/orders';  # '1. 200, expected 401: the key is wrong (missing)'`,
  ])
})

test.skipIf(!canPaste).each([
  ['shows quantities with a fraction', 'openapi'],
  ['answers a second cancel with 200', 'cancelled-once'],
  ['takes the key from the query', 'wrong-key-list'],
  ['takes the last of several ids', 'malformed-id-changes-nothing'],
])('the lines of a finding reproduce it in bash: %s', async (broken, shownBy) => {
  const [found, again, right] = [await startBroken(broken), await startBroken(broken), await startSmallProvider()]
  onTestFinished(async () => void (await Promise.all([found, again, right].map(({ close }) => close()))))
  const { baseUrl, apiKey: key, statesUrl: states } = found
  const plan = shownBy === 'openapi' ? ({ checks: ['openapi'] } as const) : onlyRule(shownBy)
  const { checks } = await verifyProvider({ baseUrl, key, states, bail: true, seed: 7, runs: 1, ...plan })
  const findings = checks.filter(({ result }) => result === 'failed')
  expect(findings).toHaveLength(1)
  for (const { steps = [] } of findings) {
    const shown = await paste(linesFor(steps, found, again), key)
    expect(normal(shown)).not.toEqual(normal(await paste(linesFor(steps, found, right), key)))
  }
})

test.skipIf(!canPaste)('lines work whatever characters are in the key and in the headers of a run', async () => {
  const [apiKey, tenant, tester] = ['it\'s $secret `id` "q" \\!', "o'Neill $(id) & `sons`", 'x"; echo $HOME; "']
  const guarded: Deviation = (usual) => ({
    listOrders: ({ request: { headers } }) => usual.json(headers['x-tenant'] === tenant ? 206 : 500, []),
    sendValues: (response, values) =>
      response.req.headers['x-tester'] === tester
        ? usual.sendValues(response, values)
        : usual.send(response, usual.error(403, 'no')),
  })
  const [found, again] = [await providerDuringTest(guarded, { apiKey }), await providerDuringTest(guarded, { apiKey })]
  const { baseUrl, statesUrl: states } = found
  const headers = { 'X-Tenant': tenant }
  const statesHeaders = { 'X-Tester': tester }
  const { checks } = await verifyProvider({ baseUrl, key: apiKey, states, headers, statesHeaders, checks: ['pact'] })
  vi.stubEnv('ORDERS_MOCK_HEADER_X_TENANT', tenant)
  vi.stubEnv('ORDERS_MOCK_STATES_HEADER_X_TESTER', tester)
  onTestFinished(() => void vi.unstubAllEnvs())
  const findings = checks.filter(({ result, states: needed = [] }) => result === 'failed' && needed.length > 0)
  expect(findings).not.toEqual([])
  for (const { steps = [] } of findings)
    expect(await paste(linesFor(steps, found, again), apiKey)).toMatch(/HTTP\/1\.1 206 /)
})

// Whoever pastes the lines of a finding runs none of what came over the network.

const STEERING = /[^\P{Control}]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each([
  ["x'; touch PWNED; echo '"],
  ['x$(touch PWNED)`touch PWNED`"; touch PWNED; "'],
  ['x\n touch PWNED\n\u001B[201~\u202E!touch\\'],
])('the lines of a finding run nothing that a provider state returns: %j', async (name) => {
  const { checks } = await verifySmall(
    (usual) => ({
      setUp: (state, params) => (state === 'no orders' ? { [name]: 7 } : usual.setUp(state, params)),
      listed: () => [],
      listOrders: () => usual.json(201, []),
    }),
    { checks: ['pact', 'openapi'], runs: 1 },
  )
  const lines = checks.flatMap(({ curl = '', steps = [] }) => [curl, ...steps])
  expect(lines.join()).toContain('touch PWNED')
  expect(lines.filter((line) => STEERING.test(line))).toEqual([])
  const cwd = temporaryFolder()
  execFileSync('bash', ['--norc', '-ic', `curl() { :; }\n${lines.join('\n')}\ntrue`], { cwd, stdio: 'ignore' })
  expect(await readdir(cwd)).toEqual([])
})

/** The lines for the one fault that the answers show, without the provider's address. */
async function linesOf(deviation: Deviation, states?: string): Promise<string[]> {
  const report = await verifySmall(deviation, { checks: ['openapi'], ...(states !== undefined && { states }) })
  const findings = report.checks.filter(({ result }) => result === 'failed')
  expect(findings).toHaveLength(1)
  const { origin } = new URL(report.provider)
  const lines = findings.flatMap(({ steps = [] }) => steps.map((step) => step.replaceAll(origin, '')))
  return lines.filter((line) => !line.startsWith('#'))
}

// The answers of concurrent requests come in any order; a date is always another.
function normal(output: string): string[] {
  const lines = output.split(/\r?\n/).filter((line) => !/^(?:date|connection|keep-alive):/i.test(line))
  return lines.map((line) => line.replaceAll(/after \d+ (?:ms|milliseconds)/g, '')).toSorted()
}
