import { dirname, resolve } from 'node:path'

/** Begins the texts that stand for integers that no number holds. */
const MARK = '\u0000integer '

/**
 * A copy of a description that Prism can take: references to other files start from this one, and integers in examples
 * that a double cannot hold become texts, which {@link withExactIntegers} turns back.
 */
export function describeForPrism(document: object, file: string): object {
  return copy(document, { folder: dirname(resolve(file)), isExample: false }) as object
}

/** The content of a response of Prism with the integers of the examples that it was made of. */
export function withExactIntegers(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(MARK) ? BigInt(value.slice(MARK.length)) : value
  if (Array.isArray(value)) return value.map(withExactIntegers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withExactIntegers(inner)]))
}

interface Place {
  readonly folder: string
  readonly isExample: boolean
}

function copy(value: unknown, place: Place): unknown {
  if (typeof value === 'bigint') return place.isExample ? MARK + value : Number(value)
  if (Array.isArray(value)) return value.map((inner) => copy(inner, place))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (place.isExample) return [name, copy(inner, place)]
    if (name === '$ref' && typeof inner === 'string') return [name, fromFolder(inner, place.folder)]
    return [name, copy(inner, { ...place, isExample: /^examples?$/.test(name) })]
  })
  return Object.fromEntries(entries)
}

function fromFolder(reference: string, folder: string): string {
  return /^(?:#|[a-z][a-z0-9+.-]*:|\/)/i.test(reference) ? reference : resolve(folder, reference)
}
