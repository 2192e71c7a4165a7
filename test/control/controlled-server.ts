import { onTestFinished } from 'vitest'
import { type ServerOptions, startServer } from '../../src/server/index.js'
import { parseJson, stringifyJson } from '../../src/spec/index.js'
import type { ApiCall } from '../faces/face.js'
import { sendOverHttp } from '../faces/send-over-http.js'

/** Starts a server that ends with the test, with short ways to speak with it. */
export async function controlledServer(options: ServerOptions = {}) {
  const server = await startServer(options)
  onTestFinished(() => server.close())
  return {
    server,
    /** Sends a request to the control API; a body that is text is sent as it is. */
    control: (line: string, content?: unknown, headers: Record<string, string> = {}) => {
      const body = content === undefined || typeof content === 'string' ? content : stringifyJson(content)
      return send(`${server.origin}/__mock`, line, { headers, body })
    },
    /** Sends a request to the API with a key. */
    api: (line: string, key = server.apiKey) =>
      send(server.baseUrl, line, { headers: { authorization: `Bearer ${key}` } }),
  }
}

/** Reads the JSON of a response exactly. */
async function send(base: string, line: string, rest: Omit<ApiCall, 'method' | 'path'>) {
  const [method = '', path = ''] = line.split(' ')
  const { status, headers, body } = await sendOverHttp(base, { method, path, ...rest })
  const isJson = headers['content-type']?.startsWith('application/json') === true
  return { status, headers, body: isJson && body !== '' ? parseJson(body) : body || undefined }
}
