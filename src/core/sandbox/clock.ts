import { readAt } from '../../input/index.js'
import { addDuration, formatInstant, LATEST_MS, parseDuration, parseInstant } from '../instant.js'

/** Reads the real time: milliseconds since the Unix epoch. */
export type TimeSource = () => number

/** The machine's time, in milliseconds since the Unix epoch. */
export const systemTime: TimeSource = () => Date.now()

/** A stopwatch that no adjustment of the machine's time disturbs, in milliseconds from an arbitrary start. */
export const stopwatch: TimeSource = () => performance.now()

/** Where a clock stands, in a form that can be stored. */
export interface ClockState {
  /** Milliseconds that the clock is ahead of the real time. */
  readonly offsetMs: number
  /** The instant at which it stands still, if it does. */
  readonly frozenAtMs?: number
}

/** A new position for a clock: `now` is applied first, then `advance`, then `frozen`. */
export interface ClockChange {
  /** An instant (RFC 3339), such as `2027-07-01T00:00:00Z`. */
  readonly now?: string
  readonly frozen?: boolean
  /** An ISO 8601 duration to go forward, such as `P1D`; `-P1D` goes back. */
  readonly advance?: string
}

/** What a clock needs of its sandbox. */
interface ClockOwner {
  readonly world: { readonly clock: ClockState; readonly nowMs: number }
  readonly time: TimeSource
  moveClock(after: ClockState): void
}

/** The clock of one sandbox: runs with the real time from wherever it was set, or stands still. */
export class SandboxClock {
  readonly #owner: ClockOwner

  constructor(owner: ClockOwner) {
    this.#owner = owner
  }

  /** Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return this.#owner.world.nowMs
  }

  /** The instant, RFC 3339. */
  get now(): string {
    return formatInstant(this.nowMs)
  }

  get frozen(): boolean {
    return this.#owner.world.clock.frozenAtMs !== undefined
  }

  /** The instant (RFC 3339), and whether the clock stands still. */
  read(): { now: string; frozen: boolean } {
    return { now: this.now, frozen: this.frozen }
  }

  /**
   * Sets, freezes and moves the clock in one step.
   *
   * @throws {InvalidInputError} if `now` is no instant, `advance` no duration, or the result has no four-digit year
   */
  change(change: ClockChange): void {
    this.#owner.moveClock(readAt([change.advance === undefined ? 'now' : 'advance'], () => this.#after(change)))
  }

  /** @param now an instant (RFC 3339) or a date */
  set(now: string): void {
    this.change({ now })
  }

  freeze(): void {
    this.change({ frozen: true })
  }

  resume(): void {
    this.change({ frozen: false })
  }

  /** @param duration ISO 8601, such as `P1D`; `-P1D` goes back */
  advance(duration: string): void {
    this.change({ advance: duration })
  }

  #after({ now, frozen = this.frozen, advance }: ClockChange): ClockState {
    const start = now === undefined ? this.nowMs : parseInstant(now)
    const target = advance === undefined ? start : addDuration(start, parseDuration(advance))
    return { offsetMs: target - this.#owner.time(), ...(frozen && { frozenAtMs: target }) }
  }
}

/** The instant that a clock shows, in milliseconds since the Unix epoch; it stops at the last that can be written. */
export function nowOf({ offsetMs, frozenAtMs }: ClockState, realMs: number): number {
  return Math.min(frozenAtMs ?? realMs + offsetMs, LATEST_MS)
}
