import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generatedFrom, typesOf } from '../generate-code.js'

// These tests make the generated files and compare them with the committed ones.
// `npm run generate` writes them anew.

const root = new URL('../../', import.meta.url)
const description = bundle()

test('the built-in description of the control API is that of contracts/', async () => {
  const code = `/** The control API, OpenAPI 3.1. */\nexport const controlDescription = ${JSON.stringify(description, null, 2)} as const\n`
  await expect(withNote(code)).toMatchFileSnapshot('../../src/server/control/description.generated.ts')
})

test('the types of the control API are those of its description', async () => {
  await expect(withNote(await typesOf(description))).toMatchFileSnapshot('../../src/server/control/types.generated.ts')
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

function withNote(code: string): string {
  return generatedFrom('contracts/control-api.yaml', code)
}
