import { type OutputUnit, Validator } from '@cfworker/json-schema'
import { didYouMean } from './did-you-mean.js'
import { type InputPath, MAX_PROBLEMS, type Problem } from './invalid-input-error.js'

export type SchemaCheck = (value: unknown) => Problem[]

const MAX_DEPTH = 100
/** As many as there may be orders. */
const MAX_ITEMS = 100_000
const MAX_FIELDS = 1_000

/** What a value must be, in words, by the name of its schema's definition. */
const MEANING: Readonly<Record<string, string>> = {
  Id: 'must be an int64: a number, or its decimal digits in quotes',
  Instant: 'must be a date-time with its offset, such as 2026-11-20T12:00:00Z, or a date, such as 2026-11-20',
  Moment: 'must be a date-time (ISO 8601), such as 2026-11-20T12:00:00Z, or relative: now, now+P3D, now-PT2H',
  Delay: 'must be milliseconds from 0 to 600000, or a range of them, { min, max }',
  Day: 'must be a day such as 2027-03-31',
  Duration: 'must be an ISO 8601 duration, such as P3D or PT10M',
}

/**
 * Creates a check from a JSON Schema (2020-12), or from a schema inside a larger document, such as an OpenAPI
 * description. Bigints count as integers; their ranges are checked where the value is read.
 * @param pointer where the schema stands in the document, such as `#/$defs/Order`
 */
export function createSchemaCheck(document: object, pointer = '#'): SchemaCheck {
  // Only what schemas refer to: the rest of the document makes no demands on one of its parts.
  const definitions = { $defs: lookUp(document, ['$defs']), components: lookUp(document, ['components']) }
  const entry = pointer === '#' ? document : { ...definitions, $ref: pointer }
  let validator: Validator | undefined
  return (value) => {
    const unbounded = findUnbounded(value)
    if (unbounded.length > 0) return unbounded
    // Created on first use, because most checks never run. The validator annotates its schema, so it gets a copy.
    validator ??= new Validator(JSON.parse(JSON.stringify(entry)), '2020-12', false)
    const errors = errorsIn(asJson(value), validator, entry)
    const telling = errors.filter((error) => !WRAPPERS.has(error.keyword)).slice(0, MAX_PROBLEMS)
    // One problem for each place: the most specific comes last.
    const problems = telling.map((error) => describe(error, entry, value))
    return [...new Map(problems.map((problem) => [problem.path.join('/'), problem])).values()]
  }
}

/** The validator passes errors on as arguments: of very many, which overflow the stack, it is asked for the first alone. */
function errorsIn(value: unknown, validator: Validator, schema: object): OutputUnit[] {
  try {
    return validator.validate(value).errors
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return new Validator(JSON.parse(JSON.stringify(schema)), '2020-12', true).validate(value).errors
  }
}

/**
 * Finds what no reader should get: values that are nested without end, lists and objects that would take minutes to check,
 * and numbers that are not finite.
 */
export function findUnbounded(value: unknown, path: InputPath = [], found: Problem[] = []): Problem[] {
  const add = (message: string) => void (found.length < MAX_PROBLEMS && found.push({ path, message }))
  if (typeof value === 'number' && !Number.isFinite(value)) add('must be a finite number, within the range of a double')
  if (typeof value !== 'object' || value === null) return found
  const members = Array.isArray(value) ? value.entries() : Object.entries(value)
  const [count, most] = Array.isArray(value) ? [value.length, MAX_ITEMS] : [Object.keys(value).length, MAX_FIELDS]
  if (path.length > MAX_DEPTH) add(`must not be nested more than ${MAX_DEPTH} levels deep`)
  else if (count > most) add(`must have at most ${most} ${most === MAX_ITEMS ? 'items' : 'fields'}, not ${count}`)
  else for (const [member, inner] of members) findUnbounded(inner, [...path, member], found)
  return found
}

/**
 * The validator knows JSON's own types only: a bigint becomes a number, a field that is undefined is absent, what
 * JSON cannot say is null, and half of a surrogate pair becomes the replacement character.
 */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object') return /^(?:string|number|boolean)$/.test(typeof value) ? value : null
  if (value === null) return null
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(members.map(([member, inner]) => [wellFormed(member), asJson(inner)]))
}

function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

/** Keywords that only say that something below is wrong; `additionalProperties` says it better than `false`. */
const WRAPPERS = new Set(['properties', 'items', '$ref', 'if', 'then', 'else', 'allOf', 'anyOf', 'false'])

function describe(
  { keyword, keywordLocation, instanceLocation, error }: OutputUnit,
  schema: object,
  value: unknown,
): Problem {
  const path = readPointer(instanceLocation)
  const [rule, ...parents] = walk(schema, readPointer(keywordLocation))
  const named = parents.find((parent) => parent.name in MEANING)
  if (named !== undefined) return { path, message: `${MEANING[named.name]}, not ${show(lookUp(value, path))}` }
  const [, member = ''] = /"(.*)"/s.exec(error) ?? []
  if (keyword === 'required') return { path: [...path, member], message: 'is required' }
  const known = membersOf(parents[0]?.schema)
  if (keyword === 'additionalProperties') {
    // Fields of another alternative.
    const others = parents.flatMap((parent) => membersOf(resolve(lookUp(parent.schema, ['then']), schema)))
    const question = didYouMean(member, [...known, ...others])
    const message = `unknown field.${question} Known fields: ${known.join(', ')}`
    return { path: [...path, member], message }
  }
  const found = lookUp(value, path)
  const limits = [...new Set([rule?.schema].flat().map(String))]
  const fields = keyword.endsWith('Properties') && known.length > 0 ? ` Known fields: ${known.join(', ')}` : ''
  const wayOut = keyword === 'enum' && typeof found === 'string' ? didYouMean(found, limits) : fields
  const message = `${REQUIREMENTS[keyword]?.(limits) ?? error}, not ${show(found)}`
  return { path, message: wayOut === '' ? message : `${message}.${wayOut}` }
}

/** What a value must be, by the keyword that it does not meet; what stands there may be a list. */
const REQUIREMENTS: Readonly<Record<string, (limits: readonly string[]) => string>> = {
  type: (types) => `must be ${types.map((type) => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`)).join(' or ')}`,
  enum: (names) => `must be one of ${names.join(', ')}`,
  minimum: ([limit]) => `must be at least ${limit}`,
  maximum: ([limit]) => `must be at most ${limit}`,
  maxLength: ([limit]) => `must have at most ${limit} characters`,
  minProperties: ([limit]) => `must have at least ${limit} fields`,
  maxProperties: ([limit]) => `must have at most ${limit} fields`,
  maxItems: ([limit]) => `must have at most ${limit} items`,
  pattern: ([pattern]) => `must match ${pattern}`,
}

function membersOf(schema: unknown): string[] {
  const properties = lookUp(schema, ['properties'])
  return typeof properties === 'object' && properties !== null ? Object.keys(properties) : []
}

function resolve(schema: unknown, root: object): unknown {
  const reference = lookUp(schema, ['$ref'])
  return typeof reference === 'string' ? lookUp(root, readPointer(reference)) : schema
}

/** The schemas on the way to a keyword, innermost first, each with the name of its definition. */
function walk(schema: object, location: InputPath): { schema: unknown; name: string }[] {
  const way: { schema: unknown; name: string }[] = [{ schema, name: '' }]
  for (const step of location) {
    const next = lookUp(way[0]?.schema, [step])
    if (step !== '$ref' || typeof next !== 'string') way.unshift({ schema: next, name: '' })
    else {
      const name = next.slice(next.lastIndexOf('/') + 1).replace(/^Scenario/, '')
      way.unshift({ schema: lookUp(schema, readPointer(next)), name })
    }
  }
  return way
}

function readPointer(pointer: string): InputPath {
  const steps = pointer.slice(pointer.indexOf('#')).split('/').slice(1)
  return steps.map((step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    return /^\d+$/.test(name) ? Number(name) : name
  })
}

/** What is at a path; `undefined` if nothing is. */
export function lookUp(value: unknown, path: InputPath): unknown {
  return path.reduce<unknown>(
    (inner, step) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, step) : undefined),
    value,
  )
}

function show(value: unknown): string {
  const json = JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
  const text = typeof value === 'bigint' ? String(value) : (json ?? 'nothing')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
