import { formatInstant } from '../instant.js'

/** The operation name of journal entries that record a rewind. */
export const REWIND = 'rewind'

/** One request to the API and the reason for its response. */
export interface JournalEntry {
  /** Counts the requests of the sandbox, from 1. */
  readonly id: number
  /** When the request came, system time, RFC 3339. */
  readonly at: string
  /** The `operationId`; method and path if an additional description has none. Absent if there is no such operation. */
  readonly operation?: string
  readonly method: string
  /** Path below the base URL. */
  readonly path: string
  readonly status: number
  /** The code of the Error object that was sent. */
  readonly code?: string
  /** Milliseconds from the request to its response, injected delays included. */
  readonly durationMs: number
  /** The id in the path, as it came. */
  readonly orderId?: string
  /** The key that was sent, shortened so that nobody can use it. */
  readonly key?: string
  /** One sentence. */
  readonly reason: string
  /** The kind of fault that was injected. */
  readonly fault?: string
  /** Where the response violated the OpenAPI description, if it was checked. */
  readonly violations?: readonly string[]
}

/** One request with what was sent both ways: the first 4 kB of a body, as text; `isCut` if there was more. */
export interface JournalDetail extends JournalEntry {
  /** Values of headers that may be secrets are `…`. A message without a body, or with a body that was too large, has only headers. */
  readonly request: Pick<JournalMessage, 'headers'> & Partial<JournalMessage>
  readonly response: JournalMessage
}

interface JournalMessage {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly isCut: boolean
}

type Always = 'id' | 'method' | 'path' | 'status' | 'durationMs' | 'reason'
type Sometimes = { readonly [field in Exclude<keyof JournalEntry, 'at' | Always>]?: JournalEntry[field] | undefined }

/** A request as it is stored; entries and details are created from it on demand. */
export interface KeptRequest extends Pick<JournalEntry, Always>, Sometimes {
  readonly atMs: number
  /** Name, value, name, value and so on, without secrets. */
  readonly rawHeaders: readonly string[]
  /** The first 4 kB of its body, if it had one. */
  readonly sent?: Pick<JournalMessage, 'body' | 'isCut'> | undefined
  /** The response, and the first 4 kB of its body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly isCut: boolean
  readonly bytes: number
}

export function journalEntry({ atMs, ...kept }: Omit<KeptRequest, 'bytes'>): JournalEntry {
  const { id, operation, method, path, status, code, durationMs, orderId, key, reason, fault, violations } = kept
  const at = formatInstant(atMs)
  const members = { id, at, operation, method, path, status, code, durationMs, orderId, key, reason, fault, violations }
  const entry: object = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return entry as JournalEntry
}

/** The same with all that was stored of the messages. */
export function journalDetail(kept: KeptRequest): JournalDetail {
  const { rawHeaders, sent, headers, body, isCut } = kept
  const fields = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
  return {
    ...journalEntry(kept),
    request: { headers: Object.fromEntries(fields) as Record<string, string>, ...sent },
    response: { headers, body: typeof body === 'string' ? body : new TextDecoder().decode(body), isCut },
  }
}
