import { request, type IncomingHttpHeaders } from 'node:http'
import { onTestFinished } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../../../src/server/index.js'
import { parseJson, stringifyJson, type Json } from '../../../src/spec/index.js'

/** An answer with its JSON read exactly. */
export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Json | undefined
}

/** A server for one test, and short ways to speak with it. */
export interface ControlledServer {
  readonly server: RunningServer
  /** Sends a request to the control API; a body that is text is sent as it is. */
  readonly control: (line: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>
  /** Sends a request to the API with a key. */
  readonly api: (line: string, key?: string) => Promise<Answered>
}

/** Starts a server that ends with the test. */
export async function controlledServer(options: ServerOptions = {}): Promise<ControlledServer> {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  return {
    server,
    control: (line, body, headers = {}) => {
      const text = body === undefined || typeof body === 'string' ? body : stringifyJson(body)
      return send(`${server.origin}/__mock`, { line, text, headers })
    },
    api: (line, key = server.apiKey) => send(server.baseUrl, { line, headers: { authorization: `Bearer ${key}` } }),
  }
}

function send(base: string, { line, text, headers }: Outgoing): Promise<Answered> {
  const [method, path] = line.split(' ')
  const { hostname, port, pathname } = new URL(base)
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: pathname + path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const content = Buffer.concat(chunks).toString('utf8')
        const isJson = response.headers['content-type']?.startsWith('application/json') === true
        const body = isJson && content !== '' ? parseJson(content) : content || undefined
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

interface Outgoing {
  readonly line: string
  readonly text?: string | undefined
  readonly headers: Record<string, string>
}
