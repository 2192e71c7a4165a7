const MAX_ENTRIES = 1000

/** The last entries of a journal or a history. Each says roughly how much memory it takes. */
export class BoundedList<Entry extends { readonly bytes: number }> {
  /** @internal Oldest first. */
  readonly entries: Entry[] = []
  /** @internal The id of the entry that comes next: they are counted from 1. */
  nextId = 1
  /** @internal */
  lastEvicted: Entry | undefined
  /** How many entries had to go because later ones came. */
  evicted = 0
  readonly #onGrowth: (bytes: number) => void

  /** @internal @param onGrowth called with the bytes by which the list has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  /** @internal */
  add(entry: Entry): void {
    this.nextId += 1
    this.entries.push(entry)
    if (this.entries.length > MAX_ENTRIES) this.evictOldest()
    this.#onGrowth(entry.bytes)
  }

  /** @internal Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.entries.shift()
    if (oldest === undefined) return false
    this.evicted += 1
    this.lastEvicted = oldest
    this.#onGrowth(-oldest.bytes)
    return true
  }

  /** @internal Drops the newest entries. */
  drop(count: number): void {
    for (const { bytes } of this.entries.splice(this.entries.length - count, count)) this.#onGrowth(-bytes)
  }

  /** @internal Drops all entries; ids go on. */
  forget(): void {
    this.drop(this.entries.length)
    this.evicted = 0
  }
}
