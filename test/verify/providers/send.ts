import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { RunningProvider } from './running-provider.js'

/** An answer as it came: the status, the headers that matter, and the bytes as Latin-1 text. */
export interface RawResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

const PASSING_HEADERS = new Set(['date', 'keep-alive'])

/** One request on a connection that is kept; a broken connection is an answer too, of status 0. */
export async function send(
  method: string,
  url: string,
  { body, ...own }: Readonly<Record<string, string>> & { body?: string } = {},
): Promise<RawResponse> {
  const headersSent = { ...own, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const sent = request(url, { method, headers: headersSent }).end(body)
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    // What goes wrong from now on, the reader of the body is told.
    sent.on('error', () => {})
    const fields = Object.entries(response.headers).filter(([name]) => !PASSING_HEADERS.has(name))
    const headers = Object.fromEntries(fields) as Record<string, string>
    return { status: response.statusCode ?? 0, headers, body: (await buffer(response)).toString('latin1') }
  } catch (error) {
    return { status: 0, headers: {}, body: (error as Error).message }
  }
}

export function setUp({ statesUrl }: RunningProvider, state: string, params: object = {}): Promise<RawResponse> {
  return send('POST', statesUrl, { body: JSON.stringify({ state, params, action: 'setup' }) })
}
