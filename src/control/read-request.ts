import { createSchemaCheck, didYouMean, InvalidInputError, type SchemaCheck } from '../input/index.js'
import { type Json, parseJson } from '../spec/index.js'
import { controlApi } from './description.generated.js'
import type { DescribedOperation } from './description.js'

/** What a request gives beside its path. */
interface Given {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly content: Uint8Array
}

/**
 * Makes the function that reads and checks requests for one operation of the description.
 *
 * @throws {InvalidInputError} (that function) naming each member of the body, or the parameter, that is wrong
 */
export function createRequestReader({ parameters, body }: DescribedOperation) {
  const checks = new Map(parameters.map(({ name, schema }) => [name, checkOf(schema)]))
  const inQuery = new Map(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]))
  const checkBody = body && checkOf(body.schema)
  const check = (name: string, value: string | number): void => {
    const problems = checks.get(name)?.(value) ?? []
    if (problems.length > 0) throw new InvalidInputError(problems.map(({ message }) => ({ path: [name], message })))
  }
  const readParameter = (name: string, query: URLSearchParams): string | number => {
    const text = readOnce(name, query.getAll(name), [...inQuery.keys()])
    const isNumber = /^-?\d+$/.test(text) && Object(inQuery.get(name)).type === 'integer'
    return isNumber ? Number(text) : text
  }
  return ({ params, query, content }: Given) => {
    for (const [name, value] of Object.entries(params)) check(name, value)
    const values = Object.fromEntries([...query.keys()].map((name) => [name, readParameter(name, query)]))
    for (const [name, value] of Object.entries(values)) check(name, value)
    const json = readBody(content)
    if (json === undefined && body?.required === true) throw wrong([], 'a JSON body is required')
    const problems = json === undefined ? [] : (checkBody?.(json) ?? [])
    if (problems.length > 0) throw new InvalidInputError(problems)
    return { query: values, body: json }
  }
}

/**
 * What the engine checks when it reads it, as a body or in one. To check it here as well would double the time, which
 * counts where there are a hundred thousand orders.
 */
const READ_BY_ENGINE = { Scenario: {}, ScenarioOrder: {}, ScenarioOrders: {}, ScenarioFaults: {}, Faults: {} }

function checkOf(schema: object): SchemaCheck {
  return createSchemaCheck({
    ...schema,
    components: { schemas: { ...controlApi.components.schemas, ...READ_BY_ENGINE } },
  })
}

function readOnce(name: string, [text = '', ...more]: readonly string[], known: readonly string[]): string {
  if (known.length === 0) throw wrong([name], 'there is no query parameter here')
  if (!known.includes(name)) {
    throw wrong([name], `there is no such query parameter.${didYouMean(name, known)} Known: ${known.join(', ')}`)
  }
  if (more.length > 0) throw wrong([name], `is given ${more.length + 1} times; once is enough`)
  if (text === '') throw wrong([name], 'is empty; give it a value or leave it out')
  return text
}

function readBody(content: Uint8Array): Json | undefined {
  if (content.length === 0) return undefined
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message : 'it is not UTF-8'
    throw wrong([], `the body is not JSON: ${error instanceof RangeError ? 'it is nested too deeply' : reason}`)
  }
}

function wrong(path: readonly string[], message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }])
}
