import { createPathMatcher, groupByPath, type Operation, type OperationTable } from '../../spec/index.js'

/** A path of the API, with the operations on it by method. */
export interface Route {
  /** Its template; where that has no parameter, the path itself. */
  readonly path: string
  readonly operations: ReadonlyMap<string, Operation>
  /** The methods that a client may use here, `HEAD` and `OPTIONS` included. */
  readonly allowed: readonly string[]
}

/** A route, and the value of its path parameter: decoded, or as it came if its percent-encoding is broken. */
export interface RouteMatch {
  readonly route: Route
  readonly parameter: string
}

export type Router = (path: string) => RouteMatch | undefined

/** Makes a router from the operations of the API description. */
export function createRouter(table: OperationTable): Router {
  const byPath = groupByPath(Object.values(table))
  const match = createPathMatcher(new Map(Array.from(byPath, ([path, list]) => [path, createRoute(path, list)])))
  return (path) => {
    const found = match(path)
    return found && { route: found.value, parameter: decode(found.parameter) }
  }
}

function createRoute(path: string, list: readonly Operation[]): Route {
  const operations = new Map<string, Operation>(list.map((operation) => [operation.method, operation]))
  const get = operations.get('GET')
  if (get !== undefined) operations.set('HEAD', get)
  return { path, operations, allowed: [...operations.keys(), 'OPTIONS'] }
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
