import type { ApiRequest } from './messages.js'
import type { ApiError } from '../operations/result.js'

/** The most that a request may carry: a hundred thousand orders, and half as many again. */
export const MAX_BODY_BYTES = 16 * 2 ** 20

export const BODY_TOO_LARGE: ApiError = {
  code: 'body_too_large',
  message: 'The request body is larger than 16 MiB.',
  status: 413,
}

/** How much of a body the journal records, in characters or bytes: a long list would pin its megabytes. */
export const MAX_SHOWN = 4096

/** Whether an adapter reads the body of a request with this method, if there is one. */
export function takesBody(method: string): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH'
}

/**
 * Reads a body to its end, or the client would not read the response; a body that is too large is dropped.
 * @param isWanted if no operation takes the body, only its beginning is read, for the journal
 */
export async function readBody(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { isWanted }: { readonly isWanted: boolean },
): Promise<Pick<ApiRequest, 'body' | 'isTooLarge'>> {
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    if (isWanted ? bytes <= MAX_BODY_BYTES : text.length <= MAX_SHOWN) text += decoder.decode(chunk, { stream: true })
  }
  if (bytes > MAX_BODY_BYTES) return { isTooLarge: true }
  return bytes === 0 ? {} : { body: text + decoder.decode() }
}
