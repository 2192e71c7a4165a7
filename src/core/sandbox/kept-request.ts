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
  /** The code of the Error object, as the mock has it by default. */
  readonly code?: string
  /** Milliseconds from the request to its response, injected delays included. */
  readonly durationMs: number
  /** The id in the path, as it came. */
  readonly orderId?: string
  /** The key that was sent, shortened so that nobody can use it. */
  readonly key?: string
  /** One sentence. */
  readonly reason: string
  /** The trace that the request belongs to, from a valid `traceparent` (W3C Trace Context). */
  readonly traceId?: string
  /** The kind of fault that was injected. */
  readonly fault?: string
  /** Whether the request waits to be released: it has not been carried out. */
  readonly held?: boolean
  /** Where the response showed other choices than the defaults (contracts/freedoms.md), in a few words each. */
  readonly freedoms?: readonly string[]
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

const NOTHING: Readonly<Record<string, string>> = {}
const NOTHING_SENT: readonly string[] = []

/**
 * A request as it is stored; entries and details are created from it on demand. It is a class because V8
 * comes to allocate literals that live this long among its old objects, and to free those takes a third of the time of
 * every request.
 */
export class KeptRequest {
  id = 0
  atMs = 0
  operation: string | undefined
  method = ''
  path = ''
  status = 0
  code: string | undefined
  durationMicros = 0
  orderId: string | undefined
  key: string | undefined
  reason = ''
  fault: string | undefined
  held: true | undefined
  freedoms: readonly string[] | undefined
  violations: readonly string[] | undefined
  /** Name, value, name, value and so on, without secrets. */
  rawHeaders: readonly string[] = NOTHING_SENT
  /** The first 4 kB of its body, if it had one. */
  sent: Pick<JournalMessage, 'body' | 'isCut'> | undefined
  /** The response, and the first 4 kB of its body. */
  headers: Readonly<Record<string, string>> = NOTHING
  body: string | Uint8Array = ''
  isCut = false
  /** Whether its key selects no sandbox: then it is in the journal of `main`. */
  isUnkeyed = false
}

export function journalEntry({ atMs, durationMicros, rawHeaders, ...kept }: KeptRequest): JournalEntry {
  const { id, operation, method, path, status, code, orderId, key, reason, fault, held, freedoms, violations } = kept
  const [at, durationMs] = [formatInstant(atMs), durationMicros / 1000]
  const what = { id, at, operation, method, path, status, code, durationMs, orderId, key }
  const members = { ...what, reason, traceId: traceIdIn(rawHeaders), fault, held, freedoms, violations }
  const entry: object = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return entry as JournalEntry
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/s

/** The trace id in `traceparent` (W3C Trace Context, section 3.2); `undefined` if there is none, or several, or an invalid one. */
export function traceIdIn(rawHeaders: readonly string[]): string | undefined {
  const { 0: value, length } = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === 'traceparent' && index % 2 === 1,
  )
  const [, version, id, more] = (length === 1 && TRACEPARENT.exec(value?.trim() ?? '')) || []
  // Only later versions may have more fields.
  return version === '00' && more !== undefined ? undefined : id
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
