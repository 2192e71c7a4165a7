/**
 * The path that a request's target names, without the query. A request through a proxy names the whole URL (RFC 9112,
 * section 3.2.2).
 */
export function pathOf(url: string): string {
  const target = url.startsWith('/') ? url : pathOfAbsoluteForm(url)
  const end = target.indexOf('?')
  return (end === -1 ? target : target.slice(0, end)) || '/'
}

function pathOfAbsoluteForm(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i.exec(url)
  return origin === null ? url : url.slice(origin[0].length)
}
