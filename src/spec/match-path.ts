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
  const templates = Array.from(byTemplate, ([template, value]) => {
    const hasParameter = template.endsWith('}')
    return { value, hasParameter, words: hasParameter ? template.slice(0, template.lastIndexOf('/') + 1) : template }
  }).toSorted((one, other) => Number(one.hasParameter) - Number(other.hasParameter))
  // They are few: to compare is faster than to look up, which makes a hash of each path.
  return (path) => {
    for (const { value, hasParameter, words } of templates) {
      if (!hasParameter) {
        if (path === words) return { value, parameter: '' }
      } else if (path.startsWith(words) && path.length > words.length && !path.includes('/', words.length)) {
        return { value, parameter: path.slice(words.length) }
      }
    }
    return undefined
  }
}

/** Operations by their path template. */
export function groupByPath(operations: Iterable<Operation>): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>()
  for (const operation of operations) groups.set(operation.path, [...(groups.get(operation.path) ?? []), operation])
  return groups
}
