import {
  createSchemaCheck,
  didYouMean,
  InvalidInputError,
  type InputPath,
  type Problem,
  type SchemaCheck,
} from '../input/index.js'
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
  const inQuery = new Map(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]))
  const checkBody = body && !isReadByEngine(body.schema) ? checkOf(body.schema) : undefined
  const membersReadByEngine = body === undefined ? [] : findReadByEngine(body.schema, components.schemas)
  return {
    query: (query) =>
      Object.fromEntries(
        [...new Set(query.keys())].map((name) => {
          const text = readOnce(name, query.getAll(name), [...inQuery.keys()])
          return [name, readQuery({ name, text, schema: inQuery.get(name) ?? {}, check: checks.get(name) })]
        }),
      ),
    params: (given) => {
      for (const [name, value] of Object.entries(given)) failOn(checks.get(name)?.(value) ?? [], [name])
      return given
    },
    body: (content) => {
      const value = readBody(content)
      if (value === undefined && body?.required === true)
        throw new InvalidInputError([{ path: [], message: 'a JSON body is required' }])
      if (value !== undefined && checkBody !== undefined) failOn(checkBody(without(membersReadByEngine, value)), [])
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
  return '$ref' in schema && nameOf(String(schema.$ref)) in READ_BY_ENGINE
}

function nameOf(reference: string): string {
  return reference.replace('#/components/schemas/', '')
}

/** The members of a body that the engine checks. */
function findReadByEngine(schema: object, schemas: Readonly<Record<string, object>>): string[] {
  const whole = '$ref' in schema ? (schemas[nameOf(String(schema.$ref))] ?? {}) : schema
  const properties = 'properties' in whole ? (whole.properties as Readonly<Record<string, object>>) : {}
  return Object.entries(properties).flatMap(([member, inner]) => (isReadByEngine(inner) ? [member] : []))
}

function without(members: readonly string[], value: Json): Json {
  if (members.length === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([member]) => !members.includes(member)))
}

function readOnce(name: string, [text = '', ...more]: readonly string[], known: readonly string[]): string {
  if (known.length === 0) throw wrong(name, 'there is no query parameter here')
  if (!known.includes(name)) {
    throw wrong(name, `there is no such query parameter.${didYouMean(name, known)} Known: ${known.join(', ')}`)
  }
  if (more.length === 0) return text
  throw wrong(name, `is given ${more.length === 1 ? 'twice' : `${more.length + 1} times`}; once is enough`)
}

interface Range {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
}

interface QueryParameter {
  readonly name: string
  readonly text: string
  readonly schema: Range & { readonly type?: string; readonly not?: Range }
  readonly check: SchemaCheck | undefined
}

function readQuery({ name, text, schema, check }: QueryParameter): string | number {
  if (schema.type === 'integer') {
    const value = /^-?\d+$/.test(text) ? Number(text) : NaN
    if (check?.(value).length === 0) return value
    throw wrong(name, `must be ${showRange(schema)}, not ${showGiven(text)}`)
  }
  if (text === '') throw wrong(name, 'is empty; give it a value or leave it out')
  failOn(check?.(text) ?? [], [name])
  return text
}

function showRange({ minimum, maximum, not }: QueryParameter['schema']): string {
  if (not !== undefined) return `${showRange({ minimum, maximum })}, but none from ${not.minimum} to ${not.maximum}`
  if (minimum === undefined) return 'an integer'
  return maximum === undefined ? `an integer of at least ${minimum}` : `an integer from ${minimum} to ${maximum}`
}

function showGiven(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text
  return /^-?\d+(?:\.\d+)?$/.test(text) ? short : JSON.stringify(short)
}

function wrong(name: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path: [name], message }])
}

function readBody(content: Uint8Array): Json | undefined {
  if (content.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content)
    return parseJson(text)
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
