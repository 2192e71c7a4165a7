import { readFileSync } from 'node:fs'

/**
 * Something that serves the API, or as much of it as it can. In its command and options, `{port}`, `{origin}`, `{root}` (this
 * checkout) and `{cache}` (where everything is installed) are replaced.
 */
export interface Contestant {
  readonly name: string
  /** What npm installs for it; nothing, if it runs from this checkout. */
  readonly packages?: readonly string[]
  /** A command that it needs and npm does not bring. */
  readonly needs?: string
  /** Texts that are written to where its packages are. */
  readonly files?: Readonly<Record<string, string>>
  /** What starts it, where its packages are. */
  readonly command: string
  /** What stands before `/store/orders`; by default `/v1`. */
  readonly basePath?: string
  /** What prepares it for the loads, below its origin. */
  readonly preparation?: readonly ControlCall[]
  readonly loads: readonly Load[]
  /** Options of `orders-mock verify`; by default it has only the key. */
  readonly verifyOptions?: string
}

/** One kind of request, sent over and over. */
export interface Load {
  readonly name: string
  readonly method: 'GET' | 'DELETE'
  /** Below the base path; `{n}` counts from 1 to `count`, and starts over. */
  readonly path: string
  readonly key?: string
  readonly count?: number
  /** Whether the answers may be refusals. */
  readonly isRefused?: boolean
  /** What brings it back to the start before each round. */
  readonly before?: ControlCall
}

export interface ControlCall {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

export const KEY = 'test-key'

const SERVERS = new URL('servers/', import.meta.url)

/** Above all ids that are cancelled. */
const SHIPPED = 1_000_000
/** As many as a sandbox holds. */
const COUNT = 100_000

/** What is in the list wherever a tool can be configured. */
const ORDERS = [
  { id: 1, petId: 11, quantity: 2, shipDate: '2026-11-23T12:00:00Z', complete: false },
  { id: SHIPPED, petId: 12, quantity: 1, shipDate: '2026-11-02T09:30:00Z', complete: true },
]

const LIST: Load = { name: 'list', method: 'GET', path: '/store/orders' }
const REFUSED: Load = { name: 'rejected cancel', method: 'DELETE', path: `/store/orders/${SHIPPED}`, isRefused: true }
const CANCEL: Load = {
  name: 'cancel',
  method: 'DELETE',
  path: '/store/orders/{n}',
  key: 'test-key~~many',
  count: COUNT,
}

export const ordersMock: Contestant = {
  name: 'orders-mock',
  command: 'node {root}/dist/bin/main.js --port {port} --log silent',
  preparation: [
    {
      method: 'PUT',
      path: '/__mock/sandboxes/main/state',
      body: { orders: ORDERS.map((order) => ({ ...order, status: order.complete ? 'shipped' : 'pending' })) },
    },
    {
      method: 'POST',
      path: '/__mock/sandboxes',
      body: { name: 'many', orders: [{ generate: { count: COUNT, status: 'pending' } }] },
    },
  ],
  loads: [LIST, REFUSED, { ...CANCEL, before: { method: 'POST', path: '/__mock/sandboxes/many/reset', body: {} } }],
  verifyOptions: '--key test-key~~verify --states {origin}/__mock/provider-states?sandbox=verify',
}

/** The same bytes and headers with as little as can be. */
export const bareHttp: Contestant = {
  name: 'bare node:http',
  command: 'node {root}/test/bench/servers/bare-http.mjs {port} {cache}/answers.json',
  loads: [LIST, REFUSED, CANCEL],
}

const bareExpress: Contestant = {
  ...bareHttp,
  name: 'bare Express 5',
  command: 'node {root}/test/bench/servers/bare-express.mjs {port} {cache}/answers.json',
}

const wireMock: Contestant = {
  name: 'WireMock 3.13',
  packages: ['wiremock@3.13.2'],
  needs: 'java',
  files: {
    'mappings/list.json': JSON.stringify({
      request: { method: 'GET', urlPath: '/v1/store/orders' },
      response: { status: 200, jsonBody: ORDERS },
    }),
    'mappings/cancel.json': JSON.stringify({
      request: { method: 'DELETE', urlPath: `/v1/store/orders/${SHIPPED}` },
      response: { status: 409 },
    }),
  },
  command: 'java -jar node_modules/wiremock/build/wiremock-standalone-3.13.2.jar --port {port} --no-request-journal',
  loads: [LIST, REFUSED],
}

const jsonServer: Contestant = {
  name: 'json-server 0.17',
  packages: ['json-server@0.17.4'],
  files: { 'db.json': JSON.stringify({ orders: ORDERS }), 'routes.json': '{ "/v1/store/*": "/$1" }' },
  command:
    'node node_modules/json-server/lib/cli/bin.js --host 127.0.0.1 --port {port} --quiet --routes routes.json db.json',
  // It removes what is cancelled: the list would change with it.
  loads: [LIST, { ...REFUSED, path: '/store/orders/3' }],
}

const httpMiddleware: Contestant = {
  name: '@mswjs/http-middleware',
  packages: ['@mswjs/http-middleware@0.10.3', 'msw@2.15', 'express@4'],
  files: {
    'http-middleware.mjs': readFileSync(new URL('http-middleware.mjs', SERVERS), 'utf8'),
    'orders.json': JSON.stringify(ORDERS),
  },
  command: 'node http-middleware.mjs {port}',
  loads: [LIST, REFUSED],
}

const prism: Contestant = {
  name: 'Prism CLI 5.14',
  packages: ['@stoplight/prism-cli@5.14.2'],
  command:
    'node node_modules/@stoplight/prism-cli/dist/index.js mock --port {port} --verboseLevel silent {root}/contracts/openapi.yaml',
  basePath: '',
  loads: [LIST, REFUSED],
}

const mockoon: Contestant = {
  name: 'Mockoon CLI 9.9',
  packages: ['@mockoon/cli@9.9.0'],
  command:
    'node node_modules/@mockoon/cli/bin/run.js start --hostname 127.0.0.1 --port {port} --disable-log-to-file --data {root}/contracts/openapi.yaml',
  loads: [LIST, REFUSED],
}

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
