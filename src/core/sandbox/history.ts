import { formatInstant } from '../instant.js'
import type { Schemas } from '../scenario/document.js'
import { BoundedList } from './bounded-list.js'
import type { ChangeMaker, Patch, RememberedChange } from './change-feed.js'
import { ControlError } from './control-error.js'

/** One change of a sandbox; what was undone leaves a gap between the ids. */
export type HistoryEntry = Schemas['HistoryEntry']

/** A point in the life of a sandbox: after a change, 0 being the start, or before a request of its journal. */
export type RewindTarget = { readonly to: number } | { readonly beforeRequest: number }

export interface HistoryRecord {
  readonly id: number
  readonly atMs: number
  /** The id of the request that makes the change. */
  readonly requestId?: number | undefined
  /** The id of the request that comes next; it may be the one that makes the change. */
  readonly nextRequestId: number
  readonly kind: RememberedChange
  readonly by: ChangeMaker
  /** What undoes it, in this sequence. */
  readonly back: readonly Patch[]
  /** Whether the change before made it, by moving the clock. */
  readonly isCaused?: boolean | undefined
  /** The changes that a rewind took out of the history, oldest first. */
  readonly taken?: readonly HistoryRecord[] | undefined
  /** Roughly what it takes in memory. */
  readonly bytes: number
}

type Point = Pick<HistoryRecord, 'id' | 'atMs' | 'requestId' | 'nextRequestId'>

/** The latest changes of one sandbox, and what undoes each of them. */
export class SandboxHistory extends BoundedList<HistoryRecord> {
  readonly #start: Point

  /** @param startMs when it begins, system time */
  constructor(startMs: number, onGrowth: (bytes: number) => void) {
    super(onGrowth)
    this.#start = { id: 0, atMs: startMs, nextRequestId: 0 }
  }

  /** The change after which the history begins. */
  get #origin(): Point {
    return this.lastEvicted ?? this.#start
  }

  /**
   * The newest change, after what it made the clock ship, newest first.
   * @throws {ControlError} 409 if there is none, or this one is not the newest
   */
  newest(change?: number): readonly [HistoryRecord, ...HistoryRecord[]] {
    const made = this.entries.findLastIndex(({ isCaused }) => isCaused !== true)
    const [newest, ...older] = this.entries.slice(Math.max(made, 0)).toReversed()
    if (newest === undefined) {
      const lost = this.evicted > 0 ? `: the history has dropped ${this.evicted} to save memory` : ''
      throw new ControlError(409, 'nothing_to_undo', `There is no change to undo in this sandbox${lost}.`)
    }
    if (change === undefined || [newest, ...older].some(({ id }) => id === change)) return [newest, ...older]
    const message = `Change ${change} is not the latest change. Undo change ${newest.id} first, or rewind.`
    throw new ControlError(409, 'not_the_newest_change', message)
  }

  /**
   * The changes after a point, newest first: those of the request count as after it. A rewind is followed by what it took.
   * @returns these, and how many of them are entries of the history
   * @throws {ControlError} 409 if some of them were dropped
   */
  since(target: RewindTarget): { readonly records: readonly HistoryRecord[]; readonly count: number } {
    const isSince = ({ id, requestId, nextRequestId }: Point): boolean => {
      if ('to' in target) return id > target.to
      return nextRequestId > target.beforeRequest || requestId === target.beforeRequest
    }
    const { entries, evicted } = this
    if (evicted === 0 || !isSince(this.#origin)) {
      return { records: this.#timeline().filter(isSince).toReversed(), count: entries.filter(isSince).length }
    }
    const message = `The history keeps only the last ${entries.length} changes and reaches back to change ${this.#origin.id}.`
    throw new ControlError(409, 'history_too_short', message)
  }

  /**
   * When a change was made, system time; 0 is the start. The id of a change that was undone means the change before it.
   * @throws {ControlError} 404 if the id is not that of a change
   */
  madeAtMs(change: number): number {
    const made = [this.#origin, ...this.#timeline()].findLast(({ id }) => id <= change)
    if (made !== undefined && Number.isInteger(change) && change < this.nextId) return made.atMs
    throw new ControlError(404, 'change_not_found', `There has been no change ${change} in this sandbox.`)
  }

  /** All changes, those that rewinds took among them, in the sequence in which they were made. */
  #timeline(): readonly HistoryRecord[] {
    const withTaken = (record: HistoryRecord): HistoryRecord[] => [...(record.taken ?? []).flatMap(withTaken), record]
    return this.entries.flatMap(withTaken)
  }

  /** Puts back what a rewind took, with the ids that it had. */
  putBack(taken: readonly HistoryRecord[]): void {
    const { nextId } = this
    for (const record of taken) this.add(record)
    this.nextId = nextId
  }
}

export function toHistoryEntry({ id, atMs, by, kind, requestId, back }: HistoryRecord): HistoryEntry {
  const first = kind === 'rewound' ? undefined : back[0]
  const isOfOrders = first !== undefined && 'orderId' in first
  return {
    id,
    at: formatInstant(atMs),
    by,
    ...(requestId !== undefined && { requestId }),
    change: kind,
    ...(isOfOrders && (back.length > 1 ? { count: back.length } : { orderId: first.orderId })),
  }
}
