import type { OrdersMock } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { createApiFace, type Middleware } from './api-face.js'
import { guardOf, type GuardOptions } from './guard.js'
import { createRest, fragmentFor } from './start-server.js'

/**
 * The API as middleware for an Express (or Connect) application; everything below its mount point is the
 * mock's. Parsers of bodies that come before it leave it none.
 * @example app.use('/v1', ordersMiddleware(mock))
 */
export function ordersMiddleware(mock: OrdersMock): Middleware {
  if (typeof mock?.handle !== 'function') throw new ToolError('ordersMiddleware needs a mock: new OrdersMock(options).')
  return createApiFace(mock, '')
}

const BASE_PATH = '/v1'
const PANEL_PATH = '/__mock/panel'
/** What a server of the mock has at its root, which here belongs to the application. */
const PAGES: Readonly<Record<string, string>> = { panel: '/', docs: '/docs' }
const OTHERS = /^\/(?:__mock|__panel|openapi\.(?:yaml|json))(?:[/?]|$)/

export type MockMiddleware = ReturnType<typeof mockMiddleware>

/**
 * API, control API, control panel (`/__mock/panel/`) and API reference (`/__mock/docs/`), as middleware for the server of an
 * application.
 */
export function mockMiddleware(mock: OrdersMock, options: GuardOptions) {
  const serveApi = createApiFace(mock, BASE_PATH)
  const guard = guardOf(options)
  const { controlToken } = guard
  const serveRest = createRest({ mock, ...guard, extraOperations: undefined, panelPath: PANEL_PATH })
  return {
    controlToken,
    panelPath: `${PANEL_PATH}/${fragmentFor(controlToken)}`,
    serve: ((request, response, next) =>
      serveApi(request, response, () => {
        const { url = '' } = request
        const [, page = ''] = /^\/__mock\/(panel|docs)\/?(?:\?|$)/.exec(url) ?? []
        request.url = PAGES[page] ?? url
        if (page !== '' || OTHERS.test(url)) void serveRest.then((serve) => serve(request, response))
        else next()
      })) satisfies Middleware,
  }
}
