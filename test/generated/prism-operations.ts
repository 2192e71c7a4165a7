import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'

/** The code of the operations of an OpenAPI description, as Prism's validator takes them. */
export async function prismOperations(description: object): Promise<string> {
  withoutInt64(description)
  const operations = await getHttpOperationsFromSpec(description)
  const found = Object.fromEntries(operations.map((operation) => [operation.iid, operation]))
  const doc =
    '/** The operations of the OpenAPI description by their ids, as Prism makes them of it, which takes long. */'
  return `${doc}\nexport const prismOperations: Readonly<Record<string, object>> = ${JSON.stringify(found, null, 2)}\n`
}

// Prism takes `format: int64` for a JavaScript integer, and would refuse correct ids beyond 2^53.
function withoutInt64(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('format' in node && node.format === 'int64') delete node.format
  for (const child of Object.values(node)) withoutInt64(child)
}
