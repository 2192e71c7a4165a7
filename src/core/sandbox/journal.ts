import {
  REWIND,
  type JournalDetail,
  type JournalEntry,
  type JournalRecord,
  overwrite,
  toJournalDetail,
  toJournalEntry,
  type Writable,
} from './journal-entry.js'
import { createJournalTest, type JournalFilter } from './journal-filter.js'

/** The last requests to one sandbox: a bounded journal that says how many it let go. */
export class RequestJournal {
  /**
   * The records, in a ring. Each is written over the one that it pushes out: a thousand that were kept as they came would
   * have to be moved by every collection of the young heap, which takes a twentieth of a request.
   */
  #ring: (Writable<JournalRecord> | undefined)[] = []
  /** What each of them takes. */
  #sizes: number[] = []
  /** Where the next record goes. */
  #next = 0
  #size = 0
  #count = 0
  #cleared = 0
  #bytes = 0
  readonly #maxEntries: number
  readonly #onGrowth: (bytes: number) => void

  /** @param onGrowth told by how many bytes, roughly, the journal has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void = () => {}, maxEntries = 1000) {
    this.#onGrowth = onGrowth
    this.#maxEntries = maxEntries
  }

  /** The id that the next record gets. */
  get nextId(): number {
    return this.#count + 1
  }

  /** How many requests there were since the journal was last cleared. */
  get total(): number {
    return this.#count - this.#cleared
  }

  /** How many of them it no longer holds because later ones came. */
  get evicted(): number {
    return this.total - this.#size
  }

  /** Notes a request. The record itself is not kept. */
  add(record: JournalRecord): void {
    const freed = this.#size === this.#maxEntries ? this.#dropOldest() : 0
    const size = sizeOf(record)
    const place = this.#next
    const old = this.#ring[place]
    if (old === undefined) this.#ring[place] = { ...record }
    else overwrite(old, record)
    this.#sizes[place] = size
    this.#next = (place + 1) % this.#maxEntries
    this.#size += 1
    this.#count += 1
    this.#grow(size - freed)
  }

  /** Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    if (this.#size === 0) return false
    this.#ring[this.#oldest] = undefined
    this.#grow(-this.#dropOldest())
    return true
  }

  /**
   * The last requests, newest last.
   *
   * @throws {InvalidInputError} if the filter makes no sense
   */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const matching = this.#matching(filter)
    const first = filter.limit === undefined ? 0 : Math.max(0, matching.length - filter.limit)
    return matching.slice(first).map(toJournalEntry)
  }

  /** One request with its headers and bodies, while the journal holds it. */
  get(id: number): JournalDetail | undefined {
    const record = this.#ring.find((each) => each?.id === id)
    return record && toJournalDetail(record)
  }

  /** When a request came that is still in the journal, in milliseconds since the Unix epoch. */
  timeOf(id: number): number | undefined {
    return this.#ring.find((record) => record?.id === id)?.atMs
  }

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter: JournalFilter = {}): number {
    const { length } = this.#matching(filter).filter(({ operation }) => operation !== REWIND)
    return Math.min(length, filter.limit ?? length)
  }

  /** Forgets all entries; ids go on. */
  clear(): void {
    this.#ring = []
    this.#sizes = []
    this.#next = 0
    this.#size = 0
    this.#cleared = this.#count
    this.#grow(-this.#bytes)
  }

  #matching(filter: JournalFilter): JournalRecord[] {
    const passes = createJournalTest(filter)
    const matching: JournalRecord[] = []
    for (let index = 0; index < this.#size; index += 1) {
      const record = this.#ring[(this.#oldest + index) % this.#maxEntries]
      if (record !== undefined && passes(record)) matching.push(record)
    }
    return matching
  }

  get #oldest(): number {
    return (this.#next - this.#size + this.#maxEntries) % this.#maxEntries
  }

  /** Returns what it took. */
  #dropOldest(): number {
    const size = this.#sizes[this.#oldest] ?? 0
    this.#size -= 1
    return size
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onGrowth(bytes)
  }
}

/** What a record takes, roughly and without its violations, which are few: the object, and two bytes a character. */
function sizeOf({ path, reason, orderId = '', detail }: JournalRecord): number {
  const { rawHeaders = [], body } = detail ?? {}
  const sent = rawHeaders.reduce((length, text) => length + text.length, 0) + (body?.length ?? 0)
  return 600 + 2 * (path.length + reason.length + orderId.length) + sent
}
