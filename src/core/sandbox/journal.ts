import { BoundedList } from './bounded-list.js'
import {
  journalDetail,
  type JournalDetail,
  journalEntry,
  type JournalEntry,
  type KeptRequest,
  REWIND,
} from './journal-entry.js'
import { createJournalTest, type JournalFilter } from './journal-filter.js'

/** The last requests to one sandbox: a bounded journal that says how many it let go. */
export class RequestJournal {
  /** @internal */
  readonly kept: BoundedList<KeptRequest>
  #cleared = 0

  readonly #onClear: () => void

  /** @internal @param onGrowth told by how many bytes, roughly, the journal has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void, onClear: () => void) {
    this.kept = new BoundedList(onGrowth)
    this.#onClear = onClear
  }

  /** How many requests there were since the journal was last cleared. */
  get total(): number {
    return this.kept.nextId - 1 - this.#cleared
  }

  /** How many of them it no longer holds because later ones came. */
  get evicted(): number {
    return this.total - this.kept.entries.length
  }

  /**
   * The last requests, newest last.
   *
   * @throws {InvalidInputError} if the filter makes no sense
   */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const matching = this.#matching(filter)
    return matching.slice(filter.limit === undefined ? 0 : -filter.limit).map(journalEntry)
  }

  /** One request with its headers and bodies, while the journal holds it. */
  get(id: number): JournalDetail | undefined {
    const kept = this.kept.entries.find(({ entry }) => entry.id === id)
    return kept && journalDetail(kept)
  }

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter: JournalFilter = {}): number {
    const { length } = this.#matching(filter).filter(({ entry }) => entry.operation !== REWIND)
    return Math.min(length, filter.limit ?? length)
  }

  /** Forgets all entries; ids go on. */
  clear(): void {
    this.forget()
    this.#onClear()
  }

  /** @internal The same, as part of something that makes an event of its own. */
  forget(): void {
    this.kept.drop()
    this.#cleared = this.kept.nextId - 1
  }

  #matching(filter: JournalFilter): KeptRequest[] {
    return this.kept.entries.filter(createJournalTest(filter))
  }
}
