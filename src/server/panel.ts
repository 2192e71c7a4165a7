import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import express, { type NextFunction, type Router } from 'express'
import { sendText } from './send.js'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Where the build puts the page, which knows by its address what to show. */
const PAGES = new URL('../../dist/panel/', import.meta.url)

/** Scripts and styles come from this server alone and none is inline, so that no text of an order can ever become one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves the control panel at `/`, the API reference at `/docs`, and what both are made of below `/__panel`. The page
 * holds nothing of the mock: it asks the control API, which has a guard of its own.
 */
export function servePanel(router: Router, refuseOtherMethods: Handler): void {
  router.route(['/', '/docs']).get(secure, sendPage).all(refuseOtherMethods)
  const assets = express.static(fileURLToPath(new URL('assets', PAGES)), {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
  })
  router.use('/__panel/assets', secure, assets)
}

function secure(_request: IncomingMessage, response: ServerResponse, next: NextFunction): void {
  const headers = {
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  next()
}

/**
 * A page names its scripts by their contents, so it must be fresh while they may be kept for ever. Its date would not
 * tell a new version from an old one: npm gives every file that it packs the same.
 */
async function sendPage(_request: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = await readFile(new URL('index.html', PAGES), 'utf8')
  response.setHeader('Cache-Control', 'no-cache')
  sendText(response, 'text/html', page)
}
