import { fileURLToPath } from 'node:url'
import express, { type Express, type NextFunction, type Request, type RequestHandler, type Response } from 'express'

/** Where the build puts the page; the same place, seen from the sources and from the package. */
const PAGES = fileURLToPath(new URL('../../dist/panel/', import.meta.url))

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
 * Serves the control panel at `/`, the API reference at `/docs`, and what both are made of below `/__panel`. The pages
 * hold nothing of the mock: they ask the control API, which has a guard of its own.
 */
export function servePanel(app: Express, refuseOtherMethods: RequestHandler): void {
  app.route('/').get(secure, sendPage('index.html')).all(refuseOtherMethods)
  app.route('/docs').get(secure, sendPage('reference.html')).all(refuseOtherMethods)
  const assets = express.static(`${PAGES}assets`, { immutable: true, maxAge: '1y', index: false, redirect: false })
  app.use('/__panel/assets', secure, assets)
}

function secure(_request: Request, response: Response, next: NextFunction): void {
  response.set({
    'Content-Security-Policy': CONTENT_SECURITY_POLICY,
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  })
  next()
}

/**
 * A page names its scripts by their contents, so it must be fresh while they may be kept for ever. Its date would not
 * tell a new version from an old one: npm gives every file that it packs the same.
 */
function sendPage(file: string): RequestHandler {
  return (_request, response, next) => {
    const headers = { 'Cache-Control': 'no-cache' }
    response.sendFile(file, { root: PAGES, cacheControl: false, lastModified: false, headers }, (error) => {
      if (error !== undefined) next(error)
    })
  }
}
