/** The control API as `contracts/control-api.yaml` describes it (OpenAPI 3.1), without references to other files. */
export interface ControlDocument {
  /** What `$ref`s in its schemas lead to. */
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly [others: string]: object }
  readonly [member: string]: unknown
}

/** An operation of the control API, without references to parameters. */
export interface DescribedOperation {
  readonly operationId: string
  /** Path template below `/__mock`. */
  readonly path: string
  readonly method: string
  readonly summary: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly body?: { readonly required: boolean; readonly schema: object }
}
