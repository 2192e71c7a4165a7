import { parseInstant } from '../../core/index.js'
import { ToolError } from '../../input/index.js'
import type { DescribedOperation } from './read-operations.js'

/** An operation that Prism mocks. */
export interface MockedOperation {
  /** Its `operationId`; without one, or with one that the API has already, its method and path. */
  readonly operationId: string
  /** In capitals. */
  readonly method: string
  /** Path template below the base address. */
  readonly path: string
  readonly deprecated?: { readonly since?: string; readonly sunset?: string }
  /** As Prism knows it. */
  readonly described: DescribedOperation
}

/**
 * The operations of a description, named as the journal names them.
 *
 * @throws {ToolError} if one says that it is deprecated since, or until, something that is not a date
 */
export function toMockedOperations(
  operations: readonly DescribedOperation[],
  { file, taken }: { readonly file: string; readonly taken: readonly string[] },
): MockedOperation[] {
  return operations.map((described) => {
    const { iid, path } = described
    const method = described.method.toUpperCase()
    const name = `${method} ${path}`
    const deprecated = readDeprecation(described, `${file}: ${name}`)
    const operationId = iid === '' || taken.includes(iid) ? name : iid
    return { operationId, method, path, described, ...(deprecated && { deprecated }) }
  })
}

/** What two templates have in common that differ in the names of their parameters alone. */
export function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}')
}

function readDeprecation({ deprecated, extensions }: DescribedOperation, where: string): MockedOperation['deprecated'] {
  if (!deprecated) return undefined
  const since = readDate(extensions, { name: 'x-deprecated-since', where })
  const sunset = readDate(extensions, { name: 'x-deprecated-sunset', where })
  return { ...(since !== undefined && { since }), ...(sunset !== undefined && { sunset }) }
}

function readDate(
  extensions: Readonly<Record<string, unknown>>,
  { name, where }: { readonly name: string; readonly where: string },
): string | undefined {
  const value = extensions[name]
  if (value === undefined || value === null) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  try {
    parseInstant(text)
    return text
  } catch (error) {
    throw new ToolError(`Cannot use ${where}: ${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
