import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { setupServer } from 'msw/node'
import { OrdersMock, type OrdersMockOptions } from '../../src/core/index.js'
import { createOrdersHandlers } from '../../src/msw/index.js'
import { ordersMiddleware, startServer } from '../../src/server/index.js'
import { type ApiCall, type Face, fetchRequest, readResponse } from './face.js'
import { sendOverHttp } from './send-over-http.js'

const FETCH_LIMITS = {
  rawPath: 'a URL object removes dot segments and backslashes before anything is sent',
  anyMethod: 'Fetch refuses to send TRACE',
} as const

/** The engine's own `fetch`, in process. */
export const engineFetch: Face = {
  name: 'mock.fetch',
  cannot: FETCH_LIMITS,
  open: (options) => {
    const mock = new OrdersMock(options)
    return Promise.resolve({
      mock,
      send: async (call) => readResponse(await mock.fetch(fetchRequest('http://any.example/v1', call))),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    })
  },
}

/** The server that the command starts, on a port. */
export const ownServer: Face = {
  name: 'startServer',
  cannot: {},
  open: async (options) => {
    const server = await startServer(options)
    return {
      mock: server.mock,
      send: (call) => sendOverHttp(server.baseUrl, call),
      [Symbol.asyncDispose]: () => server.close(),
    }
  },
}

/** The middleware in an application of somebody else's, which has a route and error pages of its own. */
export const foreignExpress = {
  name: 'ordersMiddleware in Express',
  cannot: {},
  open: async (options?: OrdersMockOptions) => {
    const mock = new OrdersMock(options)
    const app = express().disable('x-powered-by')
    app.get('/own', (_request, response) => {
      response.send('the route of the application')
    })
    app.use('/v1', ordersMiddleware(mock))
    const server = createServer(app)
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    const { port } = server.address() as AddressInfo
    return {
      mock,
      send: (call: ApiCall) => sendOverHttp(`http://127.0.0.1:${port}/v1`, call),
      /** Asks for a path that is the application's. */
      sendBeside: (path: string) => sendOverHttp(`http://127.0.0.1:${port}`, { method: 'GET', path }),
      [Symbol.asyncDispose]: async () => {
        const closed = new Promise((resolve) => server.close(resolve))
        server.closeAllConnections()
        await closed
      },
    }
  },
} satisfies Face

/** Mock Service Worker in Node, behind the global `fetch`. */
export const mswServer: Face = {
  name: 'msw setupServer',
  cannot: FETCH_LIMITS,
  open: (options) => {
    const baseUrl = 'https://api.example.com/v1'
    const { handlers, mock } = createOrdersHandlers({ baseUrl, ...options })
    const server = setupServer(...handlers)
    server.listen({ onUnhandledRequest: 'error' })
    return Promise.resolve({
      mock,
      send: async (call) => readResponse(await fetch(fetchRequest(baseUrl, call))),
      [Symbol.asyncDispose]: () => {
        server.close()
        return Promise.resolve()
      },
    })
  },
}
