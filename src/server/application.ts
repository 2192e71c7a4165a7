import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { unknownPath } from '../control/index.js'
import { type ControlServer, createControlRouter } from './control-router.js'
import { description } from './description.generated.js'
import { hostOf, originOf } from '../node/index.js'
import { corsHeaders } from '../spec/index.js'
import { handleError, sendError, sendText } from './send.js'

const DESCRIPTION = new URL('../../contracts/openapi.yaml', import.meta.url)

/** Where the build puts the page, which knows by its address what to show. */
const PAGES = new URL('../../dist/panel/', import.meta.url)

const PAGE_HEADERS = {
  // Scripts and styles come from this server alone and none is inline, so that no text of an order can ever become one.
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/**
 * Serves everything that is not the API itself, with Express's router and Node's own requests and responses. An Express
 * application would give those that it handles other prototypes; V8 would then know too many kinds of them and search
 * for each property that Node reads: after some dozen requests to the control API, every request to the API would take
 * a tenth more time.
 */
export function createApplication(server: ControlServer): RequestListener {
  const router = express.Router({ caseSensitive: true, strict: true })
  router.get('/openapi.yaml', allowAnyOrigin, serveYaml)
  router.get('/openapi.json', allowAnyOrigin, serveJson)
  const { text } = server.extraOperations ?? {}
  if (text !== undefined) {
    // The link target of the deprecated additional operations.
    const serveExtra = (_: unknown, response: ServerResponse) => sendText(response, 'application/yaml', text)
    router.get('/openapi-extra.yaml', allowAnyOrigin, serveExtra)
  }
  router.use('/__mock', createControlRouter(server))
  if (server.panelPath !== undefined) servePanel(router)
  router.use(answerPreflight, allowAnyOrigin, ({ originalUrl }, response) =>
    sendError(response, unknownPath(originalUrl)),
  )
  router.use(handleError)
  return (request, response) => {
    // Its type asks for an application's requests; the handlers here use what Node's have.
    router(request as Request, response as Response, () => {
      // The router does not look for a target that it cannot parse; and an error may come after the headers.
      if (response.headersSent) request.socket.destroy()
      else sendError(response, unknownPath(request.url ?? ''))
    })
  }
}

/**
 * Serves the control panel at `/`, the API reference at `/docs`, and what both are made of below `/__panel`. The page
 * contains nothing of the mock: it asks the control API, which has its own guard.
 */
function servePanel(router: Router): void {
  router.get(['/', '/docs'], secure, sendPage)
  const options = { immutable: true, maxAge: '1y', index: false, redirect: false }
  router.use('/__panel/assets', secure, express.static(fileURLToPath(new URL('assets', PAGES)), options))
}

function secure(_request: IncomingMessage, response: ServerResponse, next: NextFunction): void {
  setHeaders(response, PAGE_HEADERS)
  next()
}

/**
 * A page names its scripts by their contents, so it must be fresh while they may be kept for ever. Its date would not
 * tell a new version from an old one: npm gives the same date to every file that it packs.
 */
async function sendPage(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(new URL('index.html', PAGES), 'utf8')
  response.setHeader('Cache-Control', 'no-cache')
  sendText(response, 'text/html', page)
}

/** The API description is public: an API explorer on any page may read it. */
function allowAnyOrigin({ headers }: IncomingMessage, response: ServerResponse, next: NextFunction): void {
  setHeaders(response, corsHeaders(headers.origin))
  next()
}

/** A page without the /v1 in its base URL should get to read the 404 that says so. */
function answerPreflight({ method, headers }: IncomingMessage, response: ServerResponse, next: NextFunction): void {
  const asked = headers['access-control-request-method']
  if (method !== 'OPTIONS' || asked === undefined) {
    next()
    return
  }
  response
    .writeHead(204, {
      ...corsHeaders(headers.origin),
      'Access-Control-Allow-Methods': asked,
      'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Authorization',
    })
    .end()
}

/** The response of HTTP/2, which Vite speaks, has no such method. */
function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
}

async function serveYaml(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = await readFile(DESCRIPTION, 'utf8')
  const own = `servers:\n  - url: ${baseUrlOf(request)}\n    description: This mock\n`
  sendText(
    response,
    'application/yaml',
    text.replace(/^servers:\n/m, () => own),
  )
}

function serveJson(request: IncomingMessage, response: ServerResponse): void {
  const own = `"servers":[{"url":"${baseUrlOf(request)}","description":"This mock"},`
  const json = description.replace('"servers":[', () => own)
  sendText(response, 'application/json', `${json}\n`)
}

/** Where the client reaches the API: tools that read its description then call this mock. */
function baseUrlOf(request: IncomingMessage): string {
  const host = hostOf(request) ?? ''
  return /^[\w.:[\]-]+$/.test(host) ? `${originOf(request)}/v1` : '/v1'
}
