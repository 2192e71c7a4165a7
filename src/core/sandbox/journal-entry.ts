import { formatInstant } from '../instant.js'
import type { RewindTarget } from './history.js'

/** What stands for the operation where the sandbox was rewound. */
export const REWIND = 'rewind'

/** One request to the API and why it was answered as it was. */
export interface JournalEntry {
  /** Counts the requests of the sandbox, from 1. */
  readonly id: number
  /** When the request came, real time, RFC 3339. */
  readonly at: string
  /**
   * The `operationId`: `listOrders`, `cancelOrder` or `getPet`, or one of a further description, where an operation
   * without an id goes by its method and path. Absent where the request named no operation.
   */
  readonly operation?: string
  readonly method: string
  /** Path below the base address. */
  readonly path: string
  readonly status: number
  /** The code of the Error object that was sent. */
  readonly code?: string
  /** Milliseconds from the request to its answer, injected delays included. */
  readonly durationMs: number
  /** The id in the path, as it came. */
  readonly orderId?: string
  /** The key that was sent, shortened so that it is of no use to anybody. */
  readonly key?: string
  /** One sentence. */
  readonly reason: string
  /** The kind of fault that was injected. */
  readonly fault?: string
  /** Where the answer broke the API description, if it was checked. */
  readonly violations?: readonly string[]
}

/** One request with what was sent both ways. The API's own requests have no bodies. */
export interface JournalDetail extends JournalEntry {
  /** Secrets are replaced by `…`. */
  readonly request: { readonly headers: Readonly<Record<string, string>> }
  /** The first 4 kB of the body, as text; `isCut` if there was more. */
  readonly response: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly isCut: boolean
  }
}

/** What a record has of the messages themselves. */
interface RecordedMessages {
  readonly rawHeaders: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly isCut: boolean
}

/**
 * A request as a journal holds it. Nobody reads most of them, so it has what is at hand, and always the same members,
 * which makes it half as expensive as one that lacks some.
 */
export type JournalRecord = {
  readonly [member in Exclude<keyof JournalEntry, 'at'>]-?: JournalEntry[member] | undefined
} & Pick<JournalEntry, 'id' | 'method' | 'path' | 'status' | 'durationMs' | 'reason'> & {
    /** When the request came, real time, in milliseconds since the Unix epoch. */
    readonly atMs: number
    /** Absent where nothing was sent. */
    readonly detail: RecordedMessages | undefined
  }

/** The record of a sandbox that was rewound, between its requests. */
export function rewindRecord(
  { name, requests }: { readonly name: string; readonly requests: { readonly nextId: number } },
  atMs: number,
  target: RewindTarget,
): JournalRecord {
  const where = 'to' in target ? `after change ${target.to}` : `before request ${target.beforeRequest}`
  return {
    id: requests.nextId,
    atMs,
    operation: REWIND,
    method: 'POST',
    path: `/__mock/sandboxes/${name}/rewind`,
    status: 200,
    code: undefined,
    durationMs: 0,
    orderId: undefined,
    key: undefined,
    reason: `the sandbox was rewound to what it was ${where}`,
    fault: undefined,
    violations: undefined,
    detail: undefined,
  }
}

/** A record as it is read. Its members are set one by one: a log of all requests would feel what spreading them costs. */
export function toJournalEntry(record: JournalRecord): JournalEntry {
  const { operation, code, orderId, key, fault, violations = [] } = record
  const entry = { id: record.id, at: formatInstant(record.atMs) } as Writable<JournalEntry>
  if (operation !== undefined) entry.operation = operation
  entry.method = record.method
  entry.path = record.path
  entry.status = record.status
  if (code !== undefined) entry.code = code
  entry.durationMs = Math.round(record.durationMs * 1000) / 1000
  if (orderId !== undefined) entry.orderId = orderId
  if (key !== undefined) entry.key = key
  entry.reason = record.reason
  if (fault !== undefined) entry.fault = fault
  if (violations.length > 0) entry.violations = violations
  return entry
}

const decoder = new TextDecoder()

/** A record with all that it holds. */
export function toJournalDetail(record: JournalRecord): JournalDetail {
  const { rawHeaders = [], headers = {}, body = new Uint8Array(), isCut = false } = record.detail ?? {}
  const sent = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : []))
  return {
    ...toJournalEntry(record),
    request: { headers: Object.fromEntries(sent) as Record<string, string> },
    response: { headers, body: decoder.decode(body), isCut },
  }
}

export type Writable<Type> = { -readonly [member in keyof Type]: Type[member] }

/** Makes a record into a copy of another. Spelled out, because a loop over the members would cost more than it saves. */
export function overwrite(old: Writable<JournalRecord>, record: JournalRecord): void {
  old.id = record.id
  old.atMs = record.atMs
  old.operation = record.operation
  old.method = record.method
  old.path = record.path
  old.status = record.status
  old.code = record.code
  old.durationMs = record.durationMs
  old.orderId = record.orderId
  old.key = record.key
  old.reason = record.reason
  old.fault = record.fault
  old.violations = record.violations
  old.detail = record.detail
}
