import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import * as z from 'zod'
import type {
  ClockChange,
  ControlClient,
  Fault,
  NewOrder,
  NewSandbox,
  OrderPatch,
  SandboxSummary,
} from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { answer, list } from './answer.js'
import { look, LOOKS } from './look.js'

const id = z
  .union([z.int(), z.string().regex(/^-?\d+$/)])
  .describe('int64; write ids beyond 2^53 in quotes, else they lose digits')
const status = z.enum(['pending', 'shipped', 'cancelled'])
const sandbox = z.string().default('main').describe('name of the sandbox')
const scenario = z.string().optional().describe('such as default, empty, shipped; `look` at "scenarios" lists them')

const order = z.strictObject({
  id: id.optional(),
  petId: id.nullable().optional(),
  quantity: z.int().nullable().optional(),
  shipDate: z.string().nullable().optional().describe('date-time, or relative to the clock: now+P3D'),
  complete: z.boolean().nullable().optional(),
  status: status.optional(),
  shipAfter: z.string().nullable().optional().describe('ships by itself when the clock has moved on by this: PT10M'),
})

const fault = z.strictObject({
  kind: z.enum(['status', 'delay', 'reset', 'truncate', 'hang']),
  operation: z.enum(['listOrders', 'cancelOrder', 'getPet']).optional(),
  orderId: id.optional(),
  status: z.int().optional(),
  delayMs: z.number().optional(),
  times: z.int().optional().describe('how often; default: always'),
  probability: z.number().optional(),
  message: z.string().optional(),
})

/** Adds the tools that act on a running mock. */
export function addMockTools(server: McpServer, client: ControlClient): void {
  addCreateSandbox(server, client)
  addLook(server, client)
  addChangeOrders(server, client)
  addChangeConditions(server, client)
  addGoBack(server, client)
}

function addCreateSandbox(server: McpServer, client: ControlClient): void {
  const description =
    'Makes an isolated sandbox with its own orders, clock, faults and requests, and says how to call it.'
  const inputSchema = { name: z.string().optional(), scenario, orders: z.array(order).optional() }
  server.registerTool('create_sandbox', { description, inputSchema }, (request) =>
    answer(async () => {
      const made = await client.createSandbox(request as NewSandbox)
      return `${summaryOf(await made.read())}
Call it: curl -H 'Authorization: Bearer ${made.apiKey}' ${made.baseUrl}/store/orders
Next: give the app this base URL and key, run it, then \`look\` at "requests" of sandbox "${made.name}".`
    }),
  )
}

function addLook(server: McpServer, client: ControlClient): void {
  const description = 'Shows a sandbox, or what there is. Requests say why each was answered so.'
  const inputSchema = {
    sandbox,
    what: z.enum(LOOKS).default('overview'),
    orderId: id.optional().describe('only this order, or requests for it'),
    operation: z.string().optional().describe('only requests for this operation'),
    status: z.union([z.int(), status]).optional().describe('only orders of this status, or requests answered with it'),
    limit: z.int().min(1).max(100).default(20),
  }
  server.registerTool('look', { description, inputSchema, annotations: { readOnlyHint: true } }, (request) =>
    answer(() => look(client, request)),
  )
}

function addChangeOrders(server: McpServer, client: ControlClient): void {
  const description =
    "Adds, changes, ships or removes one order. The app is not asked: it is a change on the service's side."
  const inputSchema = {
    sandbox,
    action: z.enum(['add', 'change', 'ship', 'remove']),
    orderId: id.optional().describe('which order; for add, put it into the order'),
    order: order.optional().describe('for add and change; null removes a member'),
  }
  server.registerTool(
    'change_orders',
    { description, inputSchema },
    ({ sandbox: name, action, orderId, order: given }) =>
      answer(async () => {
        const { orders } = client.sandbox(name)
        const members = { ...given, ...(action === 'add' && orderId !== undefined && { id: orderId }) }
        if (action === 'add') return list('Added:', [await orders.add(members as NewOrder)])
        if (orderId === undefined) throw new ToolError(`Which order? Give "orderId" to ${action} one.`)
        if (action === 'ship') return list('Shipped:', [await orders.ship(orderId)])
        if (action === 'change') return list('Changed:', [await orders.patch(orderId, members as OrderPatch)])
        await orders.remove(orderId)
        return `Removed order ${orderId}. \`go_back\` takes it back.`
      }),
  )
}

function addChangeConditions(server: McpServer, client: ControlClient): void {
  const description = 'Moves or stops the clock, and replaces the faults that are injected ([] ends them).'
  const inputSchema = {
    sandbox,
    advance: z.string().optional().describe('ISO 8601 duration, such as P1D; with a minus sign back'),
    now: z.string().optional().describe('date-time to set the clock to'),
    frozen: z.boolean().optional(),
    faults: z.array(fault).optional(),
  }
  server.registerTool('change_conditions', { description, inputSchema }, ({ sandbox: name, faults, ...clock }) =>
    answer(async () => {
      const box = client.sandbox(name)
      if (Object.keys(clock).length > 0) await box.clock.change(clock as ClockChange)
      if (faults !== undefined) await box.faults.set(faults as Fault[])
      return await look(client, { sandbox: name, what: 'conditions', limit: 20 })
    }),
  )
}

function addGoBack(server: McpServer, client: ControlClient): void {
  const description =
    'Takes changes of a sandbox back: the newest one, all since a request, all after a change, or all.'
  const inputSchema = {
    sandbox,
    to: z.enum(['before_newest_change', 'before_request', 'after_change', 'start']),
    id: z.int().optional().describe('of the request (`look` at "requests") or change (`look` at "history")'),
    scenario: scenario.describe('for start: another scenario'),
  }
  server.registerTool('go_back', { description, inputSchema }, ({ sandbox: name, to, id: moment, scenario: other }) =>
    answer(async () => {
      const box = client.sandbox(name)
      if (to === 'start') return summaryOf(await box.reset(other))
      if (to === 'before_newest_change') return list('Taken back:', [await box.undo()])
      const place = to === 'after_change' ? 'history' : 'requests'
      if (moment === undefined) throw new ToolError(`Back to which one? Give "id": \`look\` at "${place}" shows them.`)
      return summaryOf(await box.rewind(to === 'after_change' ? { to: moment } : { beforeRequest: moment }))
    }),
  )
}

function summaryOf({ name, scenario: from, counts, baseUrl, apiKey }: SandboxSummary): string {
  const orders = Object.entries(counts).map(([each, count]) => `${count} ${each}`)
  return `Sandbox "${name}", from the scenario "${from}": ${orders.join(', ')}. Base URL ${baseUrl}, API key ${apiKey}`
}
