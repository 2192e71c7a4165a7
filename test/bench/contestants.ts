import { fileURLToPath } from 'node:url'

/** Something that serves the API, or as much of it as it can. */
export interface Contestant {
  readonly name: string
  /** What npm installs for it; nothing, if it runs from this checkout. */
  readonly packages: readonly string[]
  /** A command that it needs and npm does not bring. */
  readonly needs?: string
  /** Files of this folder that are copied to where its packages are. */
  readonly copies?: readonly string[]
  /** Texts that are written there. */
  readonly files?: Readonly<Record<string, string>>
  /** How it is started. Paths that are not absolute lead from where its packages are. */
  readonly command: (place: Place) => readonly string[]
  /** What stands before `/store/orders`. */
  readonly basePath: string
  /** What prepares it for the loads, below its origin; the answers are not looked at. */
  readonly preparation?: readonly ControlCall[]
  readonly loads: readonly Load[]
  /** Further options of `orders-mock verify`. */
  readonly verifyOptions?: (origin: string) => readonly string[]
}

export interface Place {
  readonly port: number
  /** A JSON file with what orders-mock answers to each load: `{ [load]: { status, headers, body } }`. */
  readonly answers: string
}

/** One kind of request, sent over and over. */
export interface Load {
  readonly name: string
  readonly method: 'GET' | 'DELETE'
  /** Below the base path; `{n}` counts from 1 to `count`, and starts anew. */
  readonly path: string
  readonly key: string
  readonly count?: number
  /** Whether the answers are refusals. */
  readonly isRefused?: boolean
  /** What brings it back to the start before each round. */
  readonly before?: ControlCall
}

export interface ControlCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVERS = fileURLToPath(new URL('servers/', import.meta.url))
const DESCRIPTION = `${ROOT}contracts/openapi.yaml`

/** Above all ids that are cancelled. */
const SHIPPED = 1_000_000

/** What is in the list wherever a tool can be told. */
const ORDERS = [
  { id: 1, petId: 11, quantity: 2, shipDate: '2026-11-23T12:00:00Z', complete: false },
  { id: SHIPPED, petId: 12, quantity: 1, shipDate: '2026-11-02T09:30:00Z', complete: true },
]

const LIST: Load = { name: 'list', method: 'GET', path: '/store/orders', key: 'test-key' }
const REFUSED: Load = { name: 'refused cancel', method: 'DELETE', path: `/store/orders/${SHIPPED}`, key: 'test-key' }
const CANCEL: Load = {
  name: 'cancel',
  method: 'DELETE',
  path: '/store/orders/{n}',
  key: 'test-key~~many',
  // As many as a sandbox holds.
  count: 100_000,
}

export const ordersMock: Contestant = {
  name: 'orders-mock',
  packages: [],
  command: ({ port }) => ['node', `${ROOT}dist/bin/main.js`, '--port', String(port), '--log', 'silent'],
  basePath: '/v1',
  preparation: [
    {
      method: 'PUT',
      path: '/__mock/sandboxes/main/state',
      body: { orders: ORDERS.map((order) => ({ ...order, status: order.complete ? 'shipped' : 'pending' })) },
    },
    {
      method: 'POST',
      path: '/__mock/sandboxes',
      body: { name: 'many', orders: [{ generate: { count: CANCEL.count, status: 'pending' } }] },
    },
  ],
  loads: [
    LIST,
    { ...REFUSED, isRefused: true },
    { ...CANCEL, before: { method: 'POST', path: '/__mock/sandboxes/many/reset', body: {} } },
  ],
  verifyOptions: (origin) => [
    '--key',
    'test-key~~verify',
    '--states',
    `${origin}/__mock/provider-states?sandbox=verify`,
  ],
}

/** The same bytes and headers with as little as can be. */
export const bareHttp: Contestant = {
  name: 'bare node:http',
  packages: [],
  command: ({ port, answers }) => ['node', `${SERVERS}bare-http.mjs`, String(port), answers],
  basePath: '/v1',
  loads: [LIST, { ...REFUSED, isRefused: true }, CANCEL],
}

const bareExpress: Contestant = {
  name: 'bare Express 5',
  packages: [],
  command: ({ port, answers }) => ['node', `${SERVERS}bare-express.mjs`, String(port), answers],
  basePath: '/v1',
  loads: [LIST, { ...REFUSED, isRefused: true }, CANCEL],
}

const wireMock: Contestant = {
  name: 'WireMock 3.13',
  packages: ['wiremock@3.13.2'],
  needs: 'java',
  files: Object.fromEntries(
    [
      { request: { method: 'GET', urlPath: '/v1/store/orders' }, response: { status: 200, jsonBody: ORDERS } },
      { request: { method: 'DELETE', urlPath: `/v1/store/orders/${SHIPPED}` }, response: { status: 409 } },
    ].map((mapping, index) => [`mappings/${index}.json`, JSON.stringify(mapping)]),
  ),
  command: ({ port }) => [
    'java',
    '-jar',
    'node_modules/wiremock/build/wiremock-standalone-3.13.2.jar',
    '--port',
    String(port),
    '--no-request-journal',
  ],
  basePath: '/v1',
  loads: [LIST, { ...REFUSED, isRefused: true }],
}

const jsonServer: Contestant = {
  name: 'json-server 0.17',
  packages: ['json-server@0.17.4'],
  files: { 'db.json': JSON.stringify({ orders: ORDERS }), 'routes.json': '{ "/v1/store/*": "/$1" }' },
  command: ({ port }) => [
    'node',
    'node_modules/json-server/lib/cli/bin.js',
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--quiet',
    '--routes',
    'routes.json',
    'db.json',
  ],
  basePath: '/v1',
  // What is cancelled is gone, so it is refused from the second time on.
  loads: [LIST, { ...REFUSED, isRefused: true, path: '/store/orders/3' }],
}

const httpMiddleware: Contestant = {
  name: '@mswjs/http-middleware',
  packages: ['@mswjs/http-middleware@0.10.3', 'msw@2.15', 'express@4'],
  copies: ['http-middleware.mjs'],
  files: { 'orders.json': JSON.stringify(ORDERS) },
  command: ({ port }) => ['node', 'http-middleware.mjs', String(port)],
  basePath: '/v1',
  loads: [LIST, { ...REFUSED, isRefused: true }],
}

const prism: Contestant = {
  name: 'Prism CLI 5.14',
  packages: ['@stoplight/prism-cli@5.14.2'],
  command: ({ port }) => [
    'node',
    'node_modules/@stoplight/prism-cli/dist/index.js',
    'mock',
    '--port',
    String(port),
    '--verboseLevel',
    'silent',
    DESCRIPTION,
  ],
  basePath: '',
  loads: [LIST, REFUSED],
}

const mockoon: Contestant = {
  name: 'Mockoon CLI 9.9',
  packages: ['@mockoon/cli@9.9.0'],
  command: ({ port }) => [
    'node',
    'node_modules/@mockoon/cli/bin/run.js',
    'start',
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
    '--disable-log-to-file',
    '--data',
    DESCRIPTION,
  ],
  basePath: '/v1',
  loads: [LIST, REFUSED],
}

/** In the order of the table. */
export const CONTESTANTS: readonly Contestant[] = [
  ordersMock,
  bareHttp,
  bareExpress,
  wireMock,
  jsonServer,
  httpMiddleware,
  prism,
  mockoon,
]
