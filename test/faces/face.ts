import { expect, test } from 'vitest'
import type { OrdersMock, OrdersMockOptions } from '../../src/core/index.js'
import { NOON } from './expected.js'

/** A request to the API, its path below the base address. */
export interface ApiCall {
  readonly method: string
  readonly path: string
  /** Header fields by name; several values are sent as several fields. */
  readonly headers?: Readonly<Record<string, string | string[]>>
  readonly body?: string | undefined
  readonly signal?: AbortSignal
}

export function call(method: string, path: string, key = 'test-key'): ApiCall {
  return { method, path, headers: { authorization: `Bearer ${key}` } }
}

export function list(key?: string): ApiCall {
  return call('GET', '/store/orders', key)
}

export function cancel(id: string, key?: string): ApiCall {
  return call('DELETE', `/store/orders/${id}`, key)
}

export function readPet(id: string, key?: string): ApiCall {
  return call('GET', `/pets/${id}`, key)
}

/** What a client of any face gets to see; header names are in lower case. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What not every face can do. */
export type Ability =
  /** The path reaches the mock as it is written. */
  | 'rawPath'
  /** Any method can be sent. */
  | 'anyMethod'
  /** Any header can be sent, those of a preflight too. */
  | 'anyHeader'
  /** The value of a header can have letters beyond ASCII. */
  | 'anyLetter'

const FETCH_LIMITS = {
  rawPath: 'a URL object removes dot segments and backslashes before anything is sent',
  anyMethod: 'Fetch refuses to send TRACE',
} as const

/** What a way to reach a mock cannot do, and why: the facts that need it are skipped there. All others hold everywhere. */
export const LIMITS = {
  'mock.fetch': FETCH_LIMITS,
  startServer: {},
  'startServer with --validate': {},
  'ordersMiddleware in Express': {},
  'setupServer of msw': FETCH_LIMITS,
  'setupWorker of msw': {
    ...FETCH_LIMITS,
    anyHeader: 'a page may not set Origin and Access-Control-Request-*: browsers do, and a preflight passes workers by',
    anyLetter: 'Chromium empties a header with letters beyond ASCII before a service worker gets to see it',
  },
} as const satisfies Record<string, Partial<Record<Ability, string>>>

export interface OpenFace extends AsyncDisposable {
  readonly mock: OrdersMock
  send(call: ApiCall): Promise<Reply>
}

export interface Face {
  readonly name: string
  /** Why the face lacks an ability. */
  readonly cannot: Readonly<Partial<Record<Ability, string>>>
  readonly open: (options?: OrdersMockOptions) => Promise<OpenFace>
  /**
   * States what it responds to some requests in turn.
   * @param exchanges requests, each with the whole of its response
   * @param limit why the face cannot send these requests
   */
  readonly fact: (
    title: string,
    exchanges: readonly (readonly [sent: ApiCall, reply: Reply])[],
    options?: OrdersMockOptions,
    limit?: string,
  ) => void
}

export function createFace(
  name: keyof typeof LIMITS,
  openFace: (options: OrdersMockOptions) => Promise<OpenFace>,
): Face {
  const open: Face['open'] = (options) => openFace({ now: NOON, ...options })
  const fact: Face['fact'] = (title, exchanges, options, limit) =>
    // oxlint-disable-next-line vitest/valid-title -- Each fact brings its own.
    test(title, async ({ skip }) => {
      skip(limit !== undefined, limit)
      await using api = await open(options)
      for (const [sent, reply] of exchanges)
        await expect(api.send(sent), `${sent.method} ${sent.path}`).resolves.toEqual(reply)
    })
  return { name, cannot: LIMITS[name], open, fact }
}

/** Fields that a connection adds, whatever it carries. */
const CONNECTION_FIELDS = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The header fields of a reply without those of the connection that carried it. */
export function ownHeaders(fields: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...fields].filter(([name]) => !CONNECTION_FIELDS.has(name)))
}

export function fetchRequest(baseUrl: string, { method, path, headers = {}, body, signal }: ApiCall): Request {
  const fields = Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return new Request(baseUrl + path, { method, headers: fields, ...(body && { body }), ...(signal && { signal }) })
}

/** Reads a Fetch response whole. */
export async function readResponse(response: Response): Promise<Reply> {
  return { status: response.status, headers: ownHeaders(response.headers), body: await response.text() }
}
