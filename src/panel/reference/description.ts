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

type PathItem = Readonly<Record<string, unknown>> & { readonly parameters?: readonly Referable<Parameter>[] }

/** A part of the description, or where it stands. */
export type Referable<Part> = Part | { readonly $ref: string }

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
}

export interface Content {
  readonly [mediaType: string]: { readonly schema?: Schema; readonly example?: unknown }
}

export interface ResponsePart {
  readonly description: string
  readonly headers?: Readonly<Record<string, Referable<{ readonly description?: string }>>>
  readonly content?: Content
}

interface OperationPart {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
  readonly 'x-stability'?: string
  readonly 'x-hideTryItPanel'?: boolean
  readonly parameters?: readonly Referable<Parameter>[]
  readonly requestBody?: Referable<{ readonly content: Content; readonly required?: boolean }>
  readonly responses: Readonly<Record<string, Referable<ResponsePart>>>
}

/** One operation with where it stands, its references followed. */
export interface DescribedOperation extends Omit<OperationPart, 'parameters' | 'requestBody' | 'responses'> {
  readonly method: string
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly body: Content | undefined
  readonly responses: readonly (readonly [status: string, response: ResponsePart])[]
}

const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** The operations, group by group, if there is more than one group. */
export function groupsOf(description: Description, base: string): readonly (readonly [string, DescribedOperation[]])[] {
  const operations = operationsOf(description, base)
  const groups = description.tags ?? []
  if (groups.length < 2) return [['', operations]]
  return groups.map(({ name }) => [
    name.charAt(0).toUpperCase() + name.slice(1),
    operations.filter(({ tags = [] }) => tags[0] === name),
  ])
}

/** All operations with their whole paths, in the order in which they are described. */
function operationsOf(description: Description, base: string): DescribedOperation[] {
  return Object.entries(description.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const part = item[method] as OperationPart
      const parameters = [...(item.parameters ?? []), ...(part.parameters ?? [])]
      return {
        ...part,
        method: method.toUpperCase(),
        path: base + path.replace(/^\/$/, ''),
        parameters: parameters.map((each) => follow(description, each)),
        body: part.requestBody && follow(description, part.requestBody).content,
        responses: Object.entries(part.responses).map(
          ([status, response]) => [status, follow(description, response)] as const,
        ),
      }
    }),
  )
}

/** Follows a reference within the description. */
export function follow<Part>(description: Description, part: Referable<Part>): Part {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part
  const steps = part.$ref.replace('#/', '').split('/')
  return steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), description) as Part
}
