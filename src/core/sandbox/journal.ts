import { didYouMean, InvalidInputError, readAt, refuseUnknown } from '../../input/index.js'
import { parseInstant } from '../instant.js'
import type { Id, Schemas } from '../scenario/document.js'
import { readId } from '../scenario/read-order.js'
import { BoundedList } from './bounded-list.js'
import { ControlError } from './control-error.js'
import {
  type JournalDetail,
  journalDetail,
  type JournalEntry,
  journalEntry,
  type KeptRequest,
  REWIND,
  traceIdIn,
} from './kept-request.js'
import type { SandboxContext } from './sandbox-context.js'
import { Waiters } from './waiters.js'

type Query = Schemas['Operations']['readRequests']['query']

/**
 * Narrows a journal down; a request must match every given field. `since` is a timestamp (RFC 3339): requests at or after
 * it; or an entry's id: requests after it. `limit` means the most recent ones.
 */
export type JournalFilter = {
  readonly [name in keyof Query]?: (name extends 'orderId' ? Id : Query[name]) | undefined
}

export type HoldOutcome = 'released' | 'ended'

export interface NextOptions {
  readonly timeoutMs?: number | undefined
}

/** A bounded journal of the latest requests to a sandbox; it counts the entries that it has dropped. */
export class RequestJournal extends BoundedList<KeptRequest> {
  readonly #operations: readonly string[]
  readonly #onClear: () => void
  /** Rewinds are in the journal, but they are not requests. */
  #rewinds = 0
  /** How many of the dropped requests had no valid key: the journal keeps the last 100 of them. */
  evictedUnkeyed = 0
  readonly #held = new Map<number, (outcome: HoldOutcome) => void>()
  readonly #waiters = new Waiters()
  #released: number | undefined

  /** @internal */
  constructor({ growMemory, operations }: Pick<SandboxContext, 'growMemory' | 'operations'>, onClear: () => void) {
    super(growMemory)
    this.#operations = operations
    this.#onClear = onClear
  }

  /** @internal The id of the request that is carried out now, if any is. */
  get currentId(): number {
    return this.#released ?? this.nextId
  }

  /** How many requests there were since the journal was last cleared. */
  get total(): number {
    return this.added - this.#rewinds
  }

  override get evicted(): number {
    return this.total - this.count()
  }

  /** @internal */
  override add(request: KeptRequest): void {
    const { operation, rawHeaders, path, reason, orderId = '', sent, body } = request
    if (operation === REWIND) this.#rewinds += 1
    // Without violations, which are few: the object, and what the texts may take.
    const textLength = path.length + reason.length + orderId.length + (sent?.body.length ?? 0)
    const textBytes = 2 * textLength + body.length
    request.bytes = 600 + textBytes + rawHeaders.reduce((sum, text) => sum + text.length, 0)
    super.add(request)
    if (request.isUnkeyed) this.#limitUnkeyed()
    this.#waiters.tell(request)
  }

  /** Requests without a valid key, as a verification sends by the hundred, leave room for those with one. */
  #limitUnkeyed(): void {
    const { length } = this.entries.filter(({ isUnkeyed }) => isUnkeyed)
    if (length <= MAX_UNKEYED) return
    this.evict(this.entries.findIndex(({ isUnkeyed }) => isUnkeyed))
    this.evictedUnkeyed += 1
  }

  /** @internal A request waits. @param end called once, when it is released, or ends without being carried out */
  hold(request: KeptRequest, end: (outcome: HoldOutcome) => void): void {
    this.#held.set(request.id, (outcome) => {
      this.#held.delete(request.id)
      end(outcome)
      this.#waiters.tell(request)
    })
  }

  /** @internal Ends held requests, which are not carried out: all of them, or some. */
  endHeld(ids: Iterable<number> = [...this.#held.keys()]): void {
    for (const id of ids) this.#held.get(id)?.('ended')
  }

  /** @internal Ends held requests, and the waits for requests with this error. */
  end(error: ControlError): void {
    this.endHeld()
    this.#waiters.end(error)
  }

  /** Releases a held request: it is carried out now. @throws {ControlError} 409 if it is not held */
  release(id: number): void {
    const release = this.#held.get(id)
    if (release === undefined) throw new ControlError(409, 'not_held', `Request ${id} is not held.`)
    this.#released = id
    try {
      release('released')
    } finally {
      this.#released = undefined
    }
  }

  /**
   * Waits for a request that matches the filter. Without `since`, that is a request that comes after the call, or that is held.
   * @param options with `timeoutMs`: 30 seconds by default, 10 minutes at most
   * @throws {ControlError} (as a rejection) 404 if the sandbox is deleted meanwhile, 408 if no such request comes in time,
   *   503 if 1,000 callers wait already
   */
  async next(filter: JournalFilter = {}, { timeoutMs = 30_000 }: NextOptions = {}): Promise<JournalEntry> {
    const test = createTest(filter, this.#operations)
    const passes = (kept: KeptRequest): boolean => kept.operation !== REWIND && test(kept)
    const there = this.entries.find((kept) => passes(kept) && (filter.since !== undefined || kept.held === true))
    return journalEntry(there ?? (await this.#waiters.next(passes, timeoutMs)))
  }

  /** @internal */
  override forget(): void {
    super.forget()
    this.#rewinds = 0
    this.evictedUnkeyed = 0
  }

  /** The latest requests, newest last. @throws {InvalidInputError} if the filter makes no sense */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const matching = this.entries.filter(createTest(filter, this.#operations))
    return matching.slice(-(filter.limit ?? 0)).map(journalEntry)
  }

  /** One request with its headers and bodies, while it is in the journal. */
  get(id: number): JournalDetail | undefined {
    const kept = this.entries.find((each) => each.id === id)
    return kept && journalDetail(kept)
  }

  count(filter: JournalFilter = {}): number {
    const passes = createTest(filter, this.#operations)
    const { length } = this.entries.filter((each) => each.operation !== REWIND && passes(each))
    return Math.min(length, filter.limit ?? length)
  }

  /** Deletes all entries; ids go on. */
  clear(): void {
    this.forget()
    this.#onClear()
  }
}

const MAX_UNKEYED = 100

/**
 * Creates the test of a filter. @throws {ToolError} if it makes no sense: an empty result would look valid
 */
function createTest(filter: JournalFilter, operations: readonly string[]): (request: KeptRequest) => boolean {
  const { operation, status, orderId, since = '0', traceId, limit = 1, ...others } = filter
  refuseUnknown(others, 'filter')
  const refuseIf = (isWrong: boolean, member: keyof JournalFilter, message: string): void => {
    if (isWrong) throw new InvalidInputError([{ path: [member], message }])
  }
  // Operations of a description that is no longer served may be in the journal; one that is nearly right is a mistake.
  const isMisspelt =
    operation !== undefined && !operations.includes(operation) && didYouMean(operation, operations) !== ''
  refuseIf(isMisspelt, 'operation', `there is no operation "${operation}". Known: ${operations.join(', ')}`)
  const isStatus = status === undefined || status === 0 || (Number.isInteger(status) && status >= 100 && status <= 599)
  refuseIf(!isStatus, 'status', `must be from 100 to 599, or 0 for no response, not ${JSON.stringify(status)}`)
  refuseIf(!(limit >= 1), 'limit', `must be 1 or more, not ${limit}`)
  const id = orderId === undefined ? undefined : String(orderId)
  if (typeof orderId === 'number') readId(orderId, ['orderId'])
  const isCount = /^\d+$/.test(since)
  const startMs = isCount ? 0 : readAt(['since'], () => parseInstant(since))
  return (kept) =>
    (operation === undefined || kept.operation === operation) &&
    (status === undefined || kept.status === status) &&
    (id === undefined || kept.orderId === id) &&
    (traceId === undefined || traceIdIn(kept.rawHeaders) === traceId) &&
    (isCount ? kept.id > Number(since) : kept.atMs >= startMs)
}
