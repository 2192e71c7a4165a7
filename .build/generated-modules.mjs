// Generates modules of src from the contracts and fixtures: types, and descriptions in the form that the code uses.
// Git ignores them. Nothing is done while nothing has changed.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { operationsOf, schemaOf } from './control-document.mjs'
import { freedomTable } from './freedom-table.mjs'
import { referenceOf } from './reference.mjs'
import { operationTable } from './operation-table.mjs'
import { typesOf } from './types-of.mjs'

const DATA = 'export const'

/** Their texts, by their paths. */
export async function generatedModules() {
  const schema = JSON.parse(read('fixtures/scenario.schema.json'))
  // Addresses, which nothing here follows.
  for (const name of ['$schema', '$id']) delete schema[name]
  const text = read('contracts/openapi.yaml')
  const api = parse(text)
  const control = parse(read('contracts/control-api.yaml'))
  const operations = operationsOf(control)
  const controlTypes = await typesOf(
    { ...control.components.schemas, ...scenarioSchemas(schema), Operations: schemaOf(operations) },
    WRITTEN_BY_PEOPLE,
  )
  return {
    'src/spec/api.generated.ts': await typesOf(api.components.schemas, ['bigint']),
    'src/spec/operations.generated.ts': operationTable(api),
    'src/spec/freedoms.generated.ts': freedomTable(parse(read('contracts/freedoms.yaml'))),
    'src/contract/rules/description.generated.ts': `${DATA} description: object = ${JSON.stringify(withoutTexts(api))}\n`,
    'src/server/description.generated.ts': `${DATA} description = ${JSON.stringify(exactJson(text))}\n`,
    'src/control/description.generated.ts': `import type { ControlDocument, ControlOperation } from './call.js'

${DATA} controlApi: ControlDocument = ${JSON.stringify(control)}

${DATA} controlOperations: readonly ControlOperation[] = ${JSON.stringify(operations)}
`,
    'src/core/types.generated.ts': controlTypes,
    'src/spec/version.generated.ts': `${DATA} version = ${JSON.stringify(JSON.parse(read('package.json')).version)}\n`,
    'src/panel/reference/references.generated.ts': referencesModule({
      api: referenceOf(parse(text, { intAsBigInt: true }), '/v1', read('contracts/assumptions.md')),
      control: referenceOf(control, '/__mock'),
    }),
    'src/core/scenario/schema.generated.ts': `${DATA} scenarioSchema = ${JSON.stringify(withoutTexts(schema))}\n`,
  }
}

/** The references, in which parameters and responses of several operations are written once: browsers load less. */
function referencesModule(references) {
  const counts = new Map()
  const numbered = (_, value) => {
    if (!isPart(value)) return value
    const json = JSON.stringify(value)
    counts.set(json, (counts.get(json) ?? 0) + 1)
    return `part ${[...counts.keys()].indexOf(json)}`
  }
  const text = JSON.stringify(references, numbered)
  const parts = [...counts]
  const repeated = parts.flatMap(([json, count], index) => (count > 1 ? `const part${index} = ${json} as const\n` : []))
  const written = text.replaceAll(/"part (\d+)"/g, (_, index) =>
    parts[index][1] > 1 ? `part${index}` : parts[index][0],
  )
  return `import type { Reference } from './reference.js'

${repeated.join('')}
${DATA} references: Readonly<Record<'api' | 'control', Reference>> = ${written}
`
}

/** Whether it is a parameter, a response or another leaf of a reference. */
function isPart(value) {
  return value?.text !== undefined && value.name !== undefined && value.members === undefined
}

/** An int64 that people write: it is exact in each of these. */
const WRITTEN_BY_PEOPLE = ['bigint', 'number', 'string']

/** The JSON of a YAML text; its integers keep all digits. */
function exactJson(text) {
  return JSON.stringify(parse(text, { intAsBigInt: true }), marked).replaceAll(/"integer (-?\d+)"/g, '$1')
}

function marked(_, value) {
  return typeof value === 'bigint' ? `integer ${value}` : value
}

/** As people write scenarios: a status may be a number, too. */
function scenarioSchemas({ $defs, ...scenario }) {
  const schemas = Object.entries({ '': scenario, ...$defs }).map(([name, each]) => [`Scenario${name}`, each])
  const text = JSON.stringify(Object.fromEntries(schemas))
  return JSON.parse(text.replaceAll('#/$defs/', '#/components/schemas/Scenario'))
}

/**
 * Without texts for people, which no browser need load. `title` and `description` are keywords in a
 * schema, but names among its properties.
 */
function withoutTexts(schema, areNames = false) {
  if (Array.isArray(schema)) return schema.map((each) => withoutTexts(each))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(([name]) => areNames || !TEXTS.has(name))
  const isMap = (name) => !areNames && (name === 'properties' || name === '$defs')
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutTexts(inner, isMap(name))]))
}

const TEXTS = new Set(['$comment', 'description', 'examples', 'title'])

function read(path) {
  return readFileSync(path, 'utf8')
}
