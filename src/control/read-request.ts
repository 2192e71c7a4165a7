import { createSchemaCheck, didYouMean, InvalidInputError, type SchemaCheck } from '../input/index.js'
import { type Json, parseJson } from '../spec/index.js'
import type { ControlOperation } from './call.js'
import { controlApi } from './description.generated.js'

/**
 * Creates the function that reads and checks requests for one operation of the description.
 * @throws {InvalidInputError} (that function) naming each wrong field of the body, or the wrong parameter
 */
export function createRequestReader({ parameters, body }: ControlOperation) {
  const checks = new Map(parameters.map(({ name, schema }) => [name, checkOf(schema)]))
  const inQuery = parameters.filter((each) => each.in === 'query')
  const checkBody = body && checkOf(body.schema)
  return (params: Readonly<Record<string, string>>, query: URLSearchParams, content: Uint8Array) => {
    const names = [...query.keys()]
    const values = Object.fromEntries(names.map((name) => [name, readParameter(name, query.getAll(name), inQuery)]))
    for (const [name, value] of Object.entries<string | number>({ ...params, ...values })) {
      const [problem] = checks.get(name)?.(value) ?? []
      if (problem !== undefined) throw wrong([name], problem.message)
    }
    const written = readBody(content)
    // Clients that were generated for Go and Rust write an omitted optional body as `null`.
    const json = written === null && body?.required !== true ? undefined : written
    if (json === undefined && body?.required === true) throw wrong([], 'a JSON body is required')
    const problems = json === undefined ? [] : (checkBody?.(json) ?? [])
    if (problems.length > 0) throw new InvalidInputError(problems)
    return { query: values, body: json }
  }
}

/**
 * Ids, bodies, and parts of bodies, that the engine checks as it reads them. Checking them here as well would double the time,
 * which matters with a hundred thousand orders.
 */
const READ_BY_ENGINE = Object.fromEntries(
  ['OrderId', 'Scenario', 'ScenarioOrder', 'ScenarioOrders', 'ScenarioFaults', 'ScenarioFreedoms'].map((name) => [
    name,
    {},
  ]),
)

function checkOf(schema: object): SchemaCheck {
  return createSchemaCheck({
    ...schema,
    components: { schemas: { ...controlApi.components.schemas, ...READ_BY_ENGINE } },
  })
}

function readParameter(
  name: string,
  [text = '', ...more]: readonly string[],
  described: ControlOperation['parameters'],
): string | number {
  if (described.length === 0) throw wrong([name], 'this operation has no query parameters')
  const parameter = described.find((each) => each.name === name)
  if (parameter === undefined) {
    const known = described.map((each) => each.name)
    throw wrong([name], `there is no such query parameter.${didYouMean(name, known)} Known: ${known.join(', ')}`)
  }
  if (more.length > 0) throw wrong([name], `must be given only once, not ${more.length + 1} times`)
  if (text === '') throw wrong([name], 'must not be empty; set a value or omit it')
  const isNumber = /^-?\d+$/.test(text) && Object(parameter.schema).type === 'integer'
  return isNumber ? Number(text) : text
}

function readBody(content: Uint8Array): Json | undefined {
  if (content.length === 0) return undefined
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw wrong([], `the body is not JSON: ${reason}`)
  }
}

function wrong(path: readonly string[], message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }])
}
