import { BoundedList } from './bounded-list.js'
import { journalDetail, type JournalDetail, type JournalEntry, type KeptMessages, REWIND } from './journal-entry.js'
import { createJournalTest, type JournalFilter } from './journal-filter.js'

interface KeptRequest {
  readonly entry: JournalEntry
  readonly messages: KeptMessages | undefined
  /** What both take, roughly. */
  readonly bytes: number
}

/** The last requests to one sandbox: a bounded journal that says how many it let go. */
export class RequestJournal {
  /** @internal */
  readonly kept: BoundedList<KeptRequest>
  #count = 0
  #cleared = 0

  readonly #onClear: () => void

  /** @internal @param onGrowth told by how many bytes, roughly, the journal has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void, onClear: () => void) {
    this.kept = new BoundedList(onGrowth)
    this.#onClear = onClear
  }

  /** @internal The id that the next entry gets. */
  get nextId(): number {
    return this.#count + 1
  }

  /** How many requests there were since the journal was last cleared. */
  get total(): number {
    return this.#count - this.#cleared
  }

  /** How many of them it no longer holds because later ones came. */
  get evicted(): number {
    return this.total - this.kept.entries.length
  }

  /** @internal Notes a request. */
  add(entry: JournalEntry, messages?: KeptMessages): void {
    this.#count += 1
    this.kept.add({ entry, messages, bytes: sizeOf(entry, messages) })
  }

  /**
   * The last requests, newest last.
   *
   * @throws {InvalidInputError} if the filter makes no sense
   */
  all(filter: JournalFilter = {}): JournalEntry[] {
    const matching = this.#matching(filter)
    return filter.limit === undefined ? matching : matching.slice(-filter.limit)
  }

  /** One request with its headers and bodies, while the journal holds it. */
  get(id: number): JournalDetail | undefined {
    const kept = this.kept.entries.find(({ entry }) => entry.id === id)
    return kept && journalDetail(kept.entry, kept.messages)
  }

  /** How many of the requests that are still in the journal pass the filter. */
  count(filter: JournalFilter = {}): number {
    const { length } = this.#matching(filter).filter(({ operation }) => operation !== REWIND)
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
    this.#cleared = this.#count
  }

  #matching(filter: JournalFilter): JournalEntry[] {
    const passes = createJournalTest(filter)
    return this.kept.entries.map(({ entry }) => entry).filter(passes)
  }
}

/** What a request takes, roughly and without its violations, which are few: the objects, and two bytes a character. */
function sizeOf({ path, reason, orderId = '' }: JournalEntry, messages: KeptMessages | undefined): number {
  const { rawHeaders = [], body } = messages ?? {}
  const sent = rawHeaders.reduce((length, text) => length + text.length, 0) + (body?.length ?? 0)
  return 600 + 2 * (path.length + reason.length + orderId.length) + sent
}
