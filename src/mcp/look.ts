import type { ControlClient, IdLike, RequestEntry, RequestFilter } from '../control-client/index.js'
import { stringifyJson } from '../spec/index.js'
import { list } from './answer.js'

/** What can be looked at. */
export const LOOKS = ['overview', 'orders', 'requests', 'history', 'conditions', 'sandboxes', 'scenarios'] as const

interface LookRequest {
  readonly sandbox: string
  readonly what: (typeof LOOKS)[number]
  readonly orderId?: IdLike | undefined
  readonly operation?: string | undefined
  readonly status?: number | string | undefined
  readonly limit: number
}

/** Shows a part of a mock in a few lines. */
export function look(client: ControlClient, request: LookRequest): Promise<string> {
  return SHOW[request.what](client, request)
}

const SHOW: Record<LookRequest['what'], (client: ControlClient, request: LookRequest) => Promise<string>> = {
  overview: async (client, request) => {
    const box = client.sandbox(request.sandbox)
    const { lastUsed: _, ...summary } = await box.read()
    const requests = await showRequests(client, { ...request, limit: 5 })
    return `${stringifyJson(summary)}\n${await showConditions(client, request)}\n${requests}`
  },
  orders: async (client, { sandbox, orderId, status, limit }) => {
    const { orders } = client.sandbox(sandbox)
    if (orderId !== undefined) return stringifyJson(await orders.get(orderId))
    const all = (await orders.all()).filter((order) => status === undefined || order.status === status)
    return list(`${counted(all, 'order')}:`, all, 'Narrow it down with "status", or give an "orderId".', limit)
  },
  requests: (client, request) => showRequests(client, request),
  history: async (client, { sandbox, limit }) => {
    const { changes, evicted } = await client.sandbox(sandbox).history()
    const title = `${counted(changes, 'change')}, newest first${evicted > 0 ? `; ${evicted} older ones are forgotten` : ''}:`
    return list(title, changes.toReversed(), 'Raise "limit".', limit)
  },
  conditions: (client, request) => showConditions(client, request),
  sandboxes: async (client, { limit }) => {
    const { sandboxes } = await client.sandboxes()
    const lines = sandboxes.map(
      ({ name, apiKey, scenario, counts, requests }) =>
        `${name}: key ${apiKey}, scenario ${scenario} ${stringifyJson(counts)}, ${requests} requests`,
    )
    return list('Sandboxes:', lines, 'Raise "limit", or `look` at one by its name.', limit)
  },
  scenarios: async (client, { limit }) => {
    const scenarios = await client.scenarios()
    const lines = scenarios.map(({ name, title = '', counts }) => `${name}: ${title} ${stringifyJson(counts)}`)
    return list('Scenarios:', lines, 'Raise "limit".', limit)
  },
}

async function showRequests(
  client: ControlClient,
  { sandbox, operation, status, orderId, limit }: LookRequest,
): Promise<string> {
  const filter = { operation, status: typeof status === 'number' ? status : undefined, orderId } as RequestFilter
  const entries = await client.sandbox(sandbox).requests.all(filter)
  if (entries.length === 0) return await explainNone(client, sandbox)
  const narrower = 'Raise "limit", or narrow it down with "operation", "status" or "orderId".'
  return list(`${counted(entries, 'request')}, newest first:`, entries.toReversed().map(line), narrower, limit)
}

/** A client with another key is the usual reason. */
async function explainNone(client: ControlClient, sandbox: string): Promise<string> {
  const { sandboxes } = await client.sandboxes()
  const others = sandboxes
    .filter(({ name, requests }) => name !== sandbox && requests > 0)
    .map(({ name }) => `"${name}"`)
  const hasSome = sandboxes.some(({ name, requests }) => name === sandbox && requests > 0)
  const hint =
    hasSome || others.length === 0
      ? ''
      : ` Requests came to ${others.slice(0, 5).join(', ')}: the API key chooses the sandbox.`
  return `No matching requests in "${sandbox}".${hint}`
}

function line({ id, method, path, status, reason, fault, violations = [] }: RequestEntry): string {
  const extra = [...(fault === undefined ? [] : [`fault ${fault}`]), ...violations].map((each) => `; ${each}`).join('')
  return `${id}: ${method} ${path} ${status === 0 ? 'no answer' : status}: ${reason}${extra}`
}

async function showConditions(client: ControlClient, { sandbox }: LookRequest): Promise<string> {
  const box = client.sandbox(sandbox)
  const [{ now, frozen }, faults] = await Promise.all([box.clock.read(), box.faults.all()])
  const clock = `The clock ${frozen ? 'stands still at' : 'says'} ${now}.`
  return faults.length === 0 ? `${clock} No faults.` : list(`${clock} Faults:`, faults)
}

function counted({ length }: readonly unknown[], what: string): string {
  return `${length.toLocaleString('en-US')} ${what}${length === 1 ? '' : 's'}`
}
