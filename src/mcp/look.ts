import type {
  ControlClient,
  IdLike,
  RemoteSandbox,
  RequestEntry,
  RequestFilter,
  SandboxSummary,
} from '../control-client/index.js'
import { freedoms as table, stringifyJson } from '../spec/index.js'

/** Characters of a response: below 2,000 tokens, of which JSON has one for three characters. */
export const MAX_CHARACTERS = 5500

export const LOOKS = ['overview', 'orders', 'requests', 'history', 'conditions', 'sandboxes', 'scenarios'] as const

/** What to look at; `limit` is the number of lines. */
export interface LookRequest {
  readonly what?: (typeof LOOKS)[number]
  readonly orderId?: IdLike
  readonly operation?: string
  readonly status?: number | string
  readonly limit?: number
}

export async function look(
  { sandbox, ...request }: LookRequest & { readonly sandbox?: string },
  client: ControlClient,
): Promise<string> {
  const box = client.sandbox(sandbox)
  const { what, limit } = request
  if (what === 'orders') return await ordersOf(box, request)
  if (what === 'requests') return await requestsOf(box, request)
  if (what === 'conditions') return await conditionsOf(box)
  if (what === 'sandboxes') return list('Sandboxes', (await client.sandboxes()).sandboxes, limit)
  if (what === 'scenarios') return list('Scenarios', await client.scenarios(), limit)
  if (what === 'history') {
    const { changes, evicted } = await box.history()
    const title = `Changes, newest first${evicted > 0 ? `, ${evicted} older changes were dropped` : ''}`
    return list(title, changes.toReversed(), limit)
  }
  const { lastUsed: _, ...summary } = await box.read()
  const requests = await requestsOf(box, { limit: 5, ...request })
  return `${stringifyJson(summary)}\n${await conditionsOf(box)}\n${requests}`
}

async function ordersOf({ orders }: RemoteSandbox, { orderId, status, limit }: LookRequest): Promise<string> {
  if (orderId !== undefined) return stringifyJson(await orders.get(orderId))
  const all = (await orders.all()).filter((order) => status === undefined || order.status === status)
  return list('Orders', all, limit, 'Narrow it down with "status", or set "orderId".')
}

async function requestsOf(
  { name, requests }: RemoteSandbox,
  { operation, status, orderId, limit }: LookRequest,
): Promise<string> {
  const filter = { operation, status: typeof status === 'number' ? status : undefined, orderId } as RequestFilter
  const entries = await requests.all(filter)
  if (entries.length === 0) return `No matching requests in "${name}". ${(await requests.hint()) ?? ''}`.trimEnd()
  const narrower = 'Raise "limit", or narrow it down with "operation", "status" or "orderId".'
  return list('Requests, newest first', entries.toReversed().map(requestLine), limit, narrower)
}

function requestLine({ id, method, path, status, reason, ...entry }: RequestEntry): string {
  const { fault, freedoms = [], violations = [] } = entry
  const extra = [...(fault === undefined ? [] : [`fault ${fault}`]), ...freedoms, ...violations]
  const response = status === 0 ? 'no response' : status
  return `${id}: ${method} ${path} ${response}: ${[reason, ...extra].join('; ')}`
}

export async function conditionsOf({ clock, faults, freedoms }: RemoteSandbox): Promise<string> {
  const { now, frozen } = await clock.read()
  const { choices } = await freedoms.read()
  const changed = table.filter(({ name, choices: [first] }) => choices[name] !== first?.name)
  const chosen = changed.map(({ name }) => ` ${name}: ${choices[name]};`).join('')
  const title = `The clock ${frozen ? 'stands still at' : 'says'} ${now}.${chosen && ` Freedoms:${chosen}`} Faults`
  return list(title, await faults.all(), Infinity, '')
}

export function summaryOf({ name, scenario, counts, baseUrl, apiKey }: SandboxSummary): string {
  const orders = Object.entries(counts).map(([each, count]) => `${count} ${each}`)
  return `Sandbox "${name}", from the scenario "${scenario}": ${orders.join(', ')}. Base URL ${baseUrl}, API key ${apiKey}`
}

/** How many there are, a line for each, as many as fit and at most a limit, and how to see the others. */
function list(title: string, items: readonly unknown[], limit = 20, narrower = 'Raise "limit".'): string {
  const lines: string[] = []
  let left = MAX_CHARACTERS - title.length - narrower.length - 100
  for (const item of items.slice(0, limit)) {
    const line = typeof item === 'string' ? item : stringifyJson(item)
    left -= line.length + 1
    if (left < 0) break
    lines.push(line)
  }
  const hidden = items.length - lines.length
  if (hidden > 0) lines.push(`… and ${hidden.toLocaleString('en-US')} more. ${narrower}`)
  return [`${title} (${items.length.toLocaleString('en-US')}):`, ...lines].join('\n')
}
