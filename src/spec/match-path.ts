import type { Operation } from './operations.generated.js'

/** What stands at a path, and the value of the path's parameter as it came; empty if there is none. */
export interface PathMatch<Value> {
  readonly value: Value
  readonly parameter: string
}

/**
 * Makes a finder of what stands at a path, which must come without its query. A path template has at most one
 * parameter, the last segment.
 *
 * @param byTemplate values by path template, such as `/store/orders/{orderId}`
 */
export function createPathMatcher<Value>(
  byTemplate: ReadonlyMap<string, Value>,
): (path: string) => PathMatch<Value> | undefined {
  const exact = new Map<string, Value>()
  const byParent = new Map<string, Value>()
  for (const [template, value] of byTemplate) {
    if (template.endsWith('}')) byParent.set(template.slice(0, template.lastIndexOf('/')), value)
    else exact.set(template, value)
  }
  return (path) => {
    const whole = exact.get(path)
    if (whole !== undefined) return { value: whole, parameter: '' }
    const end = path.lastIndexOf('/')
    const value = byParent.get(path.slice(0, end))
    return value === undefined || end === path.length - 1 ? undefined : { value, parameter: path.slice(end + 1) }
  }
}

/** Operations by their path template. */
export function groupByPath(operations: Iterable<Operation>): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  return groups
}
