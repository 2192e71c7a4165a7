import { createJournalTest, type JournalFilter } from './journal-filter.js'

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

/** The last requests of a sandbox: a bounded ring that says how many it let go. */
export class Journal {
  readonly #ring: JournalEntry[] = []
  readonly #maxEntries: number
  #count = 0
  #cleared = 0

  constructor(maxEntries = 1000) {
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

  /** How many requests it no longer holds because later ones came. */
  get evicted(): number {
    return this.total - this.#ring.length
  }

  add(entry: JournalEntry): void {
    if (this.#ring.length < this.#maxEntries) this.#ring.push(entry)
    else this.#ring[(this.#count - this.#cleared) % this.#maxEntries] = entry
    this.#count += 1
  }

  /** Forgets all entries; ids go on. */
  clear(): void {
    this.#ring.length = 0
    this.#cleared = this.#count
  }

  /** The entries that the filter lets pass, newest last. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    const start = this.evicted > 0 ? this.total % this.#maxEntries : 0
    const ordered = [...this.#ring.slice(start), ...this.#ring.slice(0, start)]
    const matching = ordered.filter(createJournalTest(filter))
    return filter.limit === undefined ? matching : matching.slice(Math.max(0, matching.length - filter.limit))
  }
}
