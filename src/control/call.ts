import type { OrdersMock, Sandbox, Schemas } from '../core/index.js'

/** The control API as `contracts/control-api.yaml` describes it (OpenAPI 3.1), without references to other files. */
export interface ControlDocument {
  /** The targets of `$ref`s in its schemas. */
  readonly components: { readonly schemas: Readonly<Record<string, object>>; readonly [others: string]: object }
  readonly [member: string]: unknown
}

/** An operation of the control API, without references to parameters. */
export interface ControlOperation {
  readonly operationId: string
  /** Path template below `/__mock`. */
  readonly path: string
  readonly method: string
  readonly summary: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[]
  readonly body?: { readonly required: boolean; readonly schema: object }
}

/** What the control API needs of its host. */
export interface ControlHost {
  readonly mock: OrdersMock
  /** When the mock started, in milliseconds of `performance.now()`. */
  readonly startedMs: number
  /** Where the panel of an origin shows a sandbox; `undefined` if there is no panel. */
  readonly panelUrl: (origin: string, sandboxName: string) => string | undefined
  /** What else there is to read in addition to the control API. */
  readonly moreLinks: readonly { readonly title: string; readonly href: string }[]
}

/** A request to the control API, as its host passes it on. */
export interface ControlRequest {
  readonly method: string
  /** As the client wrote it, for messages. */
  readonly url: string
  /** Path below `/__mock`, still percent-encoded: `/sandboxes/main`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Uint8Array
  /** Where the client reaches the mock, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Base URL of the API, as the client reaches it. */
  readonly baseUrl: string
}

type Operations = Schemas['Operations']

/** A request to the control API that has passed validation. */
export interface ControlCall<Name extends keyof Operations>
  extends ControlHost, Pick<ControlRequest, 'origin' | 'baseUrl'> {
  readonly sandboxName: string
  /** The sandbox of that name; if the name begins with a scenario's, it is created on demand. */
  readonly sandbox: Sandbox
  readonly id: string
  readonly query: Operations[Name]['query']
  /** As in the description; `undefined` if a request omits it or has none. */
  readonly body: 'body' extends keyof Operations[Name] ? Operations[Name]['body'] : undefined
}

export interface ControlReply {
  readonly status: number
  /** Written as JSON, exact; absent with 204. */
  readonly body?: unknown
  /** Where the created object can be read, below the control API. */
  readonly location?: string
}

/** A handler for each operation that responds with JSON, or with 204 if it returns nothing. */
export type ControlHandlers = {
  readonly [Name in Exclude<keyof Operations, 'followEvents'>]: (
    call: ControlCall<Name>,
  ) => ControlReply | void | Promise<ControlReply>
}
