import type { JournalEntry } from './journal-entry.js'
import { createJournalTest, type JournalFilter } from './journal-filter.js'

/** The last requests to one sandbox: a bounded journal that says how many it let go. */
export class RequestJournal {
  /** From `#head` on; what stands before it has been let go. */
  #entries: (JournalEntry | undefined)[] = []
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

  /** The id that the next entry gets. */
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
    return this.#entries.length - this.#head
  }

  add(entry: JournalEntry): void {
    this.#entries.push(entry)
    this.#count += 1
    if (this.#size > this.#maxEntries) this.evictOldest()
    this.#grow(sizeOf(entry))
  }

  /** Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.#entries[this.#head]
    if (oldest === undefined) return false
    this.#entries[this.#head] = undefined
    this.#head += 1
    if (this.#head > this.#maxEntries) {
      this.#entries = this.#entries.slice(this.#head)
      this.#head = 0
    }
    this.#grow(-sizeOf(oldest))
    return true
  }

  /**
   * The last requests, newest last.
   *
   * @throws {InvalidInputError} if the filter makes no sense
   */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const passes = createJournalTest(filter)
    const held = this.#entries.slice(this.#head) as JournalEntry[]
    const matching = held.filter((entry) => passes(entry))
    return filter.limit === undefined ? matching : matching.slice(Math.max(0, matching.length - filter.limit))
  }

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter?: JournalFilter): number {
    return this.all(filter).length
  }

  /** Forgets all entries; ids go on. */
  clear(): void {
    this.#entries = []
    this.#head = 0
    this.#cleared = this.#count
    this.#grow(-this.#bytes)
  }

  #grow(bytes: number): void {
    this.#bytes += bytes
    this.#onGrowth(bytes)
  }
}

/** What an entry takes, roughly and without its violations, which are few: the object, and two bytes a character. */
function sizeOf({ path, reason, orderId = '' }: JournalEntry): number {
  return 400 + 2 * (path.length + reason.length + orderId.length)
}
