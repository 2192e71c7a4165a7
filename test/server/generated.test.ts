import { readFileSync } from 'node:fs'
import openapiTS, { astToString, type SchemaObject } from 'openapi-typescript'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// These tests make the generated files and compare them with the committed ones.
// `npm run generate` writes them anew.

const root = new URL('../../', import.meta.url)
const description = bundle()

test('the built-in description of the control API is that of contracts/', async () => {
  const code = `/** The control API, OpenAPI 3.1. */\nexport const controlDescription = ${JSON.stringify(description, null, 2)} as const\n`
  await expect(withNote(code)).toMatchFileSnapshot('../../src/server/control/description.generated.ts')
})

test('the types of the control API are those of its description', async () => {
  const nodes = await openapiTS(JSON.stringify(description, alternatives), { transform: idsOfAnyKind, immutable: true })
  await expect(withNote(astToString(nodes))).toMatchFileSnapshot('../../src/server/control/types.generated.ts')
})

/** The description with the schema of scenarios taken in: its definition `Order` becomes `ScenarioOrder`, and so on. */
function bundle(): Record<string, unknown> {
  const control = parse(readFileSync(new URL('contracts/control-api.yaml', root), 'utf8'))
  const {
    $defs,
    $schema: _,
    $id: __,
    ...scenario
  } = JSON.parse(readFileSync(new URL('fixtures/scenario.schema.json', root), 'utf8'))
  const parts = Object.fromEntries(Object.entries($defs).map(([name, schema]) => [`Scenario${name}`, schema]))
  control.components.schemas = {
    ...control.components.schemas,
    Scenario: scenario,
    ScenarioOrders: scenario.properties.orders,
    ScenarioFaults: scenario.properties.faults,
    ...parts,
  }
  const text = JSON.stringify(control)
    .replaceAll('../fixtures/scenario.schema.json#/properties/orders', '#/components/schemas/ScenarioOrders')
    .replaceAll('../fixtures/scenario.schema.json#/properties/faults', '#/components/schemas/ScenarioFaults')
    .replaceAll('../fixtures/scenario.schema.json#/$defs/', '#/components/schemas/Scenario')
    .replaceAll('../fixtures/scenario.schema.json', '#/components/schemas/Scenario')
    .replaceAll('#/$defs/', '#/components/schemas/Scenario')
  return JSON.parse(text)
}

/** An if-then-else is two alternatives for a type. */
function alternatives(_: string, schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || !('if' in schema)) return schema
  return { anyOf: [Reflect.get(schema, 'else'), Reflect.get(schema, 'then')] }
}

function idsOfAnyKind(schema: SchemaObject): ts.TypeNode | undefined {
  if (schema.format !== 'int64') return undefined
  const { BigIntKeyword, NumberKeyword, StringKeyword } = ts.SyntaxKind
  const kinds = [BigIntKeyword, NumberKeyword, StringKeyword] as const
  return ts.factory.createUnionTypeNode(kinds.map((kind) => ts.factory.createKeywordTypeNode(kind)))
}

function withNote(code: string): string {
  return `// Generated from contracts/control-api.yaml by \`npm run generate\`. Do not edit.\n\n${code}`
}
