/** How full the budget is once room has been made, so that room need not be made for each request. */
const FILL_AFTERWARDS = 0.9

/** What a sandbox remembers: its requests and its changes. */
interface Remembering {
  /** `false` if there is nothing to forget. */
  forgetOldest(): boolean
}

/** Bounds what the journals and histories of all sandboxes of a mock hold together: those used least recently let go first. */
export class JournalBudget {
  readonly #maxBytes: number
  readonly #leastRecentFirst: () => Iterable<Remembering>
  #bytes = 0

  constructor(maxBytes: number, leastRecentFirst: () => Iterable<Remembering>) {
    this.#maxBytes = maxBytes
    this.#leastRecentFirst = leastRecentFirst
  }

  /** Counts the growth of a journal, and makes room if that is too much. */
  grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= this.#maxBytes) return
    const target = this.#maxBytes * FILL_AFTERWARDS
    for (const each of this.#leastRecentFirst()) {
      while (this.#bytes > target) if (!each.forgetOldest()) break
      if (this.#bytes <= target) return
    }
  }
}
