import { createSchemaCheck, didYouMean, InvalidInputError, type Problem, type SchemaCheck } from '../input/index.js'
import { type Json, parseJson } from '../spec/index.js'
import { controlApi } from './description.generated.js'
import type { DescribedOperation } from './description.js'

/** Reads and checks requests for one operation of the description. */
export interface RequestReader {
  /** @throws {InvalidInputError} naming each parameter that is wrong */
  query(query: URLSearchParams): Record<string, string | number>
  /** @throws {InvalidInputError} naming each parameter that is wrong */
  checkParams(params: Readonly<Record<string, string>>): void
  /** @throws {InvalidInputError} naming each member that is wrong */
  body(content: Uint8Array): Json | undefined
}

/** Makes the reader of an operation. */
export function createRequestReader({ parameters, body }: DescribedOperation): RequestReader {
  const checks = new Map(parameters.map(({ name, schema }) => [name, checkOf(schema)]))
  const inQuery = new Map(parameters.filter((each) => each.in === 'query').map(({ name, schema }) => [name, schema]))
  const checkBody = body && checkOf(body.schema)
  const check = (name: string, value: string | number): void =>
    failOn(
      checks
        .get(name)?.(value)
        .map((problem) => ({ ...problem, path: [name] })),
    )
  return {
    query: (query) => {
      const given = [...new Set(query.keys())].map((name) => {
        const text = readOnce(name, query.getAll(name), [...inQuery.keys()])
        const isNumber = /^-?\d+$/.test(text) && Object(inQuery.get(name)).type === 'integer'
        const value = isNumber ? Number(text) : text
        check(name, value)
        return [name, value]
      })
      return Object.fromEntries(given) as Record<string, string | number>
    },
    checkParams: (given) => {
      for (const [name, value] of Object.entries(given)) check(name, value)
    },
    body: (content) => {
      const value = readBody(content)
      if (value !== undefined) failOn(checkBody?.(value))
      else if (body?.required === true) throw wrong([], 'a JSON body is required')
      return value
    },
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

function failOn(problems: readonly Problem[] = []): void {
  if (problems.length > 0) throw new InvalidInputError(problems)
}

function wrong(path: readonly string[], message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }])
}
