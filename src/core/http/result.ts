import type { ApiError } from './errors.js'

type Headers = Readonly<Record<string, string>>

/** What came of a request, before a response is made of it; `reason` is one sentence on why, for the journal. */
export type Result =
  | {
      readonly kind: 'success'
      readonly status: number
      /** JSON text, or bytes that are already encoded. */
      readonly body?: string | Uint8Array<ArrayBuffer>
      readonly headers?: Headers
      readonly reason: string
    }
  | {
      readonly kind: 'refusal'
      readonly error: ApiError
      /** The Error object as it is sent. */
      readonly body: Uint8Array<ArrayBuffer>
      readonly headers?: Headers
      readonly reason: string
    }
  /** A fault keeps the response back. */
  | { readonly kind: 'no response'; readonly connection: 'reset' | 'hang'; readonly reason: string }

const encoder = new TextEncoder()

/** A result that refuses the request with an Error object. */
export function refuse(error: ApiError, reason: string, headers?: Headers): Result & { kind: 'refusal' } {
  return {
    kind: 'refusal',
    error,
    body: encoder.encode(`${JSON.stringify(error)}\n`),
    reason,
    ...(headers && { headers }),
  }
}
