import { readFile } from 'node:fs/promises'
import type { ClockChange, Fault, FreedomsInput, NewSandbox } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { listLine } from '../shell/index.js'
import { operations } from '../spec/index.js'
import { changeOrders, shown } from './change-orders.js'
import { conditionsOf, look, LOOKS, type LookRequest, MAX_CHARACTERS, summaryOf } from './look.js'
import { ADDS, CHANGES, READS, type Result, type Tool, type ToolContext } from './tool.js'
import { verify } from './verify-tool.js'

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
  description: `kind (status, delay, reset, truncate, hang, hold); if wanted, when (before or after the order is cancelled), body, headers, operation (${Object.keys(operations).join(', ')}),
orderId, status, delayMs, times, probability, message`,
}
const CONTRACT = new URL('../../contracts/', import.meta.url)
const FILES = [
  'openapi.yaml',
  'assumptions.md',
  'freedoms.yaml',
  'provider-states.md',
  'testers.md',
  'consumers.md',
  'verify.md',
]

type Conditions = ClockChange & { sandbox?: string; faults?: Fault[]; freedoms?: FreedomsInput }

export const tools: readonly Tool[] = [
  {
    name: 'create_sandbox',
    title: 'Create a sandbox',
    annotations: ADDS,
    description: 'Creates an isolated sandbox with its own orders, clock, faults and requests; returns how to call it.',
    inputSchema: takes([], { name: { type: 'string' }, scenario: SCENARIO, orders: { type: 'array', items: ORDER } }),
    run: async (request: NewSandbox, { client }) => {
      const made = await client.createSandbox(request)
      const call = `Call it: ${listLine(made)}`
      const note = 'Next: point the app at this base URL and key, run it, then `look` at "requests" of this sandbox.'
      return { note, data: `${summaryOf(await made.read())}\n${call}` }
    },
  },
  {
    name: 'look',
    title: 'Look at the mock',
    annotations: READS,
    description: 'Shows a sandbox, or lists sandboxes and scenarios. Requests include the reason for the response.',
    inputSchema: takes([], {
      sandbox: SANDBOX,
      what: { ...oneOf(LOOKS), description: 'default: overview' },
      orderId: { ...ID, description: 'only this order, or requests for it' },
      operation: { type: 'string', description: 'only requests for this operation' },
      status: {
        type: ['integer', 'string'],
        description: 'only orders of this status, or requests whose response had it',
      },
      limit: { type: 'integer', minimum: 1, maximum: 100, description: 'default: 20' },
    }),
    run: async (request: LookRequest, { client }) => ({ data: await look(request, client) }),
  },
  {
    name: 'change_orders',
    title: 'Change orders',
    annotations: CHANGES,
    description: `Adds or changes an order, or ships, cancels or removes orders, directly in the mock, without an API request. Many
orders are one change: all of them or none.`,
    inputSchema: takes(['action'], {
      sandbox: SANDBOX,
      action: oneOf(['add', 'change', 'ship', 'cancel', 'remove']),
      orderId: ID,
      orderIds: { type: 'array', items: ID, description: 'for ship, cancel and remove: many orders' },
      order: { ...ORDER, description: `for add and change: ${ORDER.description}; null removes a field` },
    }),
    run: changeOrders,
  },
  {
    name: 'change_conditions',
    title: 'Change clock, faults and freedoms',
    annotations: CHANGES,
    description: `Moves or freezes the clock, replaces the list of injected faults ([] removes all), and the choices that the
specification leaves open ({} restores the defaults).`,
    inputSchema: takes([], {
      sandbox: SANDBOX,
      advance: { type: 'string', description: 'ISO 8601 duration to advance by, such as P1D; -P1D moves back' },
      now: { type: 'string', description: 'date-time to set the clock to' },
      frozen: { type: 'boolean' },
      faults: { type: 'array', items: FAULT },
      freedoms: {
        type: ['integer', 'object'],
        description: 'a seed, which draws every choice, or choices by freedom, as in freedoms.yaml',
      },
    }),
    run: async ({ sandbox, faults, freedoms, ...clock }: Conditions, { client }) => {
      const box = client.sandbox(sandbox)
      if (Object.keys(clock).length > 0) await box.clock.change(clock)
      if (faults !== undefined) await box.faults.set(faults)
      if (freedoms !== undefined) await box.freedoms.set(freedoms)
      return { data: await conditionsOf(box) }
    },
  },
  {
    name: 'release_request',
    title: 'Release a held request',
    annotations: CHANGES,
    description: 'Carries out a request that a fault of kind hold has held.',
    inputSchema: takes(['id'], {
      sandbox: SANDBOX,
      id: { type: 'integer', description: 'of the request; without a status in `look` at "requests"' },
    }),
    run: async ({ sandbox, id }: { sandbox?: string; id: number }, { client }) =>
      shown('Released', await client.sandbox(sandbox).requests.release(id)),
  },
  {
    name: 'go_back',
    title: 'Undo changes',
    annotations: CHANGES,
    description: 'Undoes changes to a sandbox: the latest one, all since a request, all after a change, or all.',
    inputSchema: takes(['to'], {
      sandbox: SANDBOX,
      to: oneOf(['before_newest_change', 'before_request', 'after_change', 'start']),
      id: { type: 'integer', description: 'of the request (`look` at "requests") or change (`look` at "history")' },
      scenario: { type: 'string', description: 'for start: another scenario' },
    }),
    run: goBack,
  },
  {
    name: 'read_contract',
    title: 'Read the contract',
    annotations: READS,
    description: 'Reads a document of the contract: the OpenAPI description, the assumptions, or a guide.',
    inputSchema: takes(['file'], { file: oneOf(FILES), page: { type: 'integer', minimum: 1 } }),
    run: async ({ file, page: number = 1 }: { file: string; page?: number }) => ({
      note: page(await readFile(new URL(file, CONTRACT), 'utf8'), number),
    }),
  },
  {
    name: 'verify_provider',
    title: 'Verify a provider',
    annotations: { ...CHANGES, openWorldHint: true },
    description: `Verifies a running implementation of the API, mock or real, against the contract. Without states it only
reads, and skips what it cannot check harmlessly.`,
    inputSchema: takes(['baseUrl'], {
      baseUrl: { type: 'string', description: 'base URL of the API, including /v1' },
      key: { type: 'string', description: 'default: test-key' },
      states: {
        type: 'string',
        description:
          'how to set up provider states: a URL, a JSON file (.json), or a module (.mjs) with --allow-modules',
      },
      checks: { type: 'array', items: oneOf(['pact', 'openapi', 'model']) },
      seconds: { type: 'integer', minimum: 1, maximum: 120, description: 'for the model; default: 20' },
    }),
    run: verify,
  },
]

function takes(required: string[], properties: Record<string, object>): object {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Gemini, among others, takes choices only if they say that they are strings. */
function oneOf(choices: readonly string[]): object {
  return { type: 'string', enum: choices }
}

function page(text: string, number: number): string {
  const size = MAX_CHARACTERS - 100
  const count = Math.ceil(text.length / size)
  if (number > count) throw new ToolError(`Page not found: there are ${count} pages.`)
  const part = text.slice((number - 1) * size, number * size)
  return number === count ? part : `${part}\n… page ${number} of ${count}. Next: page ${number + 1}.`
}

async function goBack(
  { sandbox, to, id, scenario }: { sandbox?: string; to: string; id?: number; scenario?: string },
  { client }: ToolContext,
): Promise<Result> {
  const box = client.sandbox(sandbox)
  if (to === 'start') return { data: summaryOf(await box.reset(scenario)) }
  if (to === 'before_newest_change') return shown('Taken back', await box.undo())
  const place = to === 'after_change' ? 'history' : 'requests'
  if (id === undefined) throw new ToolError(`"id" is required. Use \`look\` with "${place}" to list the ids.`)
  return { data: summaryOf(await box.rewind(to === 'after_change' ? { to: id } : { beforeRequest: id })) }
}
