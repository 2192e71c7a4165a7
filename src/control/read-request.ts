import { createSchemaCheck, InvalidInputError, type InputPath, type Problem, type SchemaCheck } from '../input/index.js'
import { type Json, parseJson } from '../spec/index.js'
import type { ControlDescription, DescribedOperation } from './description.js'

/** Reads and checks requests for one operation of the description. */
export interface RequestReader {
  /** @throws {InvalidInputError} naming each parameter that is wrong */
  query(query: URLSearchParams): Record<string, string | number>
  /** @throws {InvalidInputError} naming each parameter that is wrong */
  params(params: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  /** @throws {InvalidInputError} naming each member that is wrong */
  body(content: Uint8Array): Json | undefined
}

/** Makes the reader of an operation. */
export function createRequestReader(
  { parameters, body }: DescribedOperation,
  { components }: ControlDescription,
): RequestReader {
  const schemas = { ...components.schemas, ...READ_BY_ENGINE }
  const checkOf = (schema: object): SchemaCheck => createSchemaCheck({ ...schema, components: { schemas } })
  const checks = new Map(parameters.map(({ name, schema }) => [name, checkOf(schema)]))
  const known = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const checkBody = body && !isReadByEngine(body.schema) ? checkOf(body.schema) : undefined
  return {
    query: (query) => {
      const given = [...new Set(query.keys())].map((name) => ({ name, text: query.getAll(name).join(',') }))
      return Object.fromEntries(
        given.map(({ name, text }) => [name, readQuery({ name, text, known, check: checks.get(name) })]),
      )
    },
    params: (given) => {
      for (const [name, value] of Object.entries(given)) failOn(checks.get(name)?.(value) ?? [], [name])
      return given
    },
    body: (content) => {
      const value = readBody(content)
      if (value === undefined && body?.required === true)
        throw new InvalidInputError([{ path: [], message: 'a JSON body is required' }])
      if (value !== undefined && checkBody !== undefined) failOn(checkBody(value), [])
      return value
    },
  }
}

/**
 * What the engine checks when it reads it, as a body or in one. To check it here as well would double the time, which
 * counts where there are a hundred thousand orders.
 */
const READ_BY_ENGINE: Readonly<Record<string, object>> = {
  Scenario: {},
  ScenarioOrder: {},
  ScenarioOrders: {},
  ScenarioFaults: {},
  Faults: {},
}

function isReadByEngine(schema: object): boolean {
  return '$ref' in schema && String(schema.$ref).replace('#/components/schemas/', '') in READ_BY_ENGINE
}

function readQuery({ name, text, known, check }: QueryParameter): string | number {
  if (!known.includes(name)) {
    const message =
      known.length === 0
        ? 'there is no query parameter here'
        : `there is no such query parameter. Known: ${known.join(', ')}`
    throw new InvalidInputError([{ path: [name], message }])
  }
  const asNumber = /^\d{1,15}$/.test(text) ? Number(text) : text
  // Whether digits are a number or a text is for the description to say.
  const isNumber = typeof asNumber === 'number' && check?.(asNumber).length === 0
  if (!isNumber) failOn(check?.(text) ?? [], [name])
  return isNumber ? asNumber : text
}

interface QueryParameter {
  readonly name: string
  readonly text: string
  readonly known: readonly string[]
  readonly check: SchemaCheck | undefined
}

function readBody(content: Uint8Array): Json | undefined {
  if (content.length === 0) return undefined
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(content))
  } catch (error) {
    const reason = error instanceof RangeError ? 'it is nested too deeply' : readingProblem(error)
    throw new InvalidInputError([{ path: [], message: `the body is not JSON: ${reason}` }])
  }
}

function readingProblem(error: unknown): string {
  return error instanceof SyntaxError ? error.message : 'it is not UTF-8'
}

function failOn(problems: readonly Problem[], place: InputPath): void {
  if (problems.length === 0) return
  throw new InvalidInputError(problems.map(({ path, message }) => ({ path: [...place, ...path], message })))
}
