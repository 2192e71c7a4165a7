import { request } from 'node:http'
import { type ApiCall, ownHeaders, type Reply } from './face.js'

/** Sends a call as it is written, over a connection of its own: no normalised path, no forbidden header or method. */
export function sendOverHttp(baseUrl: string, { method, path, headers = {}, body, signal }: ApiCall): Promise<Reply> {
  const { hostname, port, pathname } = new URL(baseUrl)
  return new Promise((resolve, reject) => {
    const target = {
      hostname,
      port,
      method,
      path: pathname.replace(/\/$/, '') + path,
      headers,
      agent: false,
      ...(signal && { signal }),
    }
    const sent = request(target, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const fields = Object.entries(response.headersDistinct).map(([name, values = []]): [string, string] => [
          name,
          values.join(', '),
        ])
        resolve({
          status: response.statusCode ?? 0,
          headers: ownHeaders(fields),
          body: Buffer.concat(chunks).toString('utf8'),
        })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
