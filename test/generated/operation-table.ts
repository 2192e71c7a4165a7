interface Response {
  readonly content?: unknown
  readonly $ref?: string
  /** Marks a body that the specification does not show. */
  readonly 'x-assumed'?: true
}

interface DescribedOperation {
  readonly operationId: string
  readonly responses: Readonly<Record<string, Response>>
  readonly deprecated?: boolean
  readonly 'x-clause': string
  readonly 'x-provider-states': readonly string[]
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

/** The code of the table of operations of an OpenAPI description. */
export function operationTable(description: Description): string {
  const found = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameter: /\{(\w+)\}/.exec(path)?.[1],
      clause: operation['x-clause'],
      states: operation['x-provider-states'],
      statuses: Object.keys(operation.responses).map(Number),
      bodies: statusesWithBody(operation, description),
      deprecated: operation.deprecated
        ? { since: operation['x-deprecated-since'], sunset: operation['x-deprecated-sunset'] }
        : undefined,
    })),
  )
  const table = Object.fromEntries(found.map((operation) => [operation.operationId, operation]))
  const ids = found.map(({ operationId }) => `'${operationId}'`)
  return `import type { DescribedOperation } from './operation.js'

/** The operations of the API, by their \`operationId\`. */
export type OperationId = ${ids.join(' | ')}

/** What the OpenAPI description says of one operation. */
export type Operation = DescribedOperation<OperationId>

/** All operations of the description. */
export type OperationTable = { readonly [id in OperationId]: Operation }

/** The operations of the API, as the OpenAPI description has them. */
export const operations: OperationTable = ${JSON.stringify(table, null, 2)}
`
}

function statusesWithBody({ responses }: DescribedOperation, { components }: Description): number[] {
  const described = Object.entries(responses).filter(([, response]) => {
    const name = response.$ref?.replace('#/components/responses/', '')
    const { content, 'x-assumed': isAssumed } = name === undefined ? response : (components.responses[name] ?? {})
    return content !== undefined && isAssumed !== true
  })
  return described.map(([status]) => Number(status))
}
