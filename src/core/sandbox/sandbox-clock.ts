import { readAt } from '../../input/index.js'
import { addDuration, formatInstant, parseDuration, parseInstant } from '../instant.js'
import type { Schemas } from '../scenario/document.js'
import type { ClockState } from './clock.js'
import type { Store } from './store.js'

/** A new position for a clock: `now` is applied first, then `advance`, then `frozen`. */
export type ClockChange = Schemas['ClockChange']

/** The clock of a sandbox. It runs at real speed from the time to which it was set, or is frozen. */
export class SandboxClock {
  /** @internal */
  constructor(private readonly owner: Store) {}

  /** Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return this.owner.nowMs
  }

  /** The time, RFC 3339. */
  get now(): string {
    return formatInstant(this.nowMs)
  }

  get frozen(): boolean {
    return this.owner.current.clock.frozenAtMs !== undefined
  }

  /** The time (RFC 3339), and whether the clock is frozen. */
  read(): { now: string; frozen: boolean } {
    return { now: this.now, frozen: this.frozen }
  }

  /**
   * Sets, freezes and moves the clock in one step.
   * @throws {InvalidInputError} if `now` is not a timestamp, `advance` not a duration, or the result has no four-digit year
   */
  change(change: ClockChange): void {
    this.owner.commit({ kind: 'clock', by: 'control', patches: [{ clock: this.#after(change) }] })
  }

  /** @param now a timestamp (RFC 3339) or a date */
  set(now: string): void {
    this.change({ now })
  }

  freeze(): void {
    this.change({ frozen: true })
  }

  resume(): void {
    this.change({ frozen: false })
  }

  /** @param duration ISO 8601, such as `P1D`; `-P1D` moves it back */
  advance(duration: string): void {
    this.change({ advance: duration })
  }

  #after({ now, frozen = this.frozen, advance }: ClockChange): ClockState {
    const start = now === undefined ? this.nowMs : readAt(['now'], () => parseInstant(now))
    const moved = () => (advance === undefined ? start : addDuration(start, parseDuration(advance)))
    const target = readAt(['advance'], moved)
    return { offsetMs: target - this.owner.context.time(), ...(frozen && { frozenAtMs: target }) }
  }
}
