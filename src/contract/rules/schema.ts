import { format as formats } from '@cfworker/json-schema'
import { lookUp } from '../../input/index.js'
import { INT64_MAX, INT64_MIN, isInt64, isObject, type Json, operations, readDateTime } from '../../spec/index.js'
import { describeValue } from '../exchange.js'
import { hasSpecifiedBody } from '../parse-exchange.js'
import { description } from './description.generated.js'
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
    if (described === undefined || !('json' in body)) return []
    const { json } = body
    const { items } = described
    if (items === undefined || !Array.isArray(json)) return findingsOf([json], (whole) => flawsIn(described, whole))
    return findingsOf(json, (item, index) => flawsIn(items, item, () => `[${index}]`))
  },
}

/** The keywords that the description uses; all others only tell. */
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
        resolved(lookUp(response, ['content', 'application/json', 'schema']) as Schema),
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

function flawsIn(described: Schema, value: Json, place = () => '', flaws: Flaw[] = []): Flaw[] {
  const { type = '', format, required = [], properties = {}, items } = described
  const [expected = '', isOfType = () => true] = TYPES[type] ?? []
  const add = (is: string, wanted: string) => flaws.push({ place: place(), is, expected: wanted })
  if (!isOfType(value)) add(`is ${describeValue(value)}, not ${expected}`, expected)
  else if (format === 'int64' && isBeyondInt64(value))
    add(`is ${describeValue(value)}, which is beyond int64`, `an integer from ${INT64_MIN} to ${INT64_MAX}`)
  else if (typeof value === 'string' && format === 'date-time' && !isDescribedDate(value))
    add(`is ${describeValue(value)}, not a ${format}`, `a ${format}`)
  else if (Array.isArray(value) && items !== undefined) {
    for (const [index, item] of value.entries()) flawsIn(items, item, () => `${place()}[${index}]`, flaws)
  } else if (isObject(value)) {
    for (const name of required) if (!Object.hasOwn(value, name)) add(`has no ${name}`, `${name}, which is required`)
    for (const [name, inner] of Object.entries(properties)) {
      const member = value[name]
      if (member !== undefined) flawsIn(inner, member, () => `${place()}.${name}`.replace(/^\./, ''), flaws)
    }
  }
  return flaws
}

/** By its digits: no JavaScript number is precise enough to tell. */
function isBeyondInt64(value: Json): boolean {
  return typeof value === 'bigint' ? !isInt64(value) : typeof value === 'number' && Math.abs(value) > 2 ** 63
}

/** By the description's format (RFC 3339), or in another form of ISO 8601, which the specification allows: none has a space. */
function isDescribedDate(text: string): boolean {
  return !text.includes(' ') && (formats['date-time']?.(text) === true || readDateTime(text)?.hasTime === true)
}

function resolved({ $ref, ...part }: Schema): Schema {
  if ($ref !== undefined) return resolved(lookUp(description, $ref.split('/').slice(1)) as Schema)
  const { properties = {}, items } = part
  const inner = Object.entries(properties).map(([name, each]) => [name, resolved(each)])
  return { ...part, properties: Object.fromEntries(inner), ...(items && { items: resolved(items) }) }
}
