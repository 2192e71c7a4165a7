import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type VerifyOptions, verifyProvider } from '../../../src/verify/index.js'
import { type Deviation, isInt64, SMALL_KEY, startSmallProvider } from '../providers/small-provider.js'
import { onlyRule } from './check-provider.js'

// All that a run does, to be looked at when it changes: `npx vitest run --config test/vitest.config.ts --update <this file>`.

// No state is too slow to be set up, and no connection to be kept.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('a run has these rules, sets up these states, and sends these requests and invalid keys', async () => {
  const { checks, requests, states } = await run()
  const withoutStates = await run({ states: undefined })
  const needs = new Map(withoutStates.checks.map(({ id, states: needed = [] }) => [id, needed.join(', ')]))
  const invalid = requests.filter((request) => !hasKey(request)).flatMap(fieldsOf)
  const parts = {
    rules: sorted(checks.map(({ id, name, clause }) => `${id}: ${name} (${clause}) ${needs.get(id)}`.trim())),
    'set-ups and requests of each rule': await Promise.all(sorted(checks.map(({ id }) => id)).map(effectsOf)),
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

/** How many states a rule sets up, and how many requests it sends how often, such as `3 × 2 × DELETE /store/orders/#`. */
async function effectsOf(id: string): Promise<string> {
  const { events } = await run(onlyRule(id.replace('model.', '')))
  // Before that the run has tried the states, and at last the key with its scheme in lower case.
  const tried = events.findIndex(
    (event) => typeof event !== 'string' && event.headers.authorization?.startsWith('bearer'),
  )
  const lines = events.slice(tried + 1).map((event) => {
    if (typeof event === 'string') return `\n${event}`
    return `${event.url}\n${lineOf(event)}${hasKey(event) ? '' : ' with an invalid key'}`
  })
  return `${id}: ${counted(counted(lines).map((line) => line.replace(/(?<=× ).*\n/, ''))).join(', ')}`
}

function counted(lines: readonly string[]): string[] {
  return sorted(lines).map((line) => `${lines.filter((each) => each === line).length} × ${line}`)
}

async function run(options: Partial<VerifyOptions> = {}) {
  const events: (string | IncomingMessage)[] = []
  const noting: Deviation = (usual) => ({
    answer: (call) => {
      events.push(call.request)
      return usual.answer(call)
    },
    setUp: (state, params) => {
      events.push(`${state} ${JSON.stringify(params)}`)
      return usual.setUp(state, params)
    },
  })
  const { baseUrl, statesUrl, apiKey: key, close } = await startSmallProvider(noting)
  const plan = { baseUrl, key, states: statesUrl, checks: ['model'], runs: 1, seed: 1, timeBudgetMs: 600_000 } as const
  const { checks } = await verifyProvider({ ...plan, ...options }).finally(close)
  const requests = events.filter((event) => typeof event !== 'string')
  return { checks, events, requests, states: events.filter((event) => typeof event === 'string') }
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
  const [, id = ''] = /^\/v1\/(?:store\/orders|pets)\/([^?]*)/.exec(url) ?? []
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
