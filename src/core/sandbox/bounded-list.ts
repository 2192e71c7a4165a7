const MAX_ENTRIES = 1000

/** The last entries of a journal or a history. */
export class BoundedList<Entry extends { readonly bytes: number }> {
  /** @internal Oldest first. */
  readonly entries: Entry[] = []
  /** @internal The id of the entry that comes next: they are counted from 1. */
  nextId = 1
  /** @internal */
  lastEvicted: Entry | undefined
  /** @internal How many entries there were, but for those that were dropped. */
  added = 0
  readonly #onGrowth: (bytes: number) => void

  /** @internal @param onGrowth called with the bytes by which the list has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void) {
    this.#onGrowth = onGrowth
  }

  /** How many entries had to go because later ones came. */
  get evicted(): number {
    return this.added - this.entries.length
  }

  /** @internal */
  add(entry: Entry): void {
    this.nextId += 1
    this.added += 1
    this.entries.push(entry)
    if (this.entries.length > MAX_ENTRIES) this.evict()
    this.#onGrowth(entry.bytes)
  }

  /** @internal Lets one entry go, the oldest by default; `false` if there is none. */
  evict(place = 0): boolean {
    // To shift takes no time, however long the list is.
    const entry = place === 0 ? this.entries.shift() : this.entries.splice(place, 1)[0]
    if (entry === undefined) return false
    this.lastEvicted = entry
    this.#onGrowth(-entry.bytes)
    return true
  }

  /** @internal Drops the newest entries. @returns these, oldest first */
  drop(count: number): readonly Entry[] {
    const entries = this.entries.splice(this.entries.length - count)
    this.added -= entries.length
    this.#onGrowth(-bytesOf(entries))
    return entries
  }

  /** @internal Drops all entries; ids go on. */
  forget(): void {
    this.drop(this.entries.length)
    this.added = 0
  }
}

export function bytesOf(entries: readonly { readonly bytes: number }[]): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0)
}
