import type { Operation } from '../../spec/index.js'
import type { ApiError, Result } from '../operations/result.js'

/** A request to the API, as an adapter passes it to the engine. */
export interface ApiRequest {
  readonly method: string
  /** Path below the base URL, still percent-encoded, without the query: `/store/orders/7`. */
  readonly path: string
  readonly authorization?: string | undefined
  /** All headers: name, value, name, value and so on, as they came. They say which page asks, and what a CORS preflight asks for; the journal shows them without secrets. */
  readonly rawHeaders?: readonly string[] | undefined
  /** The body of a POST, PUT or PATCH, or of any request for `extra`, as text; absent if there is none, or it is too large. */
  readonly body?: string | undefined
  /** Whether the body was larger than 16 MiB: such a request is rejected. */
  readonly isTooLarge?: boolean | undefined
  /** Why the server rejects the request, whatever its operation: the response is this Error object. */
  readonly rejection?: ApiError | undefined
  /** Whether the caller can compress a body, and send it in chunks: a server, over HTTP/1.1. */
  readonly isOverHttp1?: boolean | undefined
  /** The operations that the caller serves on this path in addition to the API. */
  readonly extra?: ExtraRoute | undefined
}

/** What an adapter must do to the connection. Everything else in a response is plain data. */
export interface Effects {
  /** Milliseconds to wait before the response is sent. */
  readonly delayMs: number
  /** `reset` closes without a response, `truncate` cuts the body short of its length, `hang` never responds, `hold` waits for `held`. */
  readonly connection: 'keep' | 'reset' | 'truncate' | 'hang' | 'hold'
  /** Whether the body is to be compressed with gzip; then its length is that of the compressed body. */
  readonly isCompressed?: boolean
}

/**
 * An operation that the engine does not know: the caller that hands in a request for it says how to run it. Keys,
 * faults, deprecation, CORS and the journal are the engine's, as they are for its own operations.
 */
export interface ExtraOperation extends Pick<Operation, 'deprecated' | 'parameter'> {
  /** Its `operationId`, or else method and path template; never that of an operation of the API. */
  readonly operationId: string
  /** Path of the description that it comes from, on the server. */
  readonly describedAt: string
  /** Gives its result at once; it does not throw. Only called for a request that may have it. */
  readonly run: () => Result
}

/** The additional operations on the path of a request; operations of the API take precedence. */
export interface ExtraRoute {
  readonly methods: readonly string[]
  readonly operation?: ExtraOperation | undefined
}

/** The engine's response to a request. Headers and body are shared with other responses: read them, do not change them. */
export interface ApiResponse {
  /** Absent if the effects leave no response to send. */
  readonly status: number | undefined
  /** Headers by name, including `Content-Length` if there is content. */
  readonly headers: Readonly<Record<string, string>>
  /** ASCII text, or bytes of UTF-8; empty if the response has no content, or the request was HEAD. */
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly effects: Effects
  readonly held?: HeldRequest
}

/** A request that has not been carried out yet. */
export interface HeldRequest {
  /** The response to send once the request was released; without a status if it ended and was not carried out. */
  readonly response: Promise<ApiResponse>
  /** For when the client has gone: the request is not carried out. */
  readonly abandon: () => void
}

/** Checks a response against the OpenAPI description, as a client would, and returns the violations. */
export type ResponseInspector = (exchange: {
  readonly request: ApiRequest
  readonly response: ApiResponse & { readonly status: number }
}) => readonly string[]
