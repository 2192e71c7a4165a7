import type { Operation, OperationTable } from '../../spec/index.js'

/** A path of the API, with the operations on it by method. */
export interface Route {
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

/** Makes a router from the operations of the API description. Templates have at most one parameter, the last segment. */
export function createRouter(table: OperationTable): Router {
  const exact = new Map<string, Route>()
  const byParent = new Map<string, Route>()
  for (const [template, operations] of groupByPath(table)) {
    const route = createRoute(operations)
    if (template.endsWith('}')) byParent.set(template.slice(0, template.lastIndexOf('/')), route)
    else exact.set(template, route)
  }
  return (path) => {
    const whole = exact.get(path)
    if (whole !== undefined) return { route: whole, parameter: '' }
    const end = path.lastIndexOf('/')
    const route = byParent.get(path.slice(0, end))
    if (route === undefined || end === path.length - 1) return undefined
    return { route, parameter: decode(path.slice(end + 1)) }
  }
}

function groupByPath(table: OperationTable): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of Object.values(table)) {
    groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  }
  return groups
}

function createRoute(list: readonly Operation[]): Route {
  const operations = new Map<string, Operation>(list.map((operation) => [operation.method, operation]))
  const get = operations.get('GET')
  if (get !== undefined) operations.set('HEAD', get)
  return { operations, allowed: [...operations.keys(), 'OPTIONS'] }
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
