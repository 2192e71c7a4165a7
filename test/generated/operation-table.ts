interface DescribedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, unknown>>
  readonly deprecated?: boolean
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
}

/** The code of the table of operations of an OpenAPI description. */
export function operationTable({ paths }: { paths: Record<string, Record<string, DescribedOperation>> }): string {
  const found = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      statuses: Object.keys(operation.responses).map(Number),
      deprecated: operation.deprecated
        ? { since: operation['x-deprecated-since'], sunset: operation['x-deprecated-sunset'] }
        : undefined,
    })),
  )
  const table = Object.fromEntries(found.map((operation) => [operation.operationId, operation]))
  return `import type { OperationTable } from './operation.js'

/** The operations of the API, as the OpenAPI description has them. */
export const operations: OperationTable = ${JSON.stringify(table, null, 2)}
`
}
