import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { generatedFrom, typesOf } from '../generate-code.js'

// These tests make the generated files and compare them with the committed ones.
// `npm run generate` writes them anew.

const fixtures = new URL('../../fixtures/', import.meta.url)
const schemaText = readFileSync(new URL('scenario.schema.json', fixtures), 'utf8')

test('the types of a scenario are those of its JSON Schema', async () => {
  const { $defs, $schema: _, $id: __, ...Scenario } = JSON.parse(schemaText)
  const schemas = JSON.parse(JSON.stringify({ Scenario, ...$defs }).replaceAll('#/$defs/', '#/components/schemas/'))
  const description = { openapi: '3.1.0', info: { title: '', version: '' }, paths: {}, components: { schemas } }
  await expect(withNote(await typesOf(description))).toMatchFileSnapshot('../../src/core/scenario/types.generated.ts')
})

test('the built-in schema is that of fixtures/', async () => {
  const code = `/** The JSON Schema of a scenario. */\nexport const scenarioSchema = ${JSON.stringify(JSON.parse(schemaText), null, 2)}\n`
  await expect(withNote(code)).toMatchFileSnapshot('../../src/core/scenario/schema.generated.ts')
})

test('the built-in scenarios are those of fixtures/', async () => {
  const scenarios = readdirSync(fixtures)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const document = parse(readFileSync(new URL(file, fixtures), 'utf8'), { intAsBigInt: true })
      return `  ${JSON.stringify(file.replace('.yaml', ''))}: ${literal(document)},\n`
    })
  const code = `import type { ScenarioDocument } from './document.js'

/** The scenarios that come with the package, by name. */
export const builtInScenarios: Readonly<Record<string, ScenarioDocument>> = {\n${scenarios.join('')}}\n`
  await expect(withNote(code)).toMatchFileSnapshot('../../src/core/scenario/built-in.generated.ts')
})

/** A TypeScript literal in which an integer that no number holds is a bigint. */
function literal(value: unknown): string {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? String(value) : `${value}n`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([member, inner]) => `${JSON.stringify(member)}: ${literal(inner)}`)
    .join(', ')} }`
}

function withNote(code: string): string {
  return generatedFrom('fixtures/', code)
}
