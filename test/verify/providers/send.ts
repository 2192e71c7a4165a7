import { request } from 'node:http'
import type { RunningProvider } from './running-provider.js'

/** An answer as it came: the status, the headers that matter, and the bytes as Latin-1 text. */
export interface RawResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const PASSING_HEADERS = new Set(['date', 'keep-alive'])

/** One request on a connection that is kept; a broken connection is an answer too, of status 0. */
export function send(method: string, url: string, { body, ...own }: Sent = {}): Promise<RawResponse> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve({ status: 0, headers: {}, body: error.message })
    const headersSent = { ...own, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const sent = request(url, { method, headers: headersSent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', fail)
      response.on('end', () => {
        const headers = Object.entries(response.headers).filter(([name]) => !PASSING_HEADERS.has(name))
        const text = Buffer.concat(chunks).toString('latin1')
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(headers) as RawResponse['headers'],
          body: text,
        })
      })
    })
    sent.on('error', fail).end(body)
  })
}

/** A body, and headers by their names in small letters. */
interface Sent {
  readonly body?: string
  readonly [header: string]: string
}

/** Asks for a provider state. */
export function setUp(
  provider: RunningProvider,
  state: string,
  params: Record<string, unknown> = {},
): Promise<RawResponse> {
  return send('POST', provider.statesUrl, { body: JSON.stringify({ state, params, action: 'setup' }) })
}
