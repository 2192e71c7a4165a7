import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript'
import ts from 'typescript'

/** TypeScript types of an OpenAPI description, in which an int64 may be a bigint, a number or a string. */
export async function typesOf(description: object): Promise<string> {
  const text = JSON.stringify(description, asAlternatives)
  return astToString(await openapiTS(text, { transform: idsOfAnyKind, immutable: true }))
}

/** The text of a generated file. */
export function generatedFrom(source: string, code: string): string {
  return `// Generated from ${source} by \`npm run generate\`. Do not edit.\n\n${code}`
}

/** An if-then-else is two alternatives for a type. */
function asAlternatives(_: string, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('if' in schema)) return schema
  return { anyOf: [Reflect.get(schema, 'else'), Reflect.get(schema, 'then')] }
}

function idsOfAnyKind(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.format !== 'int64') return undefined
  const { BigIntKeyword, NumberKeyword, StringKeyword } = ts.SyntaxKind
  const kinds = [BigIntKeyword, NumberKeyword, StringKeyword] as const
  return ts.factory.createUnionTypeNode(kinds.map((kind) => ts.factory.createKeywordTypeNode(kind)))
}
