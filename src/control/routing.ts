import { UnreadableRequestError } from './error-object.js'

/** What there is at a path, one for each method, and the parameters in the path. */
export interface RouteMatch<Route> {
  readonly routes: readonly Route[]
  readonly params: Readonly<Record<string, string>>
}

/** Makes a finder of the operations at a path below `/__mock`. @throws {UnreadableRequestError} if a parameter in the path cannot be decoded */
export function createRouteFinder<Route extends { readonly operation: { readonly path: string } }>(
  routes: readonly Route[],
): (path: string) => RouteMatch<Route> | undefined {
  const templates = [...new Set(routes.map(({ operation }) => operation.path))].map((path) => ({
    pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    routes: routes.filter(({ operation }) => operation.path === path),
  }))
  return (path) => {
    for (const { pattern, routes: here } of templates) {
      const match = pattern.exec(path === '' ? '/' : path)
      if (match === null) continue
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)] as const)
      return { routes: here, params: Object.fromEntries(params) }
    }
    return undefined
  }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw new UnreadableRequestError(`Failed to decode param '${value}'`)
  }
}
