import { parseJson } from '../../spec/index.js'
import { capitalized } from '../parts/words.js'
import { currentToken } from '../state/mock-here.js'

/** An OpenAPI description (3.1), as far as the reference shows it. */
export interface Description {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description?: string
  }
  /** In the order in which operations are grouped. */
  readonly tags?: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> }
}

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Parameter[] }

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly items?: Schema
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly examples?: readonly unknown[]
}

export interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema; readonly example?: unknown }
}

interface ResponsePart {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
  readonly 'x-stability'?: string
  readonly 'x-hideTryItPanel'?: boolean
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Content; readonly required?: boolean }
  readonly responses: Readonly<Record<string, ResponsePart>>
  readonly method: string
  /** The whole path. */
  readonly path: string
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/**
 * Reads a description, in which references lead to schemas only: all others are followed.
 *
 * @throws {Error} if the mock does not hand it out
 */
export async function readDescription(path: string): Promise<Description> {
  const token = currentToken()
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(path, { headers })
  if (response.status === 401) throw new Error(LOCKED)
  const whole = parseJson(await response.text())
  return follow(whole, whole) as Description
}

const LOCKED = 'This mock requires its control token. Open the control panel, enter it there, and reload this page.'

function follow(part: unknown, whole: unknown): unknown {
  if (Array.isArray(part)) return part.map((each) => follow(each, whole))
  if (typeof part !== 'object' || part === null) return part
  const place = '$ref' in part ? String(part.$ref) : '#/components/schemas/'
  if (place.startsWith('#/components/schemas/')) {
    return Object.fromEntries(Object.entries(part).map(([name, member]) => [name, follow(member, whole)]))
  }
  const steps = place.replace('#/', '').split('/')
  return follow(
    steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), whole),
    whole,
  )
}

/** The operations, group by group, if there is more than one group. */
export function groupsOf(description: Description, base: string): readonly (readonly [string, Operation[]])[] {
  const operations = operationsOf(description, base)
  const groups = description.tags ?? []
  if (groups.length < 2) return [['', operations]]
  return groups.map(({ name }) => [capitalized(name), operations.filter(({ tags = [] }) => tags[0] === name)])
}

/** All operations in the order in which they are described. */
function operationsOf({ paths }: Description, base: string): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const operation = item[method] as Operation
      return {
        ...operation,
        method: method.toUpperCase(),
        path: base + path.replace(/^\/$/, ''),
        parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])],
      }
    }),
  )
}

/** An example of the content, or of what its schema refers to. */
export function exampleOf({ schema = {}, example }: Content[string], description: Description): unknown {
  if (example !== undefined) return example
  if (schema.examples !== undefined) return schema.examples[0]
  const named = description.components?.schemas?.[nameOf(schema)]
  if (named !== undefined) return exampleOf({ schema: named }, description)
  const item = schema.items && exampleOf({ schema: schema.items }, description)
  return item === undefined ? undefined : [item]
}

/** The name of the schema that this one refers to; empty if it does not. */
export function nameOf({ $ref = '' }: Schema): string {
  return $ref.replace('#/components/schemas/', '')
}
