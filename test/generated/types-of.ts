import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript'
import ts from 'typescript'

/** How an int64 is typed: as it is handed out, or as a person may write it. */
export type Int64As = 'bigint' | 'bigint, number or string'

/** TypeScript types of schemas that refer to each other as `#/components/schemas/<name>`. */
export async function typesOf(schemas: object, int64As: Int64As): Promise<string> {
  const description = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } }
  const text = JSON.stringify(description, asAlternatives)
  const nodes = await openapiTS(text, { transform: (schema) => typeOfInt64(schema, int64As), immutable: true })
  return astToString(nodes.filter(isComponents).map(keepSchemas))
}

/** An if-then-else is two alternatives for a type. */
function asAlternatives(_: string, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('if' in schema)) return schema
  return { anyOf: [Reflect.get(schema, 'else'), Reflect.get(schema, 'then')] }
}

function typeOfInt64(schema: SchemaObject, int64As: Int64As): ts.TypeNode | undefined {
  if (schema.format !== 'int64') return undefined
  const { BigIntKeyword, NumberKeyword, StringKeyword } = ts.SyntaxKind
  const kinds = int64As === 'bigint' ? [BigIntKeyword] : [BigIntKeyword, NumberKeyword, StringKeyword]
  return ts.factory.createUnionTypeNode(
    kinds.map((kind) => ts.factory.createKeywordTypeNode(kind as typeof BigIntKeyword)),
  )
}

function isComponents(node: ts.Node): node is ts.InterfaceDeclaration {
  return ts.isInterfaceDeclaration(node) && node.name.text === 'components'
}

/** What nothing refers to, such as `paths`, `headers` and `pathItems`, is left out. */
function keepSchemas(node: ts.InterfaceDeclaration): ts.InterfaceDeclaration {
  const schemas = node.members.filter(
    ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === 'schemas',
  )
  return ts.factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, schemas)
}
