/**
 * The path below the base URL that a pact's path means. Consumers write down the whole path, or what follows their own
 * base URL, so what the base path ends in and the pact's path begins with is the same: below `/api/v1` are
 * `/api/v1/store/orders`, `/v1/store/orders` and `/store/orders` one address.
 */
export function pathBelow(basePath: string, path: string): string {
  const base = basePath.split('/').filter(Boolean)
  for (let from = 0; from < base.length; from++) {
    const shared = `/${base.slice(from).join('/')}`
    if (path.startsWith(`${shared}/`)) return path.slice(shared.length)
    if (path === shared || path.startsWith(`${shared}?`)) return `/${path.slice(shared.length)}`
  }
  return path
}
