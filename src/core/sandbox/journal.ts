import { type JournalEntry, type JournalRecord, toJournalEntry } from './journal-entry.js'
import { createJournalTest, type JournalFilter } from './journal-filter.js'

/** The last requests to one sandbox: a bounded journal that says how many it let go. */
export class RequestJournal {
  /** From `#head` on; what stands before it has been let go. */
  #records: (JournalRecord | undefined)[] = []
  /** What each of them takes: the records themselves are long out of the processor's cache when they are let go. */
  #sizes: number[] = []
  #head = 0
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

  get #size(): number {
    return this.#records.length - this.#head
  }

  add(record: JournalRecord): void {
    const size = sizeOf(record)
    this.#records.push(record)
    this.#sizes.push(size)
    this.#count += 1
    this.#grow(size - (this.#size > this.#maxEntries ? this.#dropOldest() : 0))
  }

  /** Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    if (this.#size === 0) return false
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

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter: JournalFilter = {}): number {
    const { length } = this.#matching(filter)
    return Math.min(length, filter.limit ?? length)
  }

  /** Forgets all entries; ids go on. */
  clear(): void {
    this.#records = []
    this.#sizes = []
    this.#head = 0
    this.#cleared = this.#count
    this.#grow(-this.#bytes)
  }

  #matching(filter: JournalFilter): JournalRecord[] {
    const passes = createJournalTest(filter)
    const held = this.#records.slice(this.#head) as JournalRecord[]
    return held.filter((record) => passes(record))
  }

  /** Returns what it took. */
  #dropOldest(): number {
    const size = this.#sizes[this.#head] ?? 0
    this.#records[this.#head] = undefined
    this.#head += 1
    if (this.#head > this.#maxEntries) {
      this.#records = this.#records.slice(this.#head)
      this.#sizes = this.#sizes.slice(this.#head)
      this.#head = 0
    }
    return size
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onGrowth(bytes)
  }
}

/** What a record takes, roughly and without its violations, which are few: the object, and two bytes a character. */
function sizeOf({ path, reason, orderId = '' }: JournalRecord): number {
  return 400 + 2 * (path.length + reason.length + orderId.length)
}
