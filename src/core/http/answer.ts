import type { ApiError } from './errors.js'
import type { FurtherRoute } from './extra-operations.js'

/** A request to the API, as a face hands it to the engine. */
export interface ApiRequest {
  readonly method: string
  /** Path below the base address, still percent-encoded, without the query: `/store/orders/7`. */
  readonly path: string
  /** The `Authorization` header, if there is one. */
  readonly authorization?: string | undefined
  /** The CORS preflight headers `Access-Control-Request-Method` and `-Headers`, if there are any. */
  readonly preflight?: { readonly method: string; readonly headers?: string | undefined } | undefined
  /** What the caller serves on this path beside the API. */
  readonly further?: FurtherRoute
}

/** What a face must do to the connection; everything else about an answer is plain data. */
export interface Effects {
  /** Milliseconds to wait before the answer is sent. */
  readonly delayMs: number
  /** `reset` closes without an answer, `truncate` cuts the body short of its length, `hang` never answers. */
  readonly connection: 'keep' | 'reset' | 'truncate' | 'hang'
}

/** The engine's answer to a request. */
export interface Answer {
  readonly status: number
  /** Header fields by name, `Content-Length` included wherever there is content. */
  readonly headers: Readonly<Record<string, string>>
  /** UTF-8; empty where the answer has no content, or the request was HEAD. */
  readonly body: Uint8Array<ArrayBuffer>
  readonly effects: Effects
}

/** Looks at an answer as a client would, and names each thing that is wrong with it. */
export type AnswerInspector = (exchange: { readonly request: ApiRequest; readonly answer: Answer }) => readonly string[]

/** What an operation decided, before it is dressed as an {@link Answer}. */
export interface Outcome {
  readonly status: number
  /** JSON text, or bytes that are already encoded. */
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  /** One sentence on why the answer is what it is, for the journal. */
  readonly reason: string
  readonly error?: ApiError
}

/** An outcome that refuses the request with an Error object. */
export function refuse(error: ApiError, reason: string, headers?: Readonly<Record<string, string>>): Outcome {
  return { status: error.status, body: JSON.stringify(error), error, reason, ...(headers && { headers }) }
}
