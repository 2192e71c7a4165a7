import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import type { OrdersMockOptions } from '../../src/core/index.js'
import { createOrdersHandlers, type OrdersHandlersOptions } from '../../src/msw/index.js'
import { startServer } from '../../src/server/index.js'
import { NOON } from '../faces/expected.js'
import { readResponse, type Reply } from '../faces/face.js'

const ORIGIN = 'https://api.example.com'

/** What the page and the server each read in their own way: methods, paths, queries, bodies; the rest is one code. */
const LINES: readonly (readonly [line: string, body?: string])[] = [
  ['GET '],
  ['GET /'],
  ['HEAD /scenarios'],
  ['POST /sandboxes', '{"orders":[{"id":9007199254740993,"quantity":2}]}'],
  ['POST /sandboxes'],
  ['PUT /sandboxes/main/clock', '{"now":"2026-11-20T12:00:00Z","frozen":true}'],
  ['DELETE /sandboxes/main/faults'],
  ['POST /sandboxes/main/orders', 'no json'],
  ['POST /sandboxes/main/orders', '\u{fffd}'],
  ['PATCH /sandboxes/main/orders/1', '{"quantity":null}'],
  ['GET /sandboxes/main/requests?operation=a&operation=b'],
  ['POST /provider-states?sandbox=new', '{"state":"many orders","params":{"count":30}}'],
  ['POST /nothing', ' '.repeat(16 * 2 ** 20 + 1)],
  ['GET /sandboxes/%E0%A4%A'],
  ['GET /health/'],
  ['GET /nothing?at=all'],
  ['OPTIONS /nothing'],
  ['PUT /sandboxes/main/reset?a=b'],
  ['HEAD /events'],
]

test('in the page the control API responds as over HTTP', async () => {
  const options = { now: NOON, time: () => Date.parse(NOON) }
  const server = await startServer({ ...options, panel: false })
  onTestFinished(() => server.close())
  listen({ ...options, control: true })
  // What a page does not have: the file of the API description.
  const link = ',{"title":"The description of the API","href":"/openapi.yaml"}'
  for (const [line, body] of LINES) {
    const overHttp = await ask(server.origin, line, body)
    const inPage = await ask(ORIGIN, line, body)
    const expected = overHttp.body.replaceAll(server.origin, ORIGIN).replace(link, '')
    const length =
      expected === overHttp.body ? {} : { 'content-length': String(new TextEncoder().encode(expected).length) }
    const headers = { ...overHttp.headers, ...length }
    expect({ line, ...inPage }).toEqual({ line, status: overHttp.status, headers, body: expected })
  }
})

test('an API without a path leaves the control API its own', async () => {
  listen({ control: true, baseUrl: ORIGIN })
  expect(JSON.parse((await ask(ORIGIN, 'GET /health')).body)).toMatchObject({ status: 'ok' })
})

test('the control API is served only if that was asked for', async () => {
  listen({})
  await expect(ask(ORIGIN, 'GET /health')).rejects.toThrow(/Failed to fetch|fetch failed/)
})

function listen(options: Partial<OrdersHandlersOptions> & OrdersMockOptions) {
  const made = createOrdersHandlers({ baseUrl: `${ORIGIN}/v1`, ...options })
  const server = setupServer(...made.handlers)
  server.listen({ onUnhandledRequest: (request, print) => request.url.startsWith(ORIGIN) && print.error() })
  onTestFinished(() => server.close())
  return made
}

async function ask(origin: string, line: string, body?: string): Promise<Reply> {
  const [method = '', path = ''] = line.split(' ')
  const bytes = body === '\u{fffd}' ? new Uint8Array([0xff]) : body
  const response = await fetch(`${origin}/__mock${path}`, { method, ...(bytes !== undefined && { body: bytes }) })
  return await readResponse(response)
}
