import type { ClockChange, Fault, IdLike, NewOrder, NewSandbox } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { stringifyJson } from '../spec/index.js'
import { look, type LookRequest, LOOKS, summaryOf } from './look.js'
import { takes, type Tool, type ToolContext } from './tool.js'

const ID = { type: ['integer', 'string'], description: 'int64; in quotes beyond 2^53' }
const SANDBOX = { type: 'string', description: 'its name; default: main' }
const SCENARIO = { type: 'string', description: 'such as default, empty, shipped; `look` at "scenarios" lists them' }
const ORDER = {
  type: 'object',
  description: `id, petId, quantity, shipDate (date-time, or now+P3D), complete, status (pending, shipped, cancelled),
shipAfter (ships by itself when the clock has moved on by this: PT10M)`,
}
const FAULT = {
  type: 'object',
  description: `kind (status, delay, reset, truncate, hang); if wanted, operation (listOrders, cancelOrder, getPet),
orderId, status, delayMs, times, probability, message`,
}

/** The tools that act on a running mock. */
export const mockTools: readonly Tool[] = [
  {
    name: 'create_sandbox',
    description: 'Makes an isolated sandbox with its own orders, clock, faults and requests, and says how to call it.',
    inputSchema: takes({ name: { type: 'string' }, scenario: SCENARIO, orders: { type: 'array', items: ORDER } }),
    run: createSandbox,
  },
  {
    name: 'look',
    description: 'Shows a sandbox, or what there is. Requests say why each was answered so.',
    inputSchema: takes({
      sandbox: SANDBOX,
      what: { enum: LOOKS, description: 'default: overview' },
      orderId: { ...ID, description: 'only this order, or requests for it' },
      operation: { type: 'string', description: 'only requests for this operation' },
      status: { type: ['integer', 'string'], description: 'only orders of this status, or requests answered with it' },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'default: 20' },
    }),
    annotations: { readOnlyHint: true },
    run: (request: Partial<LookRequest>, { client }: ToolContext) => look(client, request),
  },
  {
    name: 'change_orders',
    description:
      "Adds, changes, ships or removes one order. The app is not asked: it is a change on the service's side.",
    inputSchema: takes(
      {
        sandbox: SANDBOX,
        action: { enum: ['add', 'change', 'ship', 'remove'] },
        orderId: ID,
        order: { ...ORDER, description: `for add and change: ${ORDER.description}; null removes a member` },
      },
      'action',
    ),
    run: changeOrders,
  },
  {
    name: 'change_conditions',
    description: 'Moves or stops the clock, and replaces the faults that are injected ([] ends them).',
    inputSchema: takes({
      sandbox: SANDBOX,
      advance: { type: 'string', description: 'ISO 8601 duration, such as P1D; with a minus sign back' },
      now: { type: 'string', description: 'date-time to set the clock to' },
      frozen: { type: 'boolean' },
      faults: { type: 'array', items: FAULT },
    }),
    run: changeConditions,
  },
  {
    name: 'go_back',
    description: 'Takes changes of a sandbox back: the newest one, all since a request, all after a change, or all.',
    inputSchema: takes(
      {
        sandbox: SANDBOX,
        to: { enum: ['before_newest_change', 'before_request', 'after_change', 'start'] },
        id: { type: 'integer', description: 'of the request (`look` at "requests") or change (`look` at "history")' },
        scenario: { type: 'string', description: 'for start: another scenario' },
      },
      'to',
    ),
    run: goBack,
  },
]

async function createSandbox(request: NewSandbox, { client }: ToolContext): Promise<string> {
  const made = await client.createSandbox(request)
  return `${summaryOf(await made.read())}
Call it: curl -H 'Authorization: Bearer ${made.apiKey}' ${made.baseUrl}/store/orders
Next: give the app this base URL and key, run it, then \`look\` at "requests" of sandbox "${made.name}".`
}

async function changeOrders(
  { sandbox, action, orderId, order }: { sandbox?: string; action: string; orderId?: IdLike; order?: NewOrder },
  { client }: ToolContext,
): Promise<string> {
  const { orders } = client.sandbox(sandbox ?? 'main')
  if (action === 'add')
    return `Added: ${stringifyJson(await orders.add({ ...(orderId !== undefined && { id: orderId }), ...order }))}`
  if (orderId === undefined) throw new ToolError(`Which order? Give "orderId" to ${action} one.`)
  if (action === 'ship') return `Shipped: ${stringifyJson(await orders.ship(orderId))}`
  if (action === 'change') return `Changed: ${stringifyJson(await orders.patch(orderId, order ?? {}))}`
  await orders.remove(orderId)
  return `Removed order ${orderId}. \`go_back\` takes it back.`
}

async function changeConditions(
  { sandbox = 'main', faults, ...clock }: ClockChange & { sandbox?: string; faults?: Fault[] },
  { client }: ToolContext,
): Promise<string> {
  const box = client.sandbox(sandbox)
  if (Object.keys(clock).length > 0) await box.clock.change(clock)
  if (faults !== undefined) await box.faults.set(faults)
  return await look(client, { sandbox, what: 'conditions' })
}

async function goBack(
  { sandbox = 'main', to, id, scenario }: { sandbox?: string; to: string; id?: number; scenario?: string },
  { client }: ToolContext,
): Promise<string> {
  const box = client.sandbox(sandbox)
  if (to === 'start') return summaryOf(await box.reset(scenario))
  if (to === 'before_newest_change') return `Taken back: ${stringifyJson(await box.undo())}`
  const place = to === 'after_change' ? 'history' : 'requests'
  if (id === undefined) throw new ToolError(`Back to which one? Give "id": \`look\` at "${place}" shows them.`)
  return summaryOf(await box.rewind(to === 'after_change' ? { to: id } : { beforeRequest: id }))
}
