import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type DescribedOperation, describeControl } from '../../src/control/description.js'
import { controlDocument } from './control-document.js'
import { operationTable } from './operation-table.js'
import { prismOperations } from './prism-operations.js'
import { typesOf } from './types-of.js'

const root = new URL('../../', import.meta.url)

/** A file of `src` that is made from a contract or a fixture. */
export interface GeneratedFile {
  readonly path: string
  /** What it is made from. */
  readonly source: string
  readonly make: () => string | Promise<string>
}

/** All of them. `npm run generate` writes them; a test says which are stale. */
export const generatedFiles: readonly GeneratedFile[] = [
  { path: 'src/spec/api.generated.ts', source: 'contracts/openapi.yaml', make: apiTypes },
  {
    path: 'src/spec/operations.generated.ts',
    source: 'contracts/openapi.yaml',
    make: () => operationTable(readYaml('contracts/openapi.yaml')),
  },
  {
    path: 'src/contract/rules/prism-operations.generated.ts',
    source: 'contracts/openapi.yaml',
    make: () => prismOperations(readYaml('contracts/openapi.yaml')),
  },
  {
    path: 'src/control/description.generated.ts',
    source: 'contracts/control-api.yaml and fixtures/scenario.schema.json',
    make: controlApi,
  },
  { path: 'src/control/types.generated.ts', source: 'contracts/control-api.yaml', make: controlTypes },
  { path: 'src/control/version.generated.ts', source: 'package.json', make: version },
  { path: 'src/panel/control/types.generated.ts', source: 'contracts/control-api.yaml', make: controlTypes },
  { path: 'src/core/scenario/types.generated.ts', source: 'fixtures/scenario.schema.json', make: scenarioTypes },
  { path: 'src/core/scenario/schema.generated.ts', source: 'fixtures/scenario.schema.json', make: scenarioSchema },
  { path: 'src/core/scenario/built-in.generated.ts', source: 'fixtures/*.yaml', make: builtInScenarios },
]

/** The text of a generated file, as it should be. */
export async function textOf({ source, make }: GeneratedFile): Promise<string> {
  return `// Generated from ${source} by \`npm run generate\`. Do not edit.\n\n${await make()}`
}

function apiTypes(): Promise<string> {
  return typesOf(readYaml('contracts/openapi.yaml').components.schemas, 'bigint')
}

/** Beside its schemas, `Operations` has the query and the body of each operation. */
function controlTypes(): Promise<string> {
  const { operations, components } = describeControl(readControlDocument())
  const properties = Object.fromEntries(operations.map((each) => [each.operationId, requestSchema(each)]))
  const Operations = { type: 'object', properties, required: Object.keys(properties) }
  return typesOf({ ...components.schemas, Operations }, 'bigint, number or string')
}

function readControlDocument(): object {
  return controlDocument(readYaml('contracts/control-api.yaml'), readSchema())
}

function controlApi(): string {
  const document = JSON.stringify(readControlDocument(), null, 2)
  return `/** The description of the control API (OpenAPI 3.1) in one document. */\nexport const controlApi: object = ${document}\n`
}

function version(): string {
  const { version: own } = JSON.parse(read('package.json'))
  return `/** The version of this package, for hosts that cannot read its files. */\nexport const version = ${JSON.stringify(own)}\n`
}

function requestSchema({ parameters, body }: DescribedOperation): object {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = { type: 'object', properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])) }
  const required = ['query', ...(body?.required === true ? ['body'] : [])]
  return { type: 'object', properties: { query, ...(body && { body: body.schema }) }, required }
}

function scenarioTypes(): Promise<string> {
  const { $defs, $schema: _, $id: __, ...Scenario } = readSchema()
  const schemas = JSON.stringify({ Scenario, ...$defs }).replaceAll('#/$defs/', '#/components/schemas/')
  return typesOf(JSON.parse(schemas), 'bigint, number or string')
}

/** Without its texts for people and its addresses, which no browser need load. */
function scenarioSchema(): string {
  const { $schema: _, $id: __, ...document } = readSchema()
  const schema = JSON.stringify(withoutTexts(document), null, 2)
  return `/** What the JSON Schema of a scenario demands. */\nexport const scenarioSchema = ${schema}\n`
}

/** `title` and `description` are keywords in a schema, but names among its properties. */
function withoutTexts(schema: unknown, areNames = false): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutTexts(each))
  if (typeof schema !== 'object' || schema === null) return schema
  const members = Object.entries(schema).filter(
    ([name]) => areNames || !['$comment', 'description', 'examples', 'title'].includes(name),
  )
  const isMap = (name: string): boolean => !areNames && (name === 'properties' || name === '$defs')
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutTexts(inner, isMap(name))]))
}

function builtInScenarios(): string {
  const files = readdirSync(new URL('fixtures/', root)).filter((file) => file.endsWith('.yaml'))
  const scenarios = files.map((file) => {
    const document = parse(read(`fixtures/${file}`), { intAsBigInt: true })
    return `  ${JSON.stringify(file.replace('.yaml', ''))}: ${literal(document)},\n`
  })
  return `import type { ScenarioDocument } from './document.js'

/** The scenarios that come with the package, by name. */
export const builtInScenarios: Readonly<Record<string, ScenarioDocument>> = {\n${scenarios.join('')}}\n`
}

/** A TypeScript literal in which an integer that no number holds is a bigint. */
function literal(value: unknown): string {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? String(value) : `${value}n`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([member, inner]) => `${JSON.stringify(member)}: ${literal(inner)}`)
  return `{ ${members.join(', ')} }`
}

function readSchema() {
  return JSON.parse(read('fixtures/scenario.schema.json'))
}

function readYaml(path: string) {
  return parse(read(path))
}

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}
