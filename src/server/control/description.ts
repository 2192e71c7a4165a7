import { readFile } from 'node:fs/promises'

const FILE = new URL('../../../contracts/control-api.yaml', import.meta.url)
const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** The control API as `contracts/control-api.yaml` describes it. */
export interface ControlDescription {
  /** The whole of it (OpenAPI 3.1), without references to other files. */
  readonly document: object
  /** What `$ref`s in its schemas lead to. */
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly operations: readonly DescribedOperation[]
}

/** An operation of the control API. */
export interface DescribedOperation {
  readonly operationId: string
  /** Path template below `/__mock`. */
  readonly path: string
  readonly method: (typeof METHODS)[number]
  readonly summary: string
  readonly parameters: readonly DescribedParameter[]
  readonly body: { readonly required: boolean; readonly schema: object } | undefined
}

interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly schema: object
}

/** Reads the description of the control API. */
export async function readControlDescription(): Promise<ControlDescription> {
  const { parse } = await import('yaml')
  const document = await withScenarioSchema(parse(await readFile(FILE, 'utf8')) as Document)
  const { paths, components } = document
  const resolve = (parameter: Parameter): DescribedParameter => {
    if (!('$ref' in parameter)) return parameter
    return components.parameters[parameter.$ref.replace('#/components/parameters/', '')] ?? parameter
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { operationId, summary = '', parameters = [], requestBody } = item[method] ?? {}
      if (operationId === undefined) return []
      const all = [...(item.parameters ?? []), ...parameters].map(resolve)
      return [{ operationId, path, method, summary, parameters: all, body: requestBody && readBody(requestBody) }]
    }),
  )
  return { document, components, operations }
}

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, DescribedParameter>>
  }
}

type PathItem = { readonly [method in (typeof METHODS)[number]]?: Operation } & {
  readonly parameters?: readonly Parameter[]
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
}

interface RequestBody {
  readonly required?: boolean
  readonly content: { readonly 'application/json': { readonly schema: object } }
}

type Parameter = DescribedParameter | (DescribedParameter & { readonly $ref: string })

function readBody({ required = false, content }: RequestBody): DescribedOperation['body'] {
  return { required, schema: content['application/json'].schema }
}

/**
 * The description refers to the JSON Schema of scenarios. It is taken in, so that the description is one document: its
 * definition `Order` becomes the schema `ScenarioOrder`, and so on.
 */
async function withScenarioSchema(description: Document): Promise<Document> {
  const file = new URL('../fixtures/scenario.schema.json', FILE)
  const { $defs, $schema: _, $id: __, ...scenario } = JSON.parse(await readFile(file, 'utf8')) as ScenarioSchema
  const definitions = Object.entries($defs).map(([name, schema]) => [`Scenario${name}`, schema] as const)
  const schemas = {
    ...description.components.schemas,
    Scenario: scenario,
    ScenarioOrders: scenario.properties.orders,
    ScenarioFaults: scenario.properties.faults,
    ...Object.fromEntries(definitions),
  }
  const text = JSON.stringify({ ...description, components: { ...description.components, schemas } })
    .replaceAll('../fixtures/scenario.schema.json#/properties/orders', '#/components/schemas/ScenarioOrders')
    .replaceAll('../fixtures/scenario.schema.json#/properties/faults', '#/components/schemas/ScenarioFaults')
    .replaceAll('../fixtures/scenario.schema.json#/$defs/', '#/components/schemas/Scenario')
    .replaceAll('../fixtures/scenario.schema.json', '#/components/schemas/Scenario')
    .replaceAll('#/$defs/', '#/components/schemas/Scenario')
  return JSON.parse(text) as Document
}

interface ScenarioSchema {
  readonly $schema: string
  readonly $id: string
  readonly $defs: Readonly<Record<string, object>>
  readonly properties: { readonly orders: object; readonly faults: object }
}
