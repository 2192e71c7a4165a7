import type { ControlClient, IdLike, RequestEntry, RequestFilter, SandboxSummary } from '../control-client/index.js'
import { stringifyJson } from '../spec/index.js'
import { list } from './answer.js'

/** What can be looked at. */
export const LOOKS = ['overview', 'orders', 'requests', 'history', 'conditions', 'sandboxes', 'scenarios'] as const

/** What of it; `limit` is the number of lines. */
export interface LookRequest {
  readonly sandbox: string
  readonly what: (typeof LOOKS)[number]
  readonly orderId?: IdLike
  readonly operation?: string
  readonly status?: number | string
  readonly limit: number
}

/** Shows a part of a mock in a few lines. */
export function look(client: ControlClient, request: Partial<LookRequest>): Promise<string> {
  const { what = 'overview' } = request
  return SHOW[what](client, { sandbox: 'main', limit: 20, ...request, what })
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
    return list('Orders', all, 'Narrow it down with "status", or give an "orderId".', limit)
  },
  requests: (client, request) => showRequests(client, request),
  history: async (client, { sandbox, limit }) => {
    const { changes, evicted } = await client.sandbox(sandbox).history()
    const title = `Changes, newest first${evicted > 0 ? `, ${evicted} older ones are forgotten` : ''}`
    return list(title, changes.toReversed(), 'Raise "limit".', limit)
  },
  conditions: (client, request) => showConditions(client, request),
  sandboxes: async (client, { limit }) => {
    const { sandboxes } = await client.sandboxes()
    return list('Sandboxes', sandboxes, 'Raise "limit", or `look` at one by its name.', limit)
  },
  scenarios: async (client, { limit }) => list('Scenarios', await client.scenarios(), 'Raise "limit".', limit),
}

async function showRequests(
  client: ControlClient,
  { sandbox, operation, status, orderId, limit }: LookRequest,
): Promise<string> {
  const filter = { operation, status: typeof status === 'number' ? status : undefined, orderId } as RequestFilter
  const { requests } = client.sandbox(sandbox)
  const entries = await requests.all(filter)
  if (entries.length === 0) return `No matching requests in "${sandbox}". ${(await requests.hint()) ?? ''}`.trimEnd()
  const narrower = 'Raise "limit", or narrow it down with "operation", "status" or "orderId".'
  return list('Requests, newest first', entries.toReversed().map(line), narrower, limit)
}

function line({ id, method, path, status, reason, fault, violations = [] }: RequestEntry): string {
  const extra = [...(fault === undefined ? [] : [`fault ${fault}`]), ...violations].map((each) => `; ${each}`).join('')
  return `${id}: ${method} ${path} ${status === 0 ? 'no answer' : status}: ${reason}${extra}`
}

async function showConditions(client: ControlClient, { sandbox }: LookRequest): Promise<string> {
  const box = client.sandbox(sandbox)
  const [{ now, frozen }, faults] = await Promise.all([box.clock.read(), box.faults.all()])
  const clock = `The clock ${frozen ? 'stands still at' : 'says'} ${now}.`
  return list(`${clock} Faults`, faults)
}

/** A sandbox in a line. */
export function summaryOf({ name, scenario, counts, baseUrl, apiKey }: SandboxSummary): string {
  const orders = Object.entries(counts).map(([each, count]) => `${count} ${each}`)
  return `Sandbox "${name}", from the scenario "${scenario}": ${orders.join(', ')}. Base URL ${baseUrl}, API key ${apiKey}`
}
