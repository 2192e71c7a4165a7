import { format as formats } from '@cfworker/json-schema'
import { lookUp } from '../../input/index.js'
import { isObject, type Json, operations } from '../../spec/index.js'
import { describeValue } from '../exchange.js'
import { hasSpecifiedBody } from '../parse-exchange.js'
import { description } from './description.generated.js'
import { isDateTime } from './orders.js'
import { type Flaw, findingsOf, type ExchangeRule } from './rule.js'

/**
 * A body has the fields and types of the OpenAPI description, by its JSON Schema (2020-12). A validator for all of
 * JSON Schema takes ten times as long for a list of many orders, and nobody else is served meanwhile.
 */
export const schema: ExchangeRule = {
  id: 'schema',
  claim: 'bodies match their schema in the OpenAPI description',
  clause: 'Resources and their fields',
  applies: (parsed) => hasSpecifiedBody(parsed) && 'json' in parsed.body,
  find({ operation, status, body }) {
    const described = schemas.get(`${operation.operationId} ${status}`)
    return described === undefined || !('json' in body) ? [] : findingsOf(flawsIn(described, body.json))
  },
}

/** The keywords that the description uses; all others only tell. Integers are checked against int64 in a separate rule. */
interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
}

const schemas = new Map(
  Object.values(operations).flatMap(({ operationId, method, path, bodies }) =>
    bodies.map((status) => {
      const found = lookUp(description, ['paths', path, method.toLowerCase(), 'responses', String(status)])
      const response = resolved(found as Schema)
      return [
        `${operationId} ${status}`,
        lookUp(response, ['content', 'application/json', 'schema']) as Schema,
      ] as const
    }),
  ),
)

/** What a value of a type is called, and how it is told. */
const TYPES: Readonly<Record<string, [name: string, is: (value: Json) => boolean]>> = {
  array: ['a list', Array.isArray],
  object: ['an object', isObject],
  integer: ['an integer', (value) => typeof value === 'bigint' || (typeof value === 'number' && !(value % 1))],
  string: ['a string', (value) => typeof value === 'string'],
  boolean: ['true or false', (value) => typeof value === 'boolean'],
}

function* flawsIn(given: Schema, value: Json, place = ''): Generator<Flaw> {
  const { type = '', format, required = [], properties = {}, items } = resolved(given)
  const [expected = '', isOfType = () => true] = TYPES[type] ?? []
  if (!isOfType(value)) yield { place, is: `is ${describeValue(value)}, not ${expected}`, expected }
  else if (typeof value === 'string' && format === 'date-time' && !isDescribedDate(value))
    yield { place, is: `is ${describeValue(value)}, not a ${format}`, expected: `a ${format}` }
  else if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries()) yield* flawsIn(items, item, `${place}[${index}]`)
  } else if (isObject(value)) {
    for (const name of required)
      if (!Object.hasOwn(value, name)) yield { place, is: `has no ${name}`, expected: `${name}, which is required` }
    for (const [name, inner] of Object.entries(properties)) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined
      if (member !== undefined) yield* flawsIn(inner, member, place === '' ? name : `${place}.${name}`)
    }
  }
}

/** By the description's format (RFC 3339), or in another form of ISO 8601, which the specification allows. */
function isDescribedDate(text: string): boolean {
  return formats['date-time']?.(text) === true || isDateTime(text)
}

function resolved(part: Schema): Schema {
  return part.$ref === undefined ? part : (lookUp(description, part.$ref.split('/').slice(1)) as Schema)
}
