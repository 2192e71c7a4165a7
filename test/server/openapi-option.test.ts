import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { startServer } from 'orders-mock/server'

const SHOP = `
openapi: 3.1.0
info: { title: The rest of the store, version: 1.0.0 }
servers: [{ url: 'https://elsewhere.example/api' }]
paths:
  /store/orders:
    get: { operationId: listOrders, responses: { '200': { description: Shadowed. } } }
    post:
      operationId: placeOrder
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: './order.json' } } }
      responses:
        '201':
          description: Placed.
          headers: { X-Total: { schema: { type: integer }, example: 3 } }
          content:
            application/xml: { schema: { type: string } }
            application/json: { schema: { $ref: './order.json' }, example: { id: 7, petId: 11 } }
        '429':
          description: Too many.
          content: { application/json: { examples: { calm: { value: { wait: 1 } }, busy: { value: { wait: 60 } } } } }
  /store/orders/{id}:
    delete: { responses: { '200': { description: Shadowed. } } }
    get: { operationId: readOrder, responses: { '200': { description: One., content: { application/json: { example: { id: 2 } } } } } }
  /store/orders/{id}/notes/{note}.txt:
    get:
      responses: { '200': { description: A note., content: { text/plain: { schema: { type: string }, example: hello } } } }
  /inventory:
    get:
      operationId: getInventory
      deprecated: true
      x-deprecated-since: '2026-02-01'
      x-deprecated-sunset: '2028-01-01'
      parameters: [{ name: shop, in: query, required: true, schema: { type: integer, format: int64 } }]
      responses:
        '200': { description: Numbers., content: { application/json: { schema: { type: object, properties: { dogs: { type: integer } } } } } }
        '400':
          description: Wrong.
          content: { application/json: { schema: { type: object, properties: { fault: { type: string } } }, example: { fault: shop } } }
    put: { operationId: countInventory, responses: { '202': { description: Being counted. } } }
  /inventory/mine:
    get: { responses: { '204': { description: Nothing. } } }
  /all-pets:
    get: { operationId: getPets, responses: { '204': { description: No pets. } } }
  /drawing:
    get: { operationId: draw, responses: { '200': { description: x, content: { application/xml: { example: { a: 1 } } } } } }
    put: { operationId: redraw }
  /range:
    get: { responses: { '2XX': { description: x, content: { text/plain: { schema: { type: string }, example: hi } } } } }
  # As frameworks describe it: paths with the version prefix, and any media type.
  /v1/store/orders:
    get: { responses: { '200': { description: Shadowed. } } }
  /v1/parcels/{id}:
    get: { operationId: readParcel, responses: { '200': { description: One., content: { '*/*': { example: { id: 4 } } } } } }
  /v1/motto:
    get: { operationId: readMotto, responses: { '200': { description: A text., content: { '*/*': { example: five } } } } }
  /inventory/{shop}:
    get: { operationId: readShop, responses: { '200': { description: A shop., content: { application/json: { example: [1] } } } } }
`
const NEW_ORDER = { type: 'object', required: ['petId'], properties: { petId: { type: 'integer', format: 'int64' } } }

// However slow the machine is, Prism is not given up.
vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
const folder = mkdtempSync(join(tmpdir(), 'orders-mock-openapi-'))
const describe = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
describe('order.json', JSON.stringify(NEW_ORDER))
const server = await startServer({ openapi: describe('shop.yaml', SHOP) })

afterAll(async () => {
  vi.useRealTimers()
  await server.close()
  rmSync(folder, { recursive: true })
})

const KEY = { authorization: 'Bearer test-key' }
const JSON_TYPE = { 'content-type': 'application/json' }

function call(line: string, init: RequestInit = {}): Promise<Response> {
  const [method = '', path = ''] = line.split(' ')
  return fetch(server.baseUrl + path, { method, headers: KEY, ...init })
}

function place(body: string, headers: Record<string, string> = {}): Promise<Response> {
  return call('POST /store/orders', { headers: { ...KEY, ...JSON_TYPE, ...headers }, body })
}

async function look(response: Response) {
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
}

test('an operation that the API does not have responds as its description says, JSON before anything else', async () => {
  const response = await place('{"petId": 11}')
  expect(response.status).toBe(201)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('x-total')).toBe('3')
  expect(response.headers.get('access-control-expose-headers')).toMatch(/, x-total$/)
  await expect(response.text()).resolves.toBe('{"id":7,"petId":11}\n')
  const { body } = await look(await place('{"petId": 11}', { accept: 'image/png' }))
  expect(body).toMatchObject({ code: 'not_acceptable', status: 406 })
})

test.each([
  ['PUT /inventory', 202, null, '0', ''],
  ['HEAD /inventory/4', 200, 'application/json', '4', ''],
  // The first status of a range, and a text with the media type of its description.
  ['GET /range', 200, 'text/plain', '2', 'hi'],
  // A path may have the version prefix in the description, and a media type may be any.
  ['GET /parcels/4', 200, 'application/json', '9', '{"id":4}\n'],
  ['GET /motto', 200, 'text/plain', '4', 'five'],
  ['GET /v1/parcels/4', 404, 'application/json', expect.any(String), expect.stringContaining('route_not_found')],
  ['GET /v1/store/orders', 404, 'application/json', expect.any(String), expect.stringContaining('route_not_found')],
])('%s returns %i and %s', async (line, ...expected) => {
  const response = await call(line)
  const [type, length] = ['content-type', 'content-length'].map((name) => response.headers.get(name))
  expect([response.status, type, length, await response.text()]).toEqual(expected)
})

test('the operations of the API take precedence, other methods on their paths are mocked', async () => {
  const orders = (await (await call('GET /store/orders')).json()) as unknown[]
  expect(orders).toHaveLength(9)
  expect((await call('DELETE /store/orders/2')).status).toBe(409)
  await expect(look(await call('GET /store/orders/2'))).resolves.toEqual({ status: 200, body: { id: 2 } })
  expect(server.extraOperations).toMatchObject({
    file: join(folder, 'shop.yaml'),
    operationIds: [
      ['placeOrder', 'readOrder', 'GET /store/orders/{id}/notes/{note}.txt', 'getInventory', 'countInventory'],
      ['GET /inventory/mine', 'getPets', 'draw', 'redraw', 'GET /range', 'readParcel', 'readMotto', 'readShop'],
    ].flat(),
  })
})

test.each([
  [{}, 'missing_api_key'],
  [{ authorization: 'Bearer wrong' }, 'invalid_api_key'],
])('without a valid key (%j) the response is the same 401 as everywhere', async (headers, code) => {
  const further = await call('GET /inventory?shop=x', { headers })
  const own = await call('GET /store/orders', { headers })
  expect(further.status).toBe(401)
  expect(further.headers.get('www-authenticate')).toBe(own.headers.get('www-authenticate'))
  const body = await further.json()
  expect(body).toEqual(await own.json())
  expect(body).toMatchObject({ code })
})

test('deprecated operations say so, on errors too, and their links lead to the description of the extra ones', async () => {
  const dates = { deprecation: '@1769904000', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }
  const link = '</openapi-extra.yaml>; rel="deprecation", </openapi-extra.yaml>; rel="sunset"'
  for (const [line, headers] of [
    ['GET /inventory?shop=1', KEY],
    ['GET /inventory', KEY],
    ['HEAD /inventory?shop=1', KEY],
    ['GET /inventory', {}],
  ] as const)
    expect(Object.fromEntries((await call(line, { headers })).headers)).toMatchObject({ ...dates, link })
  const { headers } = await call('PUT /inventory')
  expect(['deprecation', 'sunset', 'link'].filter((name) => headers.has(name))).toEqual([])
})

test('preflights, OPTIONS and a 405 tell the methods of both descriptions; another path is 404', async () => {
  const headers = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,prefer' }
  const preflight = await call('OPTIONS /store/orders', { headers })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS')
  expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,prefer')
  expect((await call('OPTIONS /inventory', { headers: {} })).headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS')
  const wrong = await call('PATCH /inventory')
  expect(wrong.status).toBe(405)
  expect(wrong.headers.get('allow')).toBe('GET, HEAD, PUT, OPTIONS')
  expect((await look(await call('GET /elsewhere'))).body).toMatchObject({ code: 'route_not_found', status: 404 })
})

test.each([
  ['{"petId": "eleven"}', 'application/json', 422, 'invalid_request', 'Request body property petId must be integer'],
  ['{"petId":', 'application/json', 422, 'invalid_request', 'Request body must be object'],
  ['', 'application/json', 422, 'invalid_request', 'Body parameter is required'],
  ['petId=11', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type', 'application/json'],
])('where the description leaves it open, %j as %s is rejected with an Error object', async (...row) => {
  const [body, type, status, code, message] = row
  await expect(look(await place(body, { 'content-type': type }))).resolves.toEqual({
    status,
    body: { code, message: expect.stringContaining(message) as string, status },
  })
})

test('ids keep every digit on the way in, and the header Prefer asks for another of the described responses', async () => {
  expect((await call('GET /inventory?shop=9223372036854775807')).status).toBe(200)
  expect((await place('{"petId": 9223372036854775807}')).status).toBe(201)
  const preferring = async (prefer: string) => await look(await place('{"petId": 11}', { prefer }))
  await expect(preferring('code=429')).resolves.toEqual({ status: 429, body: { wait: 1 } })
  await expect(preferring('code=429, example=busy')).resolves.toEqual({ status: 429, body: { wait: 60 } })
  await expect(preferring('code=418')).resolves.toMatchObject({ status: 404, body: { code: 'response_not_described' } })
  await expect(preferring('dynamic=true')).resolves.toMatchObject({ status: 201, body: { petId: expect.any(Number) } })
})

test('requests stand in the journal of their sandbox, under their operation', async () => {
  const box = server.mock.sandbox('empty~journal')
  const headers = { authorization: `Bearer ${box.apiKey}` }
  await call('PUT /inventory', { headers })
  await call('GET /inventory?shop=x', { headers })
  await call('GET /inventory/mine?a=b', { headers })
  await place('{"petId": 11}', headers)
  const reason = 'the request does not match the OpenAPI description: Request query parameter shop must be integer'
  expect(box.requests.all()).toMatchObject([
    { operation: 'countInventory', method: 'PUT', path: '/inventory', status: 202 },
    { operation: 'getInventory', status: 400, reason },
    { operation: 'GET /inventory/mine', path: '/inventory/mine', status: 204 },
    { operation: 'placeOrder', path: '/store/orders', status: 201 },
  ])
  expect(box.requests.get(4)?.request).toMatchObject({ body: '{"petId": 11}', isCut: false })
  const control = `${server.origin}/__mock/sandboxes/empty~journal/requests`
  const counted = await look(await fetch(`${control}/count?operation=countInventory`))
  expect(counted.body).toMatchObject({ count: 1 })
  // As near to `getPet` as a slip of the pen.
  expect(box.requests.count({ operation: 'getPets' })).toBe(0)
  expect(() => box.requests.count({ operation: 'getPetz' })).toThrow(
    /^operation: there is no operation "getPetz"\. Known: listOrders, cancelOrder, getPet, .*getPets/,
  )
})

test('the descriptions are served side by side', async () => {
  const extra = await fetch(`${server.origin}/openapi-extra.yaml`)
  expect(extra.headers.get('access-control-allow-origin')).toBe('*')
  await expect(extra.text()).resolves.toBe(SHOP)
  await using alone = await startServer()
  expect((await fetch(`${alone.origin}/openapi-extra.yaml`)).status).toBe(404)
  expect(alone.extraOperations).toBeUndefined()
})

test.each([
  ['GET', 'application/xml'],
  ['PUT', 'No response defined'],
])('a response that cannot be made is a 500 that says why: %s', async (method, reason) => {
  await expect(look(await call(`${method} /drawing`))).resolves.toEqual({
    status: 500,
    body: { code: 'response_not_mocked', status: 500, message: expect.stringContaining(reason) as string },
  })
})

test.each([
  ['broken.yaml', 'openapi: 3.0.0\npaths: {', /broken\.yaml:\d+:\d+ Flow map/],
  ['other.json', '{"asyncapi": "3.0.0"}', /it is not an OpenAPI description\.$/],
  ['none.yaml', 'openapi: 3.1.0\ninfo: {}\npaths: {}', /describes no operations/],
  [
    'lost.yaml',
    `openapi: 3.1.0\npaths: { /a: { get: { responses: { '200': { $ref: './lost.json' } } } } }`,
    /lost\.json/,
  ],
  [
    'date.yaml',
    `openapi: 3.1.0\npaths: { /a: { get: { deprecated: true, x-deprecated-sunset: soon, responses: {} } } }`,
    /GET \/a: x-deprecated-sunset: "soon" is not an instant/,
  ],
])('%s is rejected with one message that names it', async (name, text, message) => {
  const openapi = describe(name, text)
  const error: unknown = await startServer({ openapi }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ToolError', exitCode: 2, message: expect.stringMatching(message) as string })
  expect(error).toHaveProperty('message', expect.stringContaining(openapi))
})
