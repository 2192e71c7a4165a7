const METHODS = ['get', 'put', 'post', 'patch', 'delete'] as const

/** The control API as `contracts/control-api.yaml` describes it. */
export interface ControlDescription {
  /** The whole of it (OpenAPI 3.1), without references to other files. */
  readonly document: object
  /** What `$ref`s in its schemas lead to. */
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
  readonly operations: readonly DescribedOperation[]
}

/** An operation of the control API. */
export interface DescribedOperation {
  readonly operationId: string
  /** Path template below `/__mock`. */
  readonly path: string
  readonly method: (typeof METHODS)[number]
  readonly summary: string
  readonly parameters: readonly DescribedParameter[]
  readonly body: { readonly required: boolean; readonly schema: object } | undefined
}

interface DescribedParameter {
  readonly name: string
  readonly in: string
  readonly schema: object
}

/** Reads the operations out of the OpenAPI document of the control API. */
export function describeControl(document: object): ControlDescription {
  const { paths, components } = document as Document
  const resolve = (parameter: Parameter): DescribedParameter => {
    if (!('$ref' in parameter)) return parameter
    return components.parameters[parameter.$ref.replace('#/components/parameters/', '')] ?? parameter
  }
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const { operationId, summary = '', parameters = [], requestBody } = item[method] ?? {}
      if (operationId === undefined) return []
      const all = [...(item.parameters ?? []), ...parameters].map(resolve)
      return [{ operationId, path, method, summary, parameters: all, body: requestBody && readBody(requestBody) }]
    }),
  )
  return { document, components, operations }
}

interface Document {
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly parameters: Readonly<Record<string, DescribedParameter>>
  }
}

type PathItem = { readonly [method in (typeof METHODS)[number]]?: Operation } & {
  readonly parameters?: readonly Parameter[]
}

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
}

interface RequestBody {
  readonly required?: boolean
  readonly content: { readonly 'application/json': { readonly schema: object } }
}

type Parameter = DescribedParameter | (DescribedParameter & { readonly $ref: string })

function readBody({ required = false, content }: RequestBody): DescribedOperation['body'] {
  return { required, schema: content['application/json'].schema }
}
