import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ReferenceDatabase } from './reference-database.js'
import { referenceStates, type ReferenceStates } from './reference-states.js'
import { bodyOf, listen, readStateChange, type RunningProvider } from './running-provider.js'

const API_KEY = 'Reference-Key-4f7A9c'
const SUNSET = new Date(Date.UTC(2027, 5, 30)).toUTCString()
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n }

/**
 * An implementation of the Store Orders Service as a team that has only its specification would write it: node:http
 * over PostgreSQL. It shares nothing with the mock, and stands for "any real implementation" in the tests.
 */
export async function startReferenceProvider(): Promise<RunningProvider> {
  const db = await ReferenceDatabase.open()
  const states = referenceStates(db)
  const { origin, close } = await listen(async (request, response) => {
    const path = new URL(request.url ?? '/', origin).pathname
    if (path === '/_states') return setUp(states, { request, response })
    return serve(db, { request, response, path })
  })
  return {
    baseUrl: `${origin}/v1`,
    statesUrl: `${origin}/_states`,
    apiKey: API_KEY,
    close: async () => {
      await close()
      await db.close()
    },
  }
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

async function serve(db: ReferenceDatabase, exchange: Exchange & { path: string }): Promise<void> {
  const { request, response, path } = exchange
  if (!path.startsWith('/v1/')) return sendError(response, 404, ['not_found', 'The API is at /v1.'])
  if (!isKey(request.headers.authorization)) return refuseKey(response)
  const [, , collection, ...rest] = path.split('/')
  const resource = [collection, ...rest.slice(0, 1)].join('/')
  const isList = resource === 'store/orders' && rest.length === 1
  const isOrder = resource === 'store/orders' && rest.length === 2
  const isPet = collection === 'pets' && rest.length === 1
  if (isList && request.method === 'GET') return listOrders(db, response)
  if (isOrder && request.method === 'DELETE') return cancelOrder(db, { response, orderId: rest[1] ?? '' })
  if (isPet && request.method === 'GET') return getPet(db, { response, petId: rest[0] ?? '' })
  return sendError(response, 404, ['not_found', `There is no ${request.method} ${path}.`])
}

async function listOrders(db: ReferenceDatabase, response: ServerResponse): Promise<void> {
  sendJson(response, 200, await db.ordersAsJson())
}

async function cancelOrder(db: ReferenceDatabase, { response, orderId }: Cancel): Promise<void> {
  const was = isInt64(orderId) ? await db.cancel(orderId) : undefined
  if (was === undefined) return sendError(response, 404, ['not_found', `There is no order ${orderId}.`])
  if (was !== 'pending') return sendError(response, 409, [`order_${was}`, `Order ${orderId} is ${was} already.`])
  response.writeHead(204).end()
}

interface Cancel {
  readonly response: ServerResponse
  readonly orderId: string
}

async function getPet(db: ReferenceDatabase, { response, petId }: { response: ServerResponse; petId: string }) {
  response.setHeader('sunset', SUNSET)
  response.setHeader('deprecation', '@1767225600')
  const json = isInt64(petId) ? await db.petAsJson(petId) : undefined
  if (json === undefined) return sendError(response, 404, ['not_found', `There is no pet ${petId}.`])
  sendJson(response, 200, json)
}

function isKey(authorization: string | undefined): boolean {
  const key = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(key), digest(API_KEY))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function refuseKey(response: ServerResponse): void {
  response.setHeader('www-authenticate', 'Bearer')
  sendError(response, 401, ['unauthorized', 'Send a valid API key as a bearer token.'])
}

function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false
  return BigInt(text) >= INT64.min && BigInt(text) <= INT64.max
}

function sendError(response: ServerResponse, status: number, [code, message]: [code: string, message: string]): void {
  sendJson(response, status, JSON.stringify({ code, message, status }))
}

function sendJson(response: ServerResponse, status: number, json: string): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    .end(json)
}

async function setUp(states: ReferenceStates, { request, response }: Exchange): Promise<void> {
  const { state, params, action } = readStateChange(await bodyOf(request))
  if (action === 'teardown') return sendJson(response, 200, '{}')
  const reach = states.get(state)
  if (!reach) return sendJson(response, 501, JSON.stringify({ message: `The state "${state}" is not known.` }))
  sendJson(response, 200, JSON.stringify(await reach(params)))
}
