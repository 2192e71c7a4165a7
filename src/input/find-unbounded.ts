import type { InputPath, Problem } from './invalid-input-error.js'

const MAX_DEPTH = 100

/** Finds what no reader should be given: values that are nested without end, and numbers that are not finite. */
export function findUnbounded(value: unknown, path: InputPath = []): Problem[] {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return [{ path, message: 'must be a finite number, within the range of a double' }]
  }
  if (typeof value !== 'object' || value === null) return []
  if (path.length > MAX_DEPTH) return [{ path, message: `must not be nested more than ${MAX_DEPTH} levels deep` }]
  if (Array.isArray(value)) return value.flatMap((item, index) => findUnbounded(item, [...path, index]))
  return Object.entries(value).flatMap(([member, inner]) => findUnbounded(inner, [...path, member]))
}
