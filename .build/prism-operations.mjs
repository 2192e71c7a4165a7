import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'

/** The code of the operations of an OpenAPI description by their ids, as Prism's validator takes them. */
export async function prismOperations(description) {
  const operations = await getHttpOperationsFromSpec(withoutInt64(description))
  const found = Object.fromEntries(operations.map((operation) => [operation.iid, operation]))
  return `export const prismOperations: Readonly<Record<string, object>> = ${JSON.stringify(found)}\n`
}

/** Prism takes `format: int64` for a JavaScript integer, and would refuse correct ids beyond 2^53. */
function withoutInt64(description) {
  return JSON.parse(
    JSON.stringify(description, (name, value) => (name === 'format' && value === 'int64' ? undefined : value)),
  )
}
