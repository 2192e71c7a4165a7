import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorObject } from '../control/index.js'
import { hasSeveralHosts, hostOf, isLoopback, isRebound } from '../node/index.js'

/** What the guard knows of the server. */
export interface GuardedServer {
  /** The host that the server listens on, as it was given. */
  readonly host: string
  /** If there is one, each request must carry it as a bearer token. */
  readonly controlToken: string | undefined
}

/**
 * Keeps pages of other origins away from the control API, DNS rebinding included, and asks for the control token.
 *
 * A page that a browser shows can send requests to this machine, so three things are looked at: `Sec-Fetch-Site`,
 * which browsers add by themselves (Fetch Metadata), `Origin`, and whether the host is a name that means this machine.
 * A server that other machines reach has names that it does not know; there the token does the work.
 *
 * @returns why a request is turned away; `undefined` lets it through
 */
export function refusalOf(
  request: IncomingMessage,
  { host: ownHost, controlToken }: GuardedServer,
): ErrorObject | undefined {
  // RFC 9112, section 3.2.
  if (hasSeveralHosts(request))
    return { status: 400, code: 'invalid_request', message: 'The request has several Host headers. Send one.' }
  const { 'sec-fetch-site': site = 'none', origin, authorization } = request.headers
  const host = hostOf(request)
  if (site !== 'same-origin' && site !== 'none') return foreign(`Sec-Fetch-Site is ${site}`)
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`]
  if (origin !== undefined && !own.includes(origin)) return foreign(`Origin is ${origin}`)
  if (isRebound(request, ownHost)) return foreign(`Host is ${host ?? 'missing'}`)
  if (controlToken === undefined || isToken(authorization, controlToken)) return undefined
  const message =
    'Send the control token in the header "Authorization: Bearer <token>". The server prints it when it starts, unless it was given one.'
  return { status: 401, code: 'missing_control_token', message }
}

/** The token that was given; else none on a loopback host, and a random one on any that other machines reach. */
export function controlTokenFor(host: string, given: string | undefined): string | undefined {
  return given ?? (isLoopback(host) ? undefined : randomBytes(24).toString('base64url'))
}

/** Compares digests, so that the time it takes tells nothing about the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function foreign(what: string): ErrorObject {
  const message = `The control API is closed to pages of other origins (${what}). Call it from a test, a shell or its own page.`
  return { status: 403, code: 'foreign_origin', message }
}
