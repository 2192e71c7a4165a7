import { didYouMean, InvalidInputError, readAt, refuseUnknown } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import type { Id } from '../scenario/document.js'
import { readId } from '../scenario/read-order.js'
import { BoundedList } from './bounded-list.js'
import {
  type JournalDetail,
  journalDetail,
  type JournalEntry,
  journalEntry,
  type KeptRequest,
  REWIND,
} from './kept-request.js'

/** Narrows a journal down; a request must match every given field. */
export interface JournalFilter {
  /** An `operationId`; additional operations have others. */
  readonly operation?: string | undefined
  readonly status?: number | undefined
  readonly orderId?: Id | undefined
  /** A timestamp (RFC 3339): requests at or after it; or an entry's id: requests after it. */
  readonly since?: string | undefined
  /** Only this many requests, the most recent ones. */
  readonly limit?: number | undefined
}

/** A bounded journal of the latest requests to a sandbox; it counts the entries that it has dropped. */
export class RequestJournal extends BoundedList<KeptRequest> {
  readonly #onClear: () => void
  /** Rewinds are in the journal, but they are not requests. */
  #rewinds = 0

  /** @internal @param onGrowth given the bytes, roughly, by which the journal has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void, onClear: () => void) {
    super(onGrowth)
    this.#onClear = onClear
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
    const isShared = this.entries[this.entries.length - 1]?.rawHeaders === rawHeaders
    const headerBytes = isShared ? 0 : rawHeaders.reduce((sum, text) => sum + text.length, 0)
    super.add(request, 600 + textBytes + headerBytes)
  }

  /** @internal */
  override forget(): void {
    super.forget()
    this.#rewinds = 0
  }

  /** The latest requests, newest last. @throws {InvalidInputError} if the filter makes no sense */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const matching = this.entries.filter(createTest(filter))
    return matching.slice(filter.limit === undefined ? 0 : -filter.limit).map(journalEntry)
  }

  /** One request with its headers and bodies, while it is in the journal. */
  get(id: number): JournalDetail | undefined {
    const kept = this.entries.find((each) => each.id === id)
    return kept && journalDetail(kept)
  }

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter: JournalFilter = {}): number {
    const passes = createTest(filter)
    const { length } = this.entries.filter((each) => each.operation !== REWIND && passes(each))
    return Math.min(length, filter.limit ?? length)
  }

  /** Deletes all entries; ids go on. */
  clear(): void {
    this.forget()
    this.#onClear()
  }
}

const OPERATIONS = Object.keys(operations)

/**
 * Creates the test of a filter. @throws {ToolError} if it makes no sense: an empty result would look valid
 */
function createTest(filter: JournalFilter): (request: KeptRequest) => boolean {
  const { operation, status, orderId, since = '0', limit = 1, ...others } = filter
  refuseUnknown(others, 'filter')
  const refuseIf = (isWrong: boolean, member: keyof JournalFilter, message: string): void => {
    if (isWrong) throw new InvalidInputError([{ path: [member], message }])
  }
  // Names of additional operations are not known here; one that is nearly right is a mistake all the same.
  const isMisspelt =
    operation !== undefined && !OPERATIONS.includes(operation) && didYouMean(operation, OPERATIONS) !== ''
  refuseIf(isMisspelt, 'operation', `there is no operation "${operation}". Known: ${OPERATIONS.join(', ')}`)
  const isStatus = status === undefined || status === 0 || (Number.isInteger(status) && status >= 100 && status <= 599)
  refuseIf(!isStatus, 'status', `must be from 100 to 599, or 0 for no response, not ${JSON.stringify(status)}`)
  refuseIf(!(Number.isInteger(limit) && limit >= 1), 'limit', `must be 1 or more, not ${limit}`)
  const id = orderId === undefined ? undefined : String(orderId)
  if (typeof orderId === 'number') readId(orderId, ['orderId'])
  const isCount = /^\d+$/.test(since)
  const startMs = isCount ? 0 : readAt(['since'], () => parseInstant(since))
  return (kept) =>
    (operation === undefined || kept.operation === operation) &&
    (status === undefined || kept.status === status) &&
    (id === undefined || kept.orderId === id) &&
    (isCount ? kept.id > Number(since) : kept.atMs >= startMs)
}
