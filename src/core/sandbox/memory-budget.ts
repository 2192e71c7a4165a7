/** What journals and histories of all sandboxes hold together, 64 MiB. */
const MAX_BYTES = 64 * 2 ** 20

/** How full the budget is once room has been made, so that room need not be made for each request. */
const FILL_AFTERWARDS = 0.9

/** Bounds what journals and histories of all sandboxes of a mock hold together: those used least recently let go first. */
export class MemoryBudget {
  readonly #leastRecentFirst: () => Iterable<{ evictOldest(): boolean }>
  #bytes = 0

  constructor(leastRecentFirst: () => Iterable<{ evictOldest(): boolean }>) {
    this.#leastRecentFirst = leastRecentFirst
  }

  /** Counts the growth of a journal or history, and makes room if that is too much. */
  grow(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= MAX_BYTES) return
    const target = MAX_BYTES * FILL_AFTERWARDS
    for (const each of this.#leastRecentFirst()) {
      while (this.#bytes > target) if (!each.evictOldest()) break
      if (this.#bytes <= target) return
    }
  }
}
