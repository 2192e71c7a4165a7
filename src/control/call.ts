import type { OrdersMock, Sandbox } from '../core/index.js'
import type { components } from './types.generated.js'

/** The schemas of the description. */
export type Schemas = components['schemas']

/** The operations of the control API, by their `operationId`. */
export type ControlOperation = keyof Schemas['Operations']

/** The body of a request, as its description has it; `undefined` where a request may do without or has none. */
export type BodyOf<Name extends ControlOperation> = 'body' extends keyof Schemas['Operations'][Name]
  ? Schemas['Operations'][Name]['body']
  : undefined

/** The query parameters of a request, as their description has them. */
export type QueryOf<Name extends ControlOperation> = Schemas['Operations'][Name]['query']

/** A request to the control API that has passed validation. */
export interface ControlCall<Name extends ControlOperation> {
  readonly mock: OrdersMock
  /** Base address of the API, as the client reaches it. */
  readonly baseUrl: string
  /** Where the client reaches the mock. */
  readonly origin: string
  /** Where the panel of an origin shows a sandbox; `undefined` if there is no panel. */
  readonly panelUrl: (origin: string, sandboxName: string) => string | undefined
  /** What else there is to read beside the control API. */
  readonly moreLinks: readonly { readonly title: string; readonly href: string }[]
  /** When the mock started, in milliseconds of `performance.now()`. */
  readonly startedMs: number
  /** The name in the path. */
  readonly sandboxName: string
  /** The sandbox of that name; one that a scenario's name begins is made when it is first asked for. */
  readonly sandbox: Sandbox
  /** The order's id in the path. */
  readonly id: string
  readonly query: QueryOf<Name>
  readonly body: BodyOf<Name>
}

/** What the control API responds with. */
export interface ControlReply {
  readonly status: number
  /** Written as JSON, exact; absent with 204. */
  readonly body?: unknown
  /** Where what was made can be read, below the control API. */
  readonly location?: string
  /** What a person who reads the response may have overlooked, in ASCII. */
  readonly hint?: string | undefined
}

/** A handler for each operation that responds with JSON. */
export type ControlHandlers = {
  readonly [Name in Exclude<ControlOperation, 'followEvents'>]: (call: ControlCall<Name>) => ControlReply
}
