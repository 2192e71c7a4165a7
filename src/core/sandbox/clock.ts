import { LATEST_MS } from '../instant.js'

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

/** The instant that a clock shows, in milliseconds since the Unix epoch; it stops at the last that can be written. */
export function nowOf({ offsetMs, frozenAtMs }: ClockState, realMs: number): number {
  return Math.min(frozenAtMs ?? realMs + offsetMs, LATEST_MS)
}
