import { readFileSync } from 'node:fs'
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generatedFrom } from '../generate-code.js'

// These tests make the generated files and compare them with the committed ones.
// `npm run generate` writes them anew.

const description = readFileSync(new URL('../../contracts/openapi.yaml', import.meta.url), 'utf8')

test('the API types are those of the OpenAPI description', async () => {
  const nodes = await openapiTS(description, { transform: int64AsBigint, immutable: true })
  await expect(withNote(astToString(nodes))).toMatchFileSnapshot('../../src/spec/api.generated.ts')
})

test('the table of operations is that of the OpenAPI description', async () => {
  const table = `import type { OperationTable } from './operation.js'

/** The operations of the API, as the OpenAPI description has them. */
export const operations: OperationTable = ${JSON.stringify(readOperations(), null, 2)}
`
  await expect(withNote(table)).toMatchFileSnapshot('../../src/spec/operations.generated.ts')
})

function int64AsBigint(schema: SchemaObject): ts.TypeNode | undefined {
  return schema.format === 'int64' ? ts.factory.createKeywordTypeNode(ts.SyntaxKind.BigIntKeyword) : undefined
}

interface DescribedOperation {
  operationId: string
  responses: Record<string, unknown>
  deprecated?: boolean
  'x-deprecated-since'?: string
  'x-deprecated-sunset'?: string
}

function readOperations(): Record<string, unknown> {
  const { paths } = parse(description) as { paths: Record<string, Record<string, DescribedOperation>> }
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
  return Object.fromEntries(found.map((operation) => [operation.operationId, operation]))
}

function withNote(code: string): string {
  return generatedFrom('contracts/openapi.yaml', code)
}
