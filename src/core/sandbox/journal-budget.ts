import type { RequestJournal } from './journal.js'

/** How full the budget is once room has been made, so that room need not be made for each request. */
const FILL_AFTERWARDS = 0.9

/** Bounds what the journals of all sandboxes of a mock hold together: those used least recently let go first. */
export class JournalBudget {
  readonly #maxBytes: number
  readonly #leastRecentFirst: () => Iterable<RequestJournal>
  #bytes = 0

  constructor(maxBytes: number, leastRecentFirst: () => Iterable<RequestJournal>) {
    this.#maxBytes = maxBytes
    this.#leastRecentFirst = leastRecentFirst
  }

  /** Counts the growth of a journal, and makes room if that is too much. */
  grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    const target = this.#maxBytes * FILL_AFTERWARDS
    for (const journal of this.#leastRecentFirst()) {
      while (this.#bytes > target) if (!journal.evictOldest()) break
      if (this.#bytes <= target) return
    }
  }
}
