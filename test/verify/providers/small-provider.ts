import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listen, type RunningProvider } from './running-provider.js'
import { reachState, type SmallValues } from './small-states.js'
import { SmallStore, type SmallOrder } from './small-store.js'

export interface Call {
  readonly operation: 'listOrders' | 'cancelOrder' | 'getPet' | undefined
  /** The order's or the pet's id as it stands in the path. */
  readonly id: string
  readonly authorization: string | undefined
  readonly request: IncomingMessage
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: string | Buffer
}

/** Everything that the small provider does, in steps that a deviation can replace one by one. */
export interface Behaviour {
  answer: (call: Call) => Answer | Promise<Answer>
  admits: (call: Call) => boolean
  refuse: (call: Call) => Answer
  listOrders: (call: Call) => Answer | Promise<Answer>
  cancelOrder: (call: Call) => Answer | Promise<Answer>
  getPet: (call: Call) => Answer | Promise<Answer>
  listed: () => readonly SmallOrder[]
  show: (order: SmallOrder) => unknown
  find: (id: string) => SmallOrder | undefined
  /** What cancelling does to an order of this status. */
  cancel: (order: SmallOrder) => Answer | Promise<Answer>
  json: (status: number, value: unknown) => Answer
  error: (status: number, code: string) => Answer
  send: (response: ServerResponse, answer: Answer) => void | Promise<void>
  setUp: (state: string, params: Record<string, unknown>) => SmallValues
  sendValues: (response: ServerResponse, values: SmallValues) => void
}

/** Replaces steps of the usual behaviour; what it replaces is used by all the other steps, too. */
export type Deviation = (usual: Behaviour, store: SmallStore) => Partial<Behaviour>

export interface SmallProviderOptions {
  readonly apiKey?: string
  /** What stands in the path before `/v1`. */
  readonly prefix?: string
}

type StateChange = { state: string; params: Record<string, unknown>; action: string }

export const SMALL_KEY = 'Small-Shop-Key-08bX'

/** A conforming provider in memory, made to be modified: a deviation is one small patch. */
export async function startSmallProvider(
  deviation: Deviation = () => ({}),
  { apiKey = SMALL_KEY, prefix = '' }: SmallProviderOptions = {},
): Promise<RunningProvider> {
  const store = new SmallStore()
  const acts = usualBehaviour(store, apiKey)
  Object.assign(acts, deviation({ ...acts }, store))
  const { origin, close } = await listen(async (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    if (path !== '/_states') return acts.send(response, await acts.answer(readCall(request, path.slice(prefix.length))))
    // Pact's state change; an action that is not said is a set-up.
    const { state = '', params, action = 'setup' } = JSON.parse(await text(request)) as Partial<StateChange>
    acts.sendValues(response, action === 'setup' ? acts.setUp(state, params ?? {}) : {})
  })
  return { baseUrl: `${origin}${prefix}/v1`, statesUrl: `${origin}/_states`, apiKey, close }
}

const ROUTES = [
  ['listOrders', /^GET \/v1\/store\/orders$/],
  ['cancelOrder', /^DELETE \/v1\/store\/orders\/([^/]+)$/],
  ['getPet', /^GET \/v1\/pets\/([^/]+)$/],
] as const

function readCall(request: IncomingMessage, path: string): Call {
  const line = `${request.method} ${path}`
  const [operation, route] = ROUTES.find(([, each]) => each.test(line)) ?? []
  return { operation, id: route?.exec(line)?.[1] ?? '', authorization: request.headers.authorization, request }
}

function usualBehaviour(store: SmallStore, apiKey: string): Behaviour {
  const acts: Behaviour = {
    answer(call) {
      if (!acts.admits(call)) return acts.refuse(call)
      return call.operation ? acts[call.operation](call) : acts.error(404, 'no_such_route')
    },
    admits: ({ authorization }) => /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] === apiKey,
    refuse: () => withHeaders(acts.error(401, 'bad_key'), { 'www-authenticate': 'Bearer' }),
    listOrders: () => acts.json(200, acts.listed().map(acts.show)),
    cancelOrder: ({ id }) => {
      const order = acts.find(id)
      return order ? acts.cancel(order) : acts.error(404, 'no_such_order')
    },
    getPet: ({ id }) => {
      const isKnown = isInt64(id) && store.pets.has(BigInt(id))
      return withHeaders(isKnown ? acts.json(200, { id: BigInt(id) }) : acts.error(404, 'no_such_pet'), SUNSET)
    },
    listed: () => store.orders,
    show: ({ id, petId, quantity, shipDate, complete }) => ({ id, petId, quantity, shipDate, complete }),
    find: (id) => (isInt64(id) ? store.find(BigInt(id)) : undefined),
    cancel(order) {
      if (order.status !== 'pending') return acts.error(409, `order_${order.status}`)
      order.status = 'cancelled'
      return NO_CONTENT
    },
    json: (status, value) => ({ status, headers: JSON_TYPE, body: exactJson(value) }),
    error: (status, code) => acts.json(status, { code, message: `Refused: ${code}.`, status }),
    send: sendAnswer,
    setUp: (state, params) => reachState(store, state, params),
    sendValues: (response, values) => sendAnswer(response, acts.json(values ? 200 : 501, values ?? {})),
  }
  return acts
}

/** With ids as numbers, every digit of them: quicker than a library, where a list has 10,000 orders. */
function exactJson(value: unknown): string {
  const quoted = JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? `int64:${each}` : each))
  return quoted.replaceAll(/"int64:(-?\d+)"/g, '$1')
}

const JSON_TYPE = { 'content-type': 'application/json' }

export const NO_CONTENT: Answer = { status: 204, headers: {} }

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), as every answer of `GET /pets/{petId}` carries them. */
export const SUNSET = { deprecation: '@1767225600', sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' }

export function withHeaders(answer: Answer, headers: Answer['headers']): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } }
}

export function isInt64(digits: string): boolean {
  return /^-?\d{1,19}$/.test(digits) && BigInt.asIntN(64, BigInt(digits)) === BigInt(digits)
}

export function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, body === undefined ? headers : { 'content-length': Buffer.byteLength(body), ...headers })
  response.end(body)
}
