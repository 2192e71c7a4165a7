import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

const KINDS = {
  bigint: ts.SyntaxKind.BigIntKeyword,
  number: ts.SyntaxKind.NumberKeyword,
  string: ts.SyntaxKind.StringKeyword,
}

/**
 * TypeScript types of schemas that refer to each other as `#/components/schemas/<name>`.
 *
 * @param int64 the types of an int64: as it is returned, or as a person may write it
 */
export async function typesOf(schemas, int64) {
  const description = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } }
  const text = JSON.stringify(description, asAlternatives)
  const transform = ({ format }) => (format === 'int64' ? unionOf(int64) : undefined)
  const nodes = await openapiTS(text, { transform, immutable: true })
  return astToString(nodes.filter(isComponents).map(keepSchemas))
}

/** An if-then-else is two alternatives for a type. */
function asAlternatives(_, schema) {
  if (typeof schema !== 'object' || schema === null || !('if' in schema)) return schema
  return { anyOf: [schema.else, schema.then] }
}

function unionOf(kinds) {
  return ts.factory.createUnionTypeNode(kinds.map((kind) => ts.factory.createKeywordTypeNode(KINDS[kind])))
}

function isComponents(node) {
  return ts.isInterfaceDeclaration(node) && node.name.text === 'components'
}

/** What nothing refers to, such as `paths`, `headers` and `pathItems`, is omitted. */
function keepSchemas(node) {
  const schemas = node.members.filter(({ name }) => name?.text === 'schemas')
  return ts.factory.updateInterfaceDeclaration(node, node.modifiers, node.name, undefined, undefined, schemas)
}
