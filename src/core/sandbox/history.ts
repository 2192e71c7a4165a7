import { formatInstant } from '../instant.js'
import type { HistoryEntry, RewindTarget, Step } from './change.js'
import { ControlError } from './control-error.js'

/** The changes of a sandbox that can be taken back. */
export interface History {
  /** Newest last. */
  readonly changes: readonly HistoryEntry[]
  /** How many older ones it has let go. */
  readonly evicted: number
}

interface KeptStep extends Step {
  readonly firstId: number
  readonly atMs: number
  /** The id that the next request had when this was over. */
  readonly nextRequestId: number
}

/** The last steps of a sandbox: bounded, and says how much it let go. Bytes are rough. */
export class SandboxHistory {
  #steps: KeptStep[] = []
  #nextId = 1
  #evicted = 0
  #lastEvicted: KeptStep | undefined
  readonly #maxSteps: number
  readonly #onGrowth: (bytes: number) => void

  /** @param onGrowth told by how many bytes it has grown; negative if it has shrunk */
  constructor(onGrowth: (bytes: number) => void, maxSteps = 1000) {
    this.#onGrowth = onGrowth
    this.#maxSteps = maxSteps
  }

  read(): History {
    return { changes: this.#steps.flatMap(toEntries), evicted: this.#evicted }
  }

  add(step: Step, { atMs, nextRequestId }: Pick<KeptStep, 'atMs' | 'nextRequestId'>): void {
    const kept: KeptStep = { entries: step.entries, before: step.before, firstId: this.#nextId, atMs, nextRequestId }
    this.#nextId += step.entries.length
    if (this.#steps.length === this.#maxSteps) this.evictOldest()
    this.#steps.push(kept)
    this.#onGrowth(sizeOf(kept))
  }

  /** Lets the oldest step go; `false` if there is none. */
  evictOldest(): boolean {
    const oldest = this.#steps.shift()
    if (oldest === undefined) return false
    this.#evicted += oldest.entries.length
    this.#lastEvicted = { ...oldest, before: {} }
    this.#onGrowth(-sizeOf(oldest))
    return true
  }

  /** Forgets everything; ids go on. */
  clear(): void {
    this.drop(this.#steps.length)
    this.#evicted = 0
    this.#lastEvicted = undefined
  }

  /** Forgets the newest steps. */
  drop(count: number): void {
    const dropped = this.#steps.splice(this.#steps.length - count, count)
    this.#onGrowth(-dropped.reduce((sum, step) => sum + sizeOf(step), 0))
  }

  /**
   * The newest step, if it is the one of this change.
   *
   * @throws {ControlError} 409 if there is none, or a newer one
   */
  newest(change?: number): { readonly step: Step; readonly entry: HistoryEntry } {
    const step = this.#steps.at(-1)
    const entry = step && toEntries(step).at(-1)
    if (step === undefined || entry === undefined) {
      throw new ControlError(409, 'nothing_to_undo', 'There is no change to undo in this sandbox.')
    }
    if (change === undefined || (change >= step.firstId && change <= entry.id)) return { step, entry }
    const message = `Change ${change} is not the newest: that is ${entry.id}. Undo that first, or rewind.`
    throw new ControlError(409, 'not_the_newest_change', message)
  }

  /**
   * The steps after a moment, newest last.
   *
   * @throws {ControlError} 404 if there was no such request or change, 409 if the history no longer reaches back to it
   */
  since(target: RewindTarget, nextRequestId: number): readonly Step[] {
    const isAfter =
      'to' in target ? this.#isAfterChange(target.to) : isAfterRequest(target.beforeRequest, nextRequestId)
    if (this.#lastEvicted !== undefined && isAfter(this.#lastEvicted)) {
      const message = `The history no longer reaches back that far: it has let go ${this.#evicted} older changes.`
      throw new ControlError(409, 'history_too_short', message)
    }
    const first = this.#steps.findIndex(isAfter)
    return first === -1 ? [] : this.#steps.slice(first)
  }

  #isAfterChange(id: number): (step: KeptStep) => boolean {
    const isKnown = Number.isInteger(id) && id >= 0 && id < this.#nextId
    if (!isKnown) throw new ControlError(404, 'change_not_found', `There was no change ${id} in this sandbox.`)
    return ({ firstId }) => firstId > id
  }
}

function isAfterRequest(id: number, nextRequestId: number): (step: KeptStep) => boolean {
  const isKnown = Number.isInteger(id) && id >= 1 && id < nextRequestId
  if (!isKnown) throw new ControlError(404, 'request_not_found', `There was no request ${id} in this sandbox.`)
  return (step) => step.nextRequestId > id
}

function toEntries({ firstId, atMs, entries }: KeptStep): HistoryEntry[] {
  return entries.map((entry, index) => ({ id: firstId + index, at: formatInstant(atMs), ...entry }))
}

function sizeOf({ entries, before }: Step): number {
  const orders = (before.orders?.length ?? 0) + (before.state?.orders.changed.length ?? 0)
  return 200 + 150 * entries.length + 100 * orders
}
