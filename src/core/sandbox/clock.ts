import { addDuration, formatInstant, parseDuration, parseInstant } from '../instant.js'

/** Reads the real time: milliseconds since the Unix epoch. */
export type TimeSource = () => number

/** The machine's time, in milliseconds since the Unix epoch. */
export const systemTime: TimeSource = () => Date.now()

/** A stopwatch that no adjustment of the machine's time disturbs, in milliseconds from an arbitrary start. */
export const stopwatch: TimeSource = () => performance.now()

/** Where a clock stands, in a form that can be stored. */
export interface ClockState {
  /** Milliseconds that the clock is ahead of the real time, or the instant at which it stands still. */
  readonly offsetMs: number
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

/** The clock of one sandbox: runs with the real time from wherever it was set, or stands still. */
export class Clock {
  readonly #time: TimeSource
  #offsetMs = 0
  #frozenAtMs: number | undefined

  constructor(time: TimeSource, state: ClockState = { offsetMs: 0 }) {
    this.#time = time
    this.#offsetMs = state.offsetMs
    this.#frozenAtMs = state.frozenAtMs
  }

  /** A clock that starts at the given instant, in milliseconds since the Unix epoch. */
  static startingAt(time: TimeSource, start: { nowMs: number; frozen: boolean }): Clock {
    return new Clock(time, {
      offsetMs: start.nowMs - time(),
      ...(start.frozen && { frozenAtMs: start.nowMs }),
    })
  }

  /** Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return this.#frozenAtMs ?? this.#time() + this.#offsetMs
  }

  get frozen(): boolean {
    return this.#frozenAtMs !== undefined
  }

  get state(): ClockState {
    return { offsetMs: this.#offsetMs, ...(this.#frozenAtMs !== undefined && { frozenAtMs: this.#frozenAtMs }) }
  }

  /** The instant (RFC 3339) and whether the clock stands still. */
  read(): { now: string; frozen: boolean } {
    return { now: formatInstant(this.nowMs), frozen: this.frozen }
  }

  /**
   * Where the clock would stand after a change.
   *
   * @throws {RangeError} if `now` is no instant, `advance` no duration, or the result lies outside the years 0 to 9999
   */
  after({ now, frozen = this.frozen, advance }: ClockChange): ClockState {
    const start = now === undefined ? this.nowMs : parseInstant(now)
    const target = advance === undefined ? start : addDuration(start, parseDuration(advance))
    return { offsetMs: target - this.#time(), ...(frozen && { frozenAtMs: target }) }
  }

  /** Moves the clock to where a state says. */
  move({ offsetMs, frozenAtMs }: ClockState): void {
    this.#offsetMs = offsetMs
    this.#frozenAtMs = frozenAtMs
  }
}
