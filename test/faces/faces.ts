import { createServer } from 'node:http'
import express from 'express'
import { setupServer } from 'msw/node'
import { createInspector } from '../../src/cli/serve.js'
import { type ResponseInspector, OrdersMock, type OrdersMockOptions } from '../../src/core/index.js'
import { createOrdersHandlers } from '../../src/msw/index.js'
import { listen, stopListening } from '../../src/node/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'
import { createFace, type Face, fetchRequest, type OpenFace, readResponse } from './face.js'
import { sendOverHttp } from './send-over-http.js'

/** Every way to reach a mock. Facts that need what a face cannot do are skipped there; LIMITS says why. */
export const faces: readonly Face[] = [
  createFace('mock.fetch', openEngineFetch),
  createFace('startServer', openOwnServer),
  createFace('startServer with --validate', openValidatedServer),
  createFace('ordersMiddleware in Express', openForeignExpress),
  createFace('setupServer of msw', openMswServer),
]

/** The engine's own `fetch`, in process. */
function openEngineFetch(options: OrdersMockOptions): Promise<OpenFace> {
  const mock = new OrdersMock(options)
  return Promise.resolve({
    mock,
    send: async (call) => readResponse(await mock.fetch(fetchRequest('http://any.example/v1', call))),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  })
}

/** The server that the command starts, on a port. */
async function openOwnServer(options: Parameters<typeof startServer>[0]): Promise<OpenFace> {
  const server = await startServer(options)
  return {
    mock: server.mock,
    send: (call) => sendOverHttp(server.baseUrl, call),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

let inspector: Promise<ResponseInspector> | undefined

/** The server with what `serve --validate` does. Closing it fails if an answer broke the API description. */
async function openValidatedServer(options: OrdersMockOptions): Promise<OpenFace> {
  inspector ??= createInspector()
  const server = await openOwnServer({ ...options, inspect: await inspector })
  const violations: unknown[] = []
  server.mock.subscribe((event) => {
    if (event.type === 'request' && event.entry.violations !== undefined) violations.push(event.entry)
  })
  return {
    ...server,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      if (violations.length > 0) throw new Error(`Broke the API description: ${JSON.stringify(violations)}`)
    },
  }
}

/** The middleware in someone else's application, which has a route and error pages of its own. */
export async function openForeignExpress(options?: OrdersMockOptions): Promise<OpenFace & Beside> {
  const mock = new OrdersMock(options)
  const app = express().disable('x-powered-by')
  app.get('/own', (_request, response) => void response.send('the route of the application'))
  app.use('/v1', ordersMiddleware(mock))
  const server = createServer(app)
  const origin = await listen(server, { host: '127.0.0.1', port: 0 })
  return {
    mock,
    send: (call) => sendOverHttp(`${origin}/v1`, call),
    sendBeside: (path) => sendOverHttp(origin, { method: 'GET', path }),
    [Symbol.asyncDispose]: () => stopListening(server),
  }
}

interface Beside {
  /** Asks for a path that is the application's. */
  sendBeside(path: string): ReturnType<OpenFace['send']>
}

/** Mock Service Worker in Node, behind the global `fetch`. */
function openMswServer(options: OrdersMockOptions): Promise<OpenFace> {
  const baseUrl = 'https://api.example.com/v1'
  const { handlers, mock } = createOrdersHandlers({ baseUrl, ...options })
  const server = setupServer(...handlers)
  server.listen({ onUnhandledRequest: 'error' })
  let isOpen = true
  return Promise.resolve({
    mock,
    send: async (call) => readResponse(await fetch(fetchRequest(baseUrl, call))),
    [Symbol.asyncDispose]: () => {
      // A fact may end its mock before its end; msw 3 closes but once.
      if (isOpen) server.close()
      isOpen = false
      return Promise.resolve()
    },
  })
}
