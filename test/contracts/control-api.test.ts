import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { withScenarioSchemas } from '../../.build/control-document.mjs'
import { startServer } from '../../src/server/index.js'

// What generators of clients need of the descriptions, as far as it can be told without them.

interface Schema {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly unknown[]
  readonly type?: string
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly security?: readonly object[]
  readonly responses: Readonly<Record<string, unknown>>
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { parameters?: unknown }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, { readonly in: string; readonly schema: Schema }>>
  }
}

const place = new URL('../../contracts/control-api.yaml', import.meta.url)
const text = readFileSync(place, 'utf8')
const control = parse(text) as Description
const api = parse(readFileSync(new URL('openapi.yaml', place), 'utf8')) as Description
const { schemas } = control.components

/** Each with whether its path has parameters, and whether it asks for the token. */
const operations = Object.entries(control.paths).flatMap(([path, { parameters, ...item }]) =>
  Object.values(item).map((operation) => ({ path, parameters, ...operation })),
)

test('the schemas of scenarios in the description are those of scenario files', async () => {
  const schema = readFileSync(new URL('../fixtures/scenario.schema.json', place), 'utf8')
  await expect(withScenarioSchemas(text, schema)).toMatchFileSnapshot(place.pathname)
})

test('a running mock serves the description that is in the package', async () => {
  await using server = await startServer()
  const served = await fetch(`${server.origin}/__mock/openapi.json`)
  expect(await served.json()).toEqual(control)
})

test.each(Object.entries({ api, control }))('the description of the %s refers to no other file', (_, description) => {
  const refs = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(refs).not.toEqual([])
  expect(refs.filter((ref) => ref?.startsWith('#/components/') !== true)).toEqual([])
})

test('each operation describes the statuses that its guard, its parameters and its body can cause', () => {
  const lacking = operations.flatMap(({ path, operationId, requestBody, security, responses }) => {
    const [guarded, named, read] = [security === undefined, path.includes('{'), requestBody !== undefined]
    // Query parameters that are not described are wrong everywhere.
    const wanted = [400, 403, ...(guarded ? [401] : []), ...(named ? [404] : []), ...(read ? [413, 415] : [])]
    return wanted.filter((status) => !(status in responses)).map((status) => `${operationId} ${status}`)
  })
  expect(lacking).toEqual([])
})

test('each parameter of a path has a pattern', () => {
  const inPaths = Object.entries(control.components.parameters ?? {}).filter(([, { in: where }]) => where === 'path')
  const patterned = { type: 'string', pattern: expect.any(String) as string }
  const named = ['sandboxInPath', 'id', 'requestId'].map((name) => [name, patterned])
  expect(inPaths.map(([name, { schema }]) => [name, follow(schema)])).toEqual(named)
})

test('no schema of the control API has a name that a language or its generator has taken', () => {
  const names = Object.keys(schemas)
  const components = Object.values(control.components).flatMap((each) => Object.keys(each))
  const capitalized = components.map((name) => name.replace(/^./, (first) => first.toUpperCase()))
  const taken = [
    ...names.filter(
      (name) => name in globalThis || ['Option', 'Result', 'Box', 'Vec', 'Configuration', 'Index'].includes(name),
    ),
    // Go: the function that makes a `Sandbox`.
    ...names.filter((name) => names.includes(name.replace(/^New/, '')) && name.startsWith('New')),
    // Go: each component is a type, whose name begins with a capital.
    ...capitalized.filter((name, index) => capitalized.indexOf(name) !== index),
    // Rust: the type of an enum has the name of its member.
    ...names.filter((name) => Object.keys(schemas[name]?.properties ?? {}).includes(name.toLowerCase())),
  ]
  expect(taken).toEqual([])
})

test('no schema is another name for one, has values without a type, or is a choice that Rust cannot express', () => {
  for (const description of [api, control]) {
    const { schemas: all } = description.components
    expect(Object.keys(all).filter((name) => Object.keys(all[name] ?? {}).join() === '$ref')).toEqual([])
    const untyped: Schema[] = []
    JSON.stringify(all, (_, value: Schema) => {
      if (Array.isArray(Object(value).enum) && value.type === undefined) untyped.push(value)
      return value
    })
    expect(untyped).toEqual([])
  }
  expect(Object.keys(schemas).filter((name) => 'anyOf' in (schemas[name] ?? {}))).toEqual([])
})

function follow(schema: Schema): Schema | undefined {
  return schema.$ref === undefined ? schema : schemas[schema.$ref.replace(/.*\//, '')]
}
