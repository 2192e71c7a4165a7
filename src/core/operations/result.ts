import type { OrderStore } from '../sandbox/order-store.js'

type HeaderFields = Readonly<Record<string, string>>

/** The content of an error response: exactly these fields (specification, "Error"). */
export interface ApiError {
  readonly code: ErrorCode
  readonly message: string
  readonly status: number
}

/** Every code that the API responds with, and its HTTP status. `injected_fault` takes the status of its fault. */
const STATUS_BY_CODE = {
  missing_api_key: 401,
  invalid_api_key: 401,
  order_not_found: 404,
  order_already_shipped: 409,
  order_already_cancelled: 409,
  pet_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  gone: 410,
  injected_fault: 500,
  change_not_kept: 500,
  body_too_large: 413,
  // The server responds with these before it knows what a request asks for.
  malformed_request: 400,
  request_timeout: 408,
  expectation_failed: 417,
  headers_too_large: 431,
  not_implemented: 501,
  // Only if a sandbox chooses another status than 404 for it.
  invalid_order_id: 400,
  // Only additional operations respond with these.
  invalid_request: 422,
  unsupported_media_type: 415,
  not_acceptable: 406,
  response_not_described: 404,
  response_not_mocked: 500,
} as const

export type ErrorCode = keyof typeof STATUS_BY_CODE

export const ERROR_CODES = Object.keys(STATUS_BY_CODE) as readonly ErrorCode[]

/** The result of a request, from which the response is built; `reason` explains it in one sentence, for the journal. */
export type Result =
  | Answer
  /** A fault withholds the response. */
  | { readonly kind: 'no response'; readonly connection: 'reset' | 'hang' | 'hold'; readonly reason: string }

export interface Answer {
  readonly kind: 'answer'
  readonly status: number
  readonly content?: Content
  /** The orders that the content lists. */
  readonly orders?: OrderStore
  /** Besides those of its content and of CORS. */
  readonly headers?: HeaderFields | undefined
  readonly error?: ApiError
  readonly reason: string
}

/** Rejects a request with an Error object, whose message says what to do about it; the code determines the status. */
export function refuse(
  { code, message, status = STATUS_BY_CODE[code] }: Omit<ApiError, 'status'> & Partial<ApiError>,
  reason: string,
  headers?: HeaderFields,
): Result {
  const error = { code, message, status }
  return { kind: 'answer', status, error, content: contentOf(`${JSON.stringify(error)}\n`), headers, reason }
}

/** The content of a response. */
export interface Content {
  /** Short ASCII text, or bytes of UTF-8: a long one is not encoded for each response. */
  readonly body: string | Uint8Array<ArrayBuffer>
  /** Its media type; absent if the response says that it is empty. */
  readonly type?: string
}

const MAX_TEXT = 4096
const ASCII = /^[\0-\x7f]*$/

export function contentOf(text: string, type = 'application/json'): Content {
  return { body: text.length <= MAX_TEXT && ASCII.test(text) ? text : new TextEncoder().encode(text), type }
}
