import { type Place, References, UnreadableReferenceError } from './references.js'

/** What Prism says of an operation, and what can be said of it without Prism. */
export interface DescribedOperation {
  /** Its `operationId`, or nothing. */
  readonly iid: string
  /** In small letters. */
  readonly method: string
  readonly path: string
  readonly deprecated: boolean
  /** Members whose names begin with `x-`, those that say when it is deprecated at least. */
  readonly extensions: Readonly<Record<string, unknown>>
}

export type OperationName = Pick<DescribedOperation, 'method' | 'path'>

/** In the order in which Prism lists the operations of a path: that of the description. */
const METHODS = new Set(['get', 'post', 'put', 'delete', 'options', 'head', 'patch', 'trace'])

/**
 * Reads the operations of a description as Prism would, without loading it.
 *
 * @returns `undefined` if only Prism can tell: a reference leads to another host, say, or nowhere
 */
export async function readOperations(document: object): Promise<DescribedOperation[] | undefined> {
  const root = { value: document, file: '' }
  try {
    return operationsOf(root, await References.read(root))
  } catch {
    // Whether it can be used is for Prism to say, and why not.
    return undefined
  }
}

function operationsOf(root: Place, references: References): DescribedOperation[] {
  const paths = references.members(root).get('paths')
  if (paths === undefined) return []
  return [...objectAt(paths, references)].flatMap(([path, item]) => {
    const described = [...objectAt(item, references)].filter(([method]) => METHODS.has(method))
    return described.map(([method, operation]) => ({ method, path, ...readOperation(operation, references) }))
  })
}

/** Prism takes anything for an operation but nothing. */
function readOperation(place: Place, references: References): Omit<DescribedOperation, 'method' | 'path'> {
  if (!valueAt(place, references)) throw new UnreadableReferenceError('There is no operation.')
  const members = Array.from(
    references.members(place),
    ([name, member]) => [name, valueAt(member, references)] as const,
  )
  const { operationId, deprecated }: Record<string, unknown> = Object.fromEntries(members)
  const extensions = Object.fromEntries(members.filter(([name]) => name.startsWith('x-deprecated-')))
  return { iid: typeof operationId === 'string' ? operationId : '', deprecated: deprecated === true, extensions }
}

/** The members of an object; none if there is something else. */
function objectAt(place: Place, references: References): ReadonlyMap<string, Place> {
  return Array.isArray(valueAt(place, references)) ? new Map() : references.members(place)
}

/** What Prism makes of references that lead back to themselves is hard to say. */
function valueAt(place: Place, references: References): unknown {
  const found = references.follow(place)
  if (found === undefined) throw new UnreadableReferenceError('It leads back to itself.')
  return found.value
}
