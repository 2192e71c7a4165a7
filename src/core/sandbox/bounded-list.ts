const MAX_ENTRIES = 1000

/** The last entries of a journal or a history. */
export class BoundedList<Entry> {
  /** @internal Oldest first. */
  readonly entries: Entry[] = []
  /** @internal The id of the entry that comes next: they are counted from 1. */
  nextId = 1
  /** @internal */
  lastEvicted: Entry | undefined
  /** @internal How many entries there were, but for those that were dropped. */
  added = 0
  /** What each entry takes: kept here, because the oldest entry has long left the processor's cache when it goes. */
  readonly #bytes: number[] = []
  readonly #onGrowth: (bytes: number) => void

  /** @internal @param onGrowth called with the bytes by which the list has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  /** How many entries had to go because later ones came. */
  get evicted(): number {
    return this.added - this.entries.length
  }

  /** @internal @param bytes roughly what the entry takes in memory */
  add(entry: Entry, bytes: number): void {
    this.nextId += 1
    this.added += 1
    this.entries.push(entry)
    this.#bytes.push(bytes)
    if (this.entries.length > MAX_ENTRIES) this.evictOldest()
    this.#onGrowth(bytes)
  }

  /** @internal Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.entries.shift()
    if (oldest === undefined) return false
    this.lastEvicted = oldest
    this.#onGrowth(-(this.#bytes.shift() ?? 0))
    return true
  }

  /** @internal Drops one entry, whose place it is; it counts as evicted. */
  evict(place: number): void {
    this.entries.splice(place, 1)
    for (const bytes of this.#bytes.splice(place, 1)) this.#onGrowth(-bytes)
  }

  /** @internal Drops the newest entries. @returns these, oldest first, each with its bytes */
  drop(count: number): readonly (readonly [Entry, number])[] {
    const left = this.entries.length - count
    const entries = this.entries.splice(left)
    const bytes = this.#bytes.splice(left)
    this.added -= entries.length
    this.#onGrowth(-bytes.reduce((sum, each) => sum + each, 0))
    return entries.map((entry, index) => [entry, bytes[index] ?? 0])
  }

  /** @internal Drops all entries; ids go on. */
  forget(): void {
    this.drop(this.entries.length)
    this.added = 0
  }
}
