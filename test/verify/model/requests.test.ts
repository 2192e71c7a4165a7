import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { type VerifyOptions, verifyProvider } from '../../../src/verify/index.js'
import { type Deviation, isInt64, SMALL_KEY, startSmallProvider } from '../providers/small-provider.js'
import { onlyRule } from './check-provider.js'

// All that a run does, to be looked at when it changes: `npx vitest run --config test/vitest.config.ts --update <this file>`.

test('a run has these rules, sets up these states, and sends these requests and invalid keys', async () => {
  const { checks, requests, states } = await run()
  const withoutStates = await run({ states: undefined })
  const needs = new Map(withoutStates.checks.map(({ id, states: needed = [] }) => [id, needed.join(', ')]))
  const invalid = requests.filter((request) => !hasKey(request)).flatMap(fieldsOf)
  const parts = {
    rules: sorted(checks.map(({ id, name, clause }) => `${id}: ${name} (${clause}) ${needs.get(id)}`.trim())),
    states: sorted(states),
    requests: sorted(requests.map(lineOf)),
    'header fields with an invalid key': sorted(invalid),
  }
  const text = Object.entries(parts).map(([title, lines]) => `# ${title}\n${lines.join('\n')}\n`)
  await expect(text.join('\n')).toMatchFileSnapshot('expected/requests.txt')
})

test('each client has these header fields', async () => {
  const { requests } = await run(onlyRule('every-client'))
  const clients = requests.filter(hasKey).map((request) => `${request.method}\n${fieldsOf(request).join('\n')}\n`)
  await expect(sorted(clients).join('\n')).toMatchFileSnapshot('expected/clients.txt')
})

async function run(options: Partial<VerifyOptions> = {}) {
  const requests: IncomingMessage[] = []
  const states: string[] = []
  const noting: Deviation = (usual) => ({
    answer: (call) => {
      requests.push(call.request)
      return usual.answer(call)
    },
    setUp: (state, params) => {
      // More orders are only set up where that takes little time.
      if (!(Number(params['count']) > 1_001)) states.push(`${state} ${JSON.stringify(params)}`)
      return usual.setUp(state, params)
    },
  })
  const { baseUrl, statesUrl, apiKey: key, close } = await startSmallProvider(noting)
  const plan = { baseUrl, key, states: statesUrl, checks: ['model'], runs: 1, seed: 1, timeBudgetMs: 600_000 } as const
  const { checks } = await verifyProvider({ ...plan, ...options }).finally(close)
  return { checks, requests, states }
}

function hasKey({ headers }: IncomingMessage): boolean {
  return headers.authorization === `Bearer ${SMALL_KEY}`
}

/** Without those of the connection and the valid key; of a long value the beginning. */
function fieldsOf({ rawHeaders }: IncomingMessage): string[] {
  const fields = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : []))
  const shown = fields.filter(
    (field) => !/^(?:host|connection): /i.test(field) && field !== `Authorization: Bearer ${SMALL_KEY}`,
  )
  return shown.map((field) => (field.length > 200 ? `${field.slice(0, 40)}… (${field.length} characters)` : field))
}

/** Without the ids that the run draws or its provider assigns. */
function lineOf({ method, url = '' }: IncomingMessage): string {
  const [, id = ''] = /(?:orders|ets)\/+(?!\.\.)([^?]*)/i.exec(url) ?? []
  const shown = isInt64(id) && isBound(BigInt(id)) ? id : id.replaceAll(/\d+/g, '#')
  return `${method} ${url
    .replace(/^\/v1/, '')
    .replace(id, shown)
    .replaceAll(/(?<=[iI]d=)\d\d+/g, '#')}`
}

/** Whether a type of numbers ends there. */
function isBound(id: bigint): boolean {
  const bits = (id < 0n ? -id : id).toString(2)
  return id === 0n || id === -1n || id === 3_000_000_000n || /^(?:1?1{14,}0?|10{14,}1?)$/.test(bits)
}

function sorted(lines: readonly string[]): string[] {
  return [...new Set(lines)].toSorted()
}
