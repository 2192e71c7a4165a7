import { formatInstant } from '../instant.js'
import type { ChangeMaker, RememberedChange } from './change.js'
import { ControlError } from './control-error.js'
import type { Patch } from './world.js'

/** One change of a sandbox. */
export interface HistoryEntry {
  /** Counts the changes of the sandbox, from 1; what was undone leaves a gap. */
  readonly id: number
  /** When it was made, real time, RFC 3339. */
  readonly at: string
  readonly by: ChangeMaker
  /** The id in the journal of the request that made it. */
  readonly requestId?: number
  readonly change: RememberedChange
  readonly orderId?: string
}

/** A point in the life of a sandbox: after a change, 0 being the start, or before a request of its journal. */
export type RewindTarget = { readonly to: number } | { readonly beforeRequest: number }

/** A change as the history holds it, with what takes it back. */
export interface HistoryRecord {
  readonly id: number
  readonly atMs: number
  readonly by: ChangeMaker
  readonly kind: HistoryEntry['change']
  /** The id of the request that makes it, or that comes next. */
  readonly nextRequestId: number
  /** Whether the change before made it, by moving the clock. */
  readonly isCaused: boolean
  /** What takes it back, and roughly how many bytes that holds. */
  readonly back: Patch
  readonly bytes: number
}

const MAX_CHANGES = 1000

/** The last changes of one sandbox, and what takes each of them back: bounded, and says how many it let go. */
export class SandboxHistory {
  readonly #records: HistoryRecord[] = []
  readonly #startMs: number
  readonly #onGrowth: (bytes: number) => void
  #nextId = 1
  #evicted = 0
  #lastEvicted: HistoryRecord | undefined

  /**
   * @param startMs when it begins, real time
   * @param onGrowth told by how many bytes, roughly, the history has grown; negative if it has shrunk
   */
  constructor(startMs: number, onGrowth: (bytes: number) => void) {
    this.#startMs = startMs
    this.#onGrowth = onGrowth
  }

  /** How many changes can no longer be taken back, because later ones came. */
  get evicted(): number {
    return this.#evicted
  }

  /**
   * The newest change, after what it made the clock ship, newest first.
   *
   * @throws {ControlError} 409 if there is none, or this one is not the newest
   */
  newest(change?: number): readonly [HistoryRecord, ...HistoryRecord[]] {
    const [newest, ...older] = this.#records.toReversed()
    if (newest === undefined) {
      throw new ControlError(409, 'nothing_to_undo', 'There is no change to undo in this sandbox.')
    }
    const records: [HistoryRecord, ...HistoryRecord[]] = [newest]
    for (const record of older) {
      if (records.at(-1)?.isCaused !== true) break
      records.push(record)
    }
    if (change === undefined || records.some(({ id }) => id === change)) return records
    const message = `Change ${change} is not the newest: that is ${newest.id}. Undo that first, or rewind.`
    throw new ControlError(409, 'not_the_newest_change', message)
  }

  /** The changes, newest last. */
  all(): HistoryEntry[] {
    return this.#records.map(toHistoryEntry)
  }

  add({ atMs, by, kind, nextRequestId, isCaused, back, bytes }: Omit<HistoryRecord, 'id'>): void {
    this.#records.push({ id: this.#nextId, atMs, by, kind, nextRequestId, isCaused, back, bytes })
    this.#nextId += 1
    if (this.#records.length > MAX_CHANGES) this.evictOldest()
    this.#onGrowth(bytes)
  }

  /** Lets the oldest change go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.#records.shift()
    if (oldest === undefined) return false
    this.#evicted += 1
    this.#lastEvicted = oldest
    this.#onGrowth(-oldest.bytes)
    return true
  }

  /** Drops the newest changes, which have been taken back. */
  drop(count: number): void {
    for (const { bytes } of this.#records.splice(this.#records.length - count, count)) this.#onGrowth(-bytes)
  }

  clear(): void {
    this.drop(this.#records.length)
  }

  /**
   * The changes after another one, newest first, and when that one was made; 0 is the start.
   *
   * @throws {ControlError} 404 if there is no such change, 409 if it was let go
   */
  afterChange(to: number): { readonly records: readonly HistoryRecord[]; readonly atMs: number } {
    const { id: oldestId = 0, atMs: oldestMs = this.#startMs } = this.#lastEvicted ?? {}
    const known = this.#records.find(({ id }) => id === to)
    if (known === undefined && to >= 0 && to < oldestId) throw this.#tooFarBack()
    if (known === undefined && to !== oldestId) {
      throw new ControlError(
        404,
        'change_not_found',
        `There is no change ${to} in the history: it was undone, or never made.`,
      )
    }
    return { records: this.#newestFirst(({ id }) => id > to), atMs: known?.atMs ?? oldestMs }
  }

  /**
   * The changes that a request made, and all later ones, newest first.
   *
   * @throws {ControlError} 409 if some of them were let go
   */
  sinceRequest(requestId: number): readonly HistoryRecord[] {
    const isSince = (record: HistoryRecord): boolean =>
      record.nextRequestId > requestId || (record.by === 'api' && record.nextRequestId === requestId)
    if (this.#lastEvicted !== undefined && isSince(this.#lastEvicted)) throw this.#tooFarBack()
    return this.#newestFirst(isSince)
  }

  #newestFirst(isWanted: (record: HistoryRecord) => boolean): HistoryRecord[] {
    return this.#records.filter(isWanted).toReversed()
  }

  #tooFarBack(): ControlError {
    const message = `The history keeps the last ${this.#records.length} changes; change ${this.#lastEvicted?.id ?? 0} is as far back as it reaches.`
    return new ControlError(409, 'history_too_short', message)
  }
}

/** A record as it is read. */
export function toHistoryEntry({ id, atMs, by, kind, nextRequestId, back }: HistoryRecord): HistoryEntry {
  return {
    id,
    at: formatInstant(atMs),
    by,
    ...(by === 'api' && { requestId: nextRequestId }),
    change: kind,
    ...('orderId' in back && { orderId: back.orderId }),
  }
}
