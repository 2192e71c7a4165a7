/** What a test says of an entry of a HAR file. */
export interface Given {
  readonly method?: string
  readonly path: string
  readonly status: number
  /** As JSON; a text stays as it is. */
  readonly body?: unknown
  /** `undefined` leaves `Authorization` out. */
  readonly key?: string | undefined
  /** In seconds from noon. */
  readonly from: number
  readonly to?: number
  readonly headers?: Readonly<Record<string, string>>
}

export const BASE_URL = 'https://api.example.com/v1'

const NOON = Date.parse('2026-11-20T12:00:00Z')

export function entry({
  method = 'GET',
  path,
  status,
  body,
  key = 'key-of-ann',
  from,
  to = from,
  headers = {},
}: Given) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const sent = key === undefined ? [] : [{ name: 'Authorization', value: `Bearer ${key}` }]
  const received = { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...headers }
  return {
    startedDateTime: new Date(NOON + from * 1000).toISOString(),
    time: (to - from) * 1000,
    request: { method, url: path.startsWith('http') ? path : `${BASE_URL}${path}`, headers: sent },
    response: {
      status,
      headers: Object.entries({ date: 'x', ...received }).map(([name, value]) => ({ name, value })),
      content: text === undefined ? { size: 0 } : { size: Buffer.byteLength(text), mimeType: 'application/json', text },
    },
  }
}

/** The list with orders of these ids. */
export function list(from: number, ids: readonly unknown[], given: Partial<Given> = {}) {
  const body = `[${ids.map((id) => `{"id":${String(id)}}`).join(',')}]`
  return entry({ path: '/store/orders', status: 200, body, from, ...given })
}

/** A cancel of order 7, and its answer. */
export function cancel(from: number, status: number, given: Partial<Given> = {}) {
  const body = status === 204 ? undefined : { code: 'x', message: 'y', status }
  return entry({ method: 'DELETE', path: '/store/orders/7', status, body, from, ...given })
}

export function har(entries: readonly unknown[], writer = 'test'): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: writer, version: '1' }, entries } })
}
