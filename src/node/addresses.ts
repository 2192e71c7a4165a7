import type { IncomingMessage } from 'node:http'
import { ToolError } from '../input/index.js'

/**
 * Reads the base URL of a provider, with its `/v1` and any prefix before it.
 * @returns the URL without a slash at its end
 * @throws {ToolError} exit code 2, if it cannot be the base of other URLs
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const question = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(text) ? ` Did you mean http://${text}?` : ''
    throw new ToolError(`"${text}" is not a valid base URL.${question} Example: http://localhost:8080/v1.`)
  }
  const baseUrl = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new ToolError(`A base URL must not have a query, fragment, user name or password. Use ${baseUrl}.`)
  }
  return baseUrl
}

/** A request, perhaps with its whole target as the client wrote it: Express changes `url`. */
type Addressed = Pick<IncomingMessage, 'headers' | 'url'> & { readonly originalUrl?: string }

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/**
 * The path that a request's target names, without the query. A request through a proxy names the whole URL (RFC 9112,
 * section 3.2.2).
 */
export function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : url.replace(ORIGIN, '')
  const end = target.indexOf('?')
  return (end === -1 ? target : target.slice(0, end)) || '/'
}

/**
 * The host that a request is for: a target that names one takes precedence (RFC 9112, section 3.2.2). HTTP/2 has it in a
 * pseudo-header (RFC 9113, section 8.3.1).
 */
export function hostOf({ headers, url = '', originalUrl = url }: Addressed): string | undefined {
  return ORIGIN.exec(originalUrl)?.[1] ?? headers.host ?? headers[':authority']?.toString()
}

/** Where the client reaches the server, such as `http://127.0.0.1:4010`. */
export function originOf(request: Addressed & Pick<IncomingMessage, 'socket'>): string {
  return `http${Reflect.get(request.socket, 'encrypted') === true ? 's' : ''}://${hostOf(request)}`
}

/** Whether only this machine reaches the host, which may be followed by a port. */
export function isLoopback(host = ''): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$|^::1$/i.test(host)
}

/** Whether a request may come from a page under another name of this machine, on which its server listens. */
export function isRebound(request: Addressed, ownHost: string): boolean {
  return isLoopback(ownHost) && !isLoopback(hostOf(request))
}

/**
 * Says how a request came from elsewhere than this machine, or to a name that does not mean it; `undefined` if neither. Its
 * headers alone are no proof: the peer must be this machine, and no proxy may have named another client (RFC 7239, section 4).
 */
export function strangerIn(request: Addressed & Pick<IncomingMessage, 'socket'>): string | undefined {
  const { 'x-forwarded-for': list, 'x-real-ip': client, forwarded = '' } = request.headers
  const named = Array.from(forwarded.matchAll(/\bfor="?([^";,\s]+)/gi), ([, name]) => name)
  const clients = [list, client, ...named].flatMap((each) => each?.toString().split(',') ?? [])
  const addresses = [request.socket.remoteAddress ?? 'an unknown address', ...clients].map((each) => each.trim())
  // If a server listens on IPv6 too, IPv4 is mapped into it (RFC 4291, section 2.5.5.2).
  const stranger = addresses.find((each) => !isLoopback(each.replace(/^::ffff:/i, '')))
  if (stranger !== undefined) return `it comes from ${stranger}`
  const host = hostOf(request)
  return isLoopback(host) ? undefined : `Host is ${host ?? 'missing'}`
}

/** How many `Host` headers there are; of several Node would keep the first. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): number {
  // HTTP/2, which Vite speaks, has no headersDistinct.
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length
}
