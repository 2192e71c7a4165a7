import type { IncomingMessage } from 'node:http'

/** What tells for which host a request is. */
interface Addressed extends Pick<IncomingMessage, 'headers'> {
  /** The whole target, as the client wrote it. */
  readonly originalUrl: string
}

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

/** The host that a request is for: a target that names one goes before the `Host` header (RFC 9112, section 3.2.2). */
export function hostOf({ headers, originalUrl }: Addressed): string | undefined {
  return ORIGIN.exec(originalUrl)?.[1] ?? headers.host
}

/** A host without its port, and without the brackets of an IPv6 address. */
export function hostnameOf(host = ''): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(host)
  return bracketed?.[1] ?? host.replace(/:\d+$/, '')
}

/** Whether only this machine reaches the host. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase()
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** Whether a request may come from a page with a name of its own for this machine, on which its server listens. */
export function isRebound(request: IncomingMessage, ownHost: string): boolean {
  const asked = hostOf({ headers: request.headers, originalUrl: request.url ?? '' })
  return hasSeveralHosts(request) || (isLoopback(ownHost) && !isLoopback(hostnameOf(asked)))
}

/** Whether there are several `Host` headers, of which Node would keep the first. */
export function hasSeveralHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host').length > 1
}
