import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import type { Deviation } from './providers/small-provider.js'
import { verifySmall } from './verify-once.js'

const CANCEL = `curl -i -w '\\n' -X DELETE -H "Authorization: Bearer $ORDERS_MOCK_KEY"`

test('an id goes from the response to a provider state into the requests after it', async () => {
  expect(await linesFor((usual) => ({ cancel: () => usual.json(200, {}) }))).toEqual([
    `id=$(curl -sS -H 'Content-Type: application/json' --data-raw '{"state":"an order with a large id","params":{},"action":"setup"}' '/_states' | grep -oE '"orderId" *: *"?-?[0-9]+' | grep -oE -- '-?[0-9]+$'); echo "id=$id";  # '1. "an order with a large id": 9007199254742015'`,
    `${CANCEL} "/v1/store/orders/$id";  # 2. 200, expected one of 204, 401, 404, 409`,
  ])
})

test('a state that only its owner can set up is named, and its id can be given', async () => {
  const states = temporaryFile('states.json', '{"a pending order": {"orderId": 101}}')
  const lines = await linesFor((usual) => {
    usual.setUp('a pending order', {})
    return { cancel: () => usual.json(200, {}) }
  }, states)
  expect(lines).toEqual([
    `id="\${id:-101}";  # '1. set up the provider state "a pending order" first, and give its orderId here'`,
    `${CANCEL} "/v1/store/orders/$id";  # 2. 200, expected one of 204, 401, 404, 409`,
  ])
})

test('a request without a response is not waited for much longer', async () => {
  const lines = await linesFor((usual) => ({
    cancelOrder: ({ request }) => (request.socket.destroy(), usual.json(200, {})),
  }))
  expect(lines.at(-1)).toMatch(/ -m 10 .*no response .*, expected an HTTP response'$/)
})

/** The lines for the one fault that the answers show, without the provider's address. */
async function linesFor(deviation: Deviation, states?: string): Promise<string[]> {
  const report = await verifySmall(deviation, { checks: ['openapi'], ...(states !== undefined && { states }) })
  const findings = report.checks.filter(({ result }) => result === 'failed')
  expect(findings).toHaveLength(1)
  const { origin } = new URL(report.provider)
  const lines = findings.flatMap(({ steps = [] }) => steps.map((step) => step.replaceAll(origin, '')))
  return lines.filter((line) => !line.startsWith('#'))
}

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
  const lines = checks.flatMap(({ curl, steps = [] }) => [...(curl === undefined ? [] : [curl]), ...steps])
  expect(lines.join()).toContain('touch PWNED')
  expect(lines.filter((line) => STEERING.test(line))).toEqual([])
  const cwd = temporaryFolder()
  execFileSync('bash', ['--norc', '-ic', `curl() { :; }\n${lines.join('\n')}\ntrue`], { cwd, stdio: 'ignore' })
  expect(await readdir(cwd)).toEqual([])
})
