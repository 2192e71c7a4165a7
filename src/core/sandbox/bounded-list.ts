const MAX_ENTRIES = 1000

/** The last entries of a journal or a history. Roughly, each says what it holds in memory. */
export class BoundedList<Entry extends { readonly bytes: number }> {
  readonly #onGrowth: (bytes: number) => void
  #entries: Entry[] = []
  #added = 0
  #lastEvicted: Entry | undefined
  #evicted = 0

  /** @param onGrowth told by how many bytes the list has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  /** The id of the entry that comes next: they are counted from 1. */
  get nextId(): number {
    return this.#added + 1
  }

  /** Oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries
  }

  /** How many entries had to go because later ones came. */
  get evicted(): number {
    return this.#evicted
  }

  get lastEvicted(): Entry | undefined {
    return this.#lastEvicted
  }

  add(entry: Entry): void {
    this.#added += 1
    this.#entries.push(entry)
    if (this.#entries.length > MAX_ENTRIES) this.evictOldest()
    this.#onGrowth(entry.bytes)
  }

  /** Lets the oldest entry go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.#entries.shift()
    if (oldest === undefined) return false
    this.#evicted += 1
    this.#lastEvicted = oldest
    this.#onGrowth(-oldest.bytes)
    return true
  }

  /** Drops the newest entries; all of them, unless their number is given. */
  drop(count = this.#entries.length): void {
    for (const { bytes } of this.#entries.splice(this.#entries.length - count, count)) this.#onGrowth(-bytes)
  }
}
