import { type Operation, operations } from './operations.generated.js'

/** The operations at a path, and the value of the path's parameter as it came; empty if there is none. */
export interface PathMatch {
  readonly operations: readonly Operation[]
  readonly path: string
  readonly parameter: string
}

// A path template has at most one parameter, the last segment. They are few: to compare is faster than to look up.
const templates = [...new Set(Object.values(operations).map(({ path }) => path))].map((template) => ({
  operations: Object.values(operations).filter(({ path }) => path === template),
  hasParameter: template.endsWith('}'),
  words: template.replace(/\{\w+\}$/, ''),
}))

/** Finds the operations of the API at a path, which must come without its query. */
export function matchPath(path: string): PathMatch | undefined {
  for (const { operations: found, hasParameter, words } of templates) {
    if (!hasParameter) {
      if (path === words) return { operations: found, path: words, parameter: '' }
    } else if (path.startsWith(words) && path.length > words.length && !path.includes('/', words.length)) {
      return { operations: found, path, parameter: path.slice(words.length) }
    }
  }
  return undefined
}
