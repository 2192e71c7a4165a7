import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ErrorObject } from '../control/index.js'
import { countHosts, hostOf, isLoopback, strangerIn } from '../node/index.js'

export interface GuardedServer {
  /** Admits every request that sends it as a bearer token. */
  readonly controlToken: string | undefined
  /** Whether requests from this machine need no token. */
  readonly isOpenHere: boolean
}

export interface GuardOptions {
  /** The host that the server listens on; absent if it is an application's, which may listen on any. */
  readonly host: string | undefined
  readonly controlToken: string | undefined
  /** The token of the server that this one replaces. */
  readonly lastToken?: string | undefined
}

/** Requires the given token; else none on this machine, and a random one on any host that other machines reach. */
export function guardOf({ host, controlToken, lastToken }: GuardOptions): GuardedServer {
  if (controlToken !== undefined) return { controlToken, isOpenHere: false }
  if (host !== undefined && isLoopback(host)) return { controlToken, isOpenHere: true }
  return { controlToken: lastToken ?? randomBytes(24).toString('base64url'), isOpenHere: host === undefined }
}

/**
 * Keeps pages of other origins away from the control API, DNS rebinding included, and other machines without the token.
 *
 * A page that a browser shows can send requests to this machine, so two things are looked at first: `Sec-Fetch-Site`,
 * which browsers add by themselves (Fetch Metadata), and `Origin`. The token then admits a request. Without it, a
 * request must come from this machine, to a name that means this machine.
 * @returns why a request is rejected; `undefined` admits it
 */
export function refusalOf(
  request: IncomingMessage,
  { controlToken, isOpenHere }: GuardedServer,
): ErrorObject | undefined {
  const refusal = pageRefusalOf(request)
  if (refusal !== undefined) return refusal
  const { authorization } = request.headers
  if (controlToken !== undefined && isToken(authorization, controlToken)) return undefined
  const stranger = strangerIn(request)
  if (isOpenHere && stranger === undefined) return undefined
  if (controlToken === undefined)
    return foreign(`${stranger}`, 'Start the mock with --control-token <token>, and send that.')
  const message =
    'Send the control token in the header "Authorization: Bearer <token>". The server prints the token when it starts, unless it was set with --control-token.'
  return { status: 401, code: 'missing_control_token', message }
}

/** Why a request is rejected that a page of another origin may have sent. */
export function pageRefusalOf(request: IncomingMessage): ErrorObject | undefined {
  // RFC 9112, section 3.2.
  const message = 'The request has more than one Host header. Send exactly one.'
  if (countHosts(request) > 1) return { status: 400, code: 'invalid_request', message }
  const { 'sec-fetch-site': site = 'none', origin } = request.headers
  const host = hostOf(request)
  if (site !== 'same-origin' && site !== 'none') return foreign(`Sec-Fetch-Site is ${site}`, 'Use the control panel.')
  const own = host === undefined ? [] : [`http://${host}`, `https://${host}`]
  // Behind a tunnel that replaces Host, only the browser knows.
  if (origin === undefined || own.includes(origin) || site === 'same-origin') return undefined
  return foreign(
    `Origin is ${origin}, Host is ${host}`,
    'If that is a tunnel or a proxy, let it pass Host on unchanged.',
  )
}

/** Compares digests, so that the time it takes tells nothing about the token. */
function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(.*)$/i.exec(authorization ?? '')?.[1] ?? ''
  return timingSafeEqual(digest(sent), digest(token))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function foreign(what: string, wayOut: string): ErrorObject {
  const message = `Pages of other origins and other machines cannot use the control API (${what}). ${wayOut}`
  return { status: 403, code: 'foreign_origin', message }
}
