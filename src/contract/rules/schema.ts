import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema'
import { lookUp } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import { describeValue } from '../exchange.js'
import { hasSpecifiedBody } from '../parse-exchange.js'
import { description } from './description.generated.js'
import { isDateTime } from './orders.js'
import { type Flaw, findingsOf, type ExchangeRule } from './rule.js'

/** A body has the members and types that the OpenAPI description gives it, by its JSON Schema (2020-12). */
export const schema: ExchangeRule = {
  id: 'schema',
  claim: 'bodies match their schema in the OpenAPI description',
  clause: 'Resources and their fields',
  applies: (parsed) => hasSpecifiedBody(parsed) && 'json' in parsed.body,
  find({ operation, status, exchange }) {
    // Integers are held against int64 by their digits, in a rule of their own: here only types count.
    const body: unknown = JSON.parse(exchange.response.body)
    const errors = validators.get(`${operation.operationId} ${status}`)?.validate(body).errors ?? []
    return findingsOf(errors.filter((error) => !isAllowed(error, body)).map((error) => flawOf(error, body)))
  },
}

const validators = new Map(
  Object.values(operations).flatMap(({ operationId, method, path, bodies }) =>
    bodies.map((status) => {
      const response = resolved(['paths', path, method.toLowerCase(), 'responses', String(status)])
      const found = lookUp(response, ['content', 'application/json', 'schema']) as Schema
      // The validator writes its notes into the schema that it is given.
      const own = structuredClone({ ...found, components: lookUp(description, ['components']) })
      return [`${operationId} ${status}`, new Validator(own, '2020-12', false)] as const
    }),
  ),
)

function resolved(path: readonly string[]): unknown {
  const found = lookUp(description, path)
  const reference = lookUp(found, ['$ref'])
  return typeof reference === 'string' ? lookUp(description, reference.split('/').slice(1)) : found
}

/** Keywords that only say that something below is wrong. */
const WRAPPERS = new Set(['properties', 'items', '$ref'])

/** Whether an error says nothing by itself, or is about a date that the specification allows. */
function isAllowed({ keyword, instanceLocation }: OutputUnit, body: unknown): boolean {
  if (keyword !== 'format') return WRAPPERS.has(keyword)
  const value = lookUp(body, instanceLocation.split('/').slice(1))
  return typeof value === 'string' && isDateTime(value)
}

const NAMES: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'an object',
  integer: 'an integer',
  string: 'a string',
  boolean: 'true or false',
}

function flawOf({ keyword, instanceLocation, error }: OutputUnit, body: unknown): Flaw {
  // From `#/0/shipDate` to `[0].shipDate`.
  const place = instanceLocation
    .slice(2)
    .replaceAll(/(?:^|\/)(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.')
  const [, named = ''] = /"([^"]*)"\W*$/.exec(error) ?? []
  if (keyword === 'required') return { place, is: `has no ${named}`, expected: `${named}, which is required` }
  const expected = keyword === 'format' ? `a ${named}` : NAMES[named]
  const value = describeValue(lookUp(body, instanceLocation.split('/').slice(1)))
  return { place, is: `is ${value}, not ${expected ?? 'as described'}`, expected: expected ?? error }
}
