import type { MockedOperation } from './mocked-operation.js'

/** What there is at a path. */
export interface FoundRoute {
  /** By method, `HEAD` included wherever there is `GET`. */
  readonly operations: ReadonlyMap<string, MockedOperation>
  /** The methods that a client may use, `OPTIONS` included. */
  readonly allowed: readonly string[]
}

interface Template {
  /** A pattern for each segment. */
  readonly segments: readonly RegExp[]
  readonly operation: MockedOperation
}

/**
 * Makes a function that finds the operations at a path. Where several templates fit, the one that says more in words
 * goes first (OpenAPI, "Path Templating Matching").
 */
export function createRoutes(operations: readonly MockedOperation[]): (path: string) => FoundRoute | undefined {
  const templates = operations
    .map((operation) => ({ segments: operation.path.split('/').map(toPattern), operation }))
    .toSorted((one, other) => (rankOf(one.operation.path) < rankOf(other.operation.path) ? -1 : 1))
  return (path) => {
    const segments = path.split('/').map(decode)
    const fitting = templates.filter((template) => fits(segments, template))
    return fitting.length === 0 ? undefined : toRoute(fitting)
  }
}

function fits(segments: readonly string[], template: Template): boolean {
  if (segments.length !== template.segments.length) return false
  return template.segments.every((pattern, index) => pattern.test(segments[index] ?? ''))
}

function toRoute(fitting: readonly Template[]): FoundRoute {
  const found = new Map<string, MockedOperation>()
  for (const { operation } of fitting) if (!found.has(operation.method)) found.set(operation.method, operation)
  const get = found.get('GET')
  if (get !== undefined && !found.has('HEAD')) found.set('HEAD', get)
  return { operations: found, allowed: [...new Set([...found.keys(), 'OPTIONS'])] }
}

/** A segment may hold parameters among other characters: `{name}.json`. */
function toPattern(segment: string): RegExp {
  const parts = segment.split(/\{[^}]*\}/).map((words) => words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('(.+)')}$`, 'su')
}

/** Words come before parameters, segment by segment. */
function rankOf(path: string): string {
  return path.replaceAll(/[^/]+/g, (segment) => (segment.includes('{') ? '1' : '0'))
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
