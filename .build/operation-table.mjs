/** The code of the table of operations of an OpenAPI description. */
export function operationTable({ paths, components }) {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameter: /\{(\w+)\}/.exec(path)?.[1],
      clause: operation['x-clause'],
      states: operation['x-provider-states'],
      statuses: Object.keys(operation.responses).map(Number),
      bodies: statusesWithBody(operation.responses, components),
      deprecated: operation.deprecated
        ? { since: operation['x-deprecated-since'], sunset: operation['x-deprecated-sunset'] }
        : undefined,
    })),
  )
  const table = Object.fromEntries(operations.map((operation) => [operation.operationId, operation]))
  const ids = Object.keys(table).map((id) => `'${id}'`)
  return `import type { DescribedOperation } from './operation.js'

/** The operations of the API, by their \`operationId\`. */
export type OperationId = ${ids.join(' | ')}

/** What the OpenAPI description says of one operation. */
export type Operation = DescribedOperation<OperationId>

/** All operations of the description. */
export type OperationTable = { readonly [id in OperationId]: Operation }

/** The operations of the API in the OpenAPI description. */
export const operations: OperationTable = ${JSON.stringify(table, null, 2)}
`
}

/** Those whose body is specified; `x-assumed` marks one that the specification does not show. */
function statusesWithBody(responses, components) {
  const described = Object.entries(responses).filter(([, response]) => {
    const name = response.$ref?.replace('#/components/responses/', '')
    const { content, 'x-assumed': isAssumed } = name === undefined ? response : components.responses[name]
    return content !== undefined && isAssumed !== true
  })
  return described.map(([status]) => Number(status))
}
