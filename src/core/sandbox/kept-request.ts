import { headerOf } from '../../spec/index.js'
import { formatInstant } from '../instant.js'
import type { Schemas } from '../scenario/document.js'

/** The operation name of journal entries that record a rewind. */
export const REWIND = 'rewind'

/** One request to the API and the reason for its response. */
export type JournalEntry = Schemas['JournalEntry']

/** One request with what was sent both ways: the first 4 kB of a body, as text. Values of headers that may be secrets are `…`. */
export type JournalDetail = Schemas['JournalEntryDetail']

/**
 * A request as it is stored; entries and details are created from it on demand. It is a class because V8 allocates literals
 * that live this long among its old objects, and to free those takes longer than all else that the engine does.
 */
export class KeptRequest {
  id = 0
  atMs = 0
  durationMs = 0
  operation: JournalEntry['operation']
  method = ''
  path = ''
  status = 0
  code: JournalEntry['code']
  orderId: JournalEntry['orderId']
  key: JournalEntry['key']
  reason = ''
  fault: JournalEntry['fault']
  held: JournalEntry['held']
  freedoms: JournalEntry['freedoms']
  violations: JournalEntry['violations']
  /** Name, value, name, value and so on, without secrets. */
  rawHeaders: readonly string[] = []
  /** The first 4 kB of its body, if it had one. */
  sent: Pick<JournalDetail['response'], 'body' | 'isCut'> | undefined
  /** The response, and the first 4 kB of its body. */
  headers: Readonly<Record<string, string>> = {}
  body: string | Uint8Array = ''
  isCut = false
  /** Whether its key selects no sandbox: then it is in the journal of `main`. */
  isUnkeyed = false
  bytes = 0
}

export function journalEntry({ atMs, rawHeaders, durationMs, ...kept }: KeptRequest): JournalEntry {
  const { id, operation, method, path, status, code, orderId, key, reason, fault, held, freedoms, violations } = kept
  const what = { id, at: formatInstant(atMs), operation, method, path, status, code, durationMs, orderId, key }
  const members = { ...what, reason, traceId: traceIdIn(rawHeaders), fault, held, freedoms, violations }
  const entry: object = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))
  return entry as JournalEntry
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/s

/** The trace id in `traceparent` (W3C Trace Context, section 3.2); `undefined` if there is none, or several, or an invalid one. */
export function traceIdIn(rawHeaders: readonly string[]): string | undefined {
  const [, version, id, more] = TRACEPARENT.exec(headerOf('traceparent', rawHeaders)?.trim() ?? '') ?? []
  // Only later versions may have more fields.
  return version === '00' && more !== undefined ? undefined : id
}

export function journalDetail(kept: KeptRequest): JournalDetail {
  const { rawHeaders, sent, headers, body, isCut } = kept
  const fields = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
  return {
    ...journalEntry(kept),
    request: { headers: Object.fromEntries(fields) as Record<string, string>, ...sent },
    response: { headers, body: typeof body === 'string' ? body : new TextDecoder().decode(body), isCut },
  }
}
