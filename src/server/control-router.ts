import type { IncomingMessage, ServerResponse } from 'node:http'
import express, { type NextFunction, type Request, type Router } from 'express'
import { type ControlApi, type ControlHost, createControlApi, EventStreams } from '../control/index.js'
import { MAX_BODY_BYTES } from '../core/index.js'
import type { ExtraOperations } from './extra-operations/load-extra-operations.js'
import { originOf, pathOf } from '../node/index.js'
import { type GuardedServer, pageRefusalOf, refusalOf } from './guard.js'
import { sendError, sendJson } from './send.js'

/** What the control API needs of the server that it is part of. */
export interface ControlServer extends Pick<ControlHost, 'mock' | 'startedMs'>, GuardedServer {
  readonly extraOperations: ExtraOperations | undefined
  /** Where the panel is served, without the slash at the end; absent if it is not. */
  readonly panelPath: string | undefined
}

/** A request with what Express's router and its parser add to it; `url` is what follows the mount point. */
type RoutedRequest = IncomingMessage & Pick<Request, 'method' | 'url' | 'originalUrl' | 'body'>

/** Serves the control API over HTTP to requests that pass the guard. */
export function createControlRouter(server: ControlServer): Router {
  const { panelPath } = server
  const api = createControlApi({
    ...server,
    // Without the token: whoever gets the link may not be meant to have it.
    panelUrl: (origin, name) =>
      panelPath === undefined
        ? undefined
        : `${origin}${panelPath}/${name === 'main' ? '' : `?sandbox=${encodeURIComponent(name)}`}`,
    moreLinks: [{ title: 'The description of the API', href: '/openapi.yaml' }],
  })
  const streams = new EventStreams(server.mock)
  const router = express.Router()
  router.use((request, response, next) => {
    // Express reads a body that a header announces, which HTTP/2 does not need (RFC 9113, section 8.1).
    if (request.httpVersionMajor > 1) request.headers['transfer-encoding'] ??= 'chunked'
    // Express treats a body that broke off before anything read it as absent.
    if (request.complete || request.socket.readable) guard(server, request, response, next)
  })
  router.use(express.raw({ type: () => true, limit: MAX_BODY_BYTES }))
  router.use((request: RoutedRequest, response) => answer(api, streams, request, response))
  return router
}

function guard(server: ControlServer, request: RoutedRequest, response: ServerResponse, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  const refusal = refusalOf(request, server)
  if (refusal === undefined) next()
  // Health checks of containers have no token, and those of load balancers any host or none.
  else if (isHealth(request) && pageRefusalOf(request) === undefined) {
    sendJson(response, { status: 'ok' })
  } else sendError(response, refusal)
}

function isHealth({ method, url }: RoutedRequest): boolean {
  return pathOf(url) === '/health' && /^(?:GET|HEAD)$/.test(method)
}

async function answer(
  api: ControlApi,
  streams: EventStreams,
  request: RoutedRequest,
  response: ServerResponse,
): Promise<void> {
  const origin = originOf(request)
  const content: unknown = request.body
  const { status, headers, body, events } = await api({
    method: request.method,
    url: request.originalUrl,
    path: pathOf(request.url),
    query: new URLSearchParams(/\?(.*)$/s.exec(request.url)?.[1]),
    body: Buffer.isBuffer(content) ? content : new Uint8Array(),
    origin,
    baseUrl: `${origin}/v1`,
  })
  response.writeHead(status, headers)
  if (events === undefined) response.end(body)
  // A client that left before the response began does not emit `close` again.
  else if (!response.destroyed) response.on('close', streams.follow(sinkOf(response), events.sandbox))
}

function sinkOf(response: ServerResponse) {
  return {
    write: (bytes: Uint8Array) => void response.write(bytes),
    end: () => void response.destroy(),
    get waitingBytes() {
      return response.writableLength
    },
  }
}
