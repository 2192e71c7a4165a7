import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type ApiCall, ownHeaders, type Reply } from './face.js'

/** Sends a call as it is written, over a connection of its own: no normalised path, no forbidden header or method. */
export async function sendOverHttp(baseUrl: string, { path, body, ...call }: ApiCall): Promise<Reply> {
  const { hostname, port, pathname } = new URL(baseUrl)
  const target = { ...call, hostname, port, path: pathname.replace(/\/$/, '') + path, agent: false }
  const sent = request(target).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  // What goes wrong from now on, the reader of the body is told.
  sent.on('error', () => {})
  const fields = Object.entries(response.headersDistinct).map(([name, all = []]) => [name, all.join(', ')] as const)
  return { status: response.statusCode ?? 0, headers: ownHeaders(fields), body: await text(response) }
}
