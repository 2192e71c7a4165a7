import { onTestFinished } from 'vitest'
import { type RunningServer, type ServerOptions, startServer } from '../../src/server/index.js'
import { parseJson, stringifyJson, type Json } from '../../src/spec/index.js'
import type { ApiCall, Reply } from '../faces/face.js'
import { sendOverHttp } from '../faces/send-over-http.js'

/** An answer with its JSON read exactly. */
export interface Answered extends Omit<Reply, 'body'> {
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
    control: (line, content, headers = {}) => {
      const body = content === undefined || typeof content === 'string' ? content : stringifyJson(content)
      return send(`${server.origin}/__mock`, line, { headers, body })
    },
    api: (line, key = server.apiKey) => send(server.baseUrl, line, { headers: { authorization: `Bearer ${key}` } }),
  }
}

async function send(base: string, line: string, rest: Omit<ApiCall, 'method' | 'path'>): Promise<Answered> {
  const [method = '', path = ''] = line.split(' ')
  const { status, headers, body } = await sendOverHttp(base, { method, path, ...rest })
  const isJson = headers['content-type']?.startsWith('application/json') === true
  return { status, headers, body: isJson && body !== '' ? parseJson(body) : body || undefined }
}
