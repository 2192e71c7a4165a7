import { LATEST_MS } from '../instant.js'

/** Reads the system time: milliseconds since the Unix epoch. */
export type TimeSource = () => number

/** The system time, in milliseconds since the Unix epoch. */
export const systemTime: TimeSource = () => Date.now()

/** A stopwatch that no adjustment of the system time disturbs, in milliseconds from an arbitrary start. */
export const stopwatch: TimeSource = () => performance.now()

/** The setting of a clock, in a form that can be stored. */
export interface ClockState {
  /** Milliseconds that the clock is ahead of the system time. */
  readonly offsetMs: number
  /** The instant at which it is frozen, if it is. */
  readonly frozenAtMs?: number
}

/** The instant that a clock shows, in milliseconds since the Unix epoch; at most the last that can be written. */
export function nowOf({ offsetMs, frozenAtMs }: ClockState, realMs: number): number {
  return Math.min(frozenAtMs ?? realMs + offsetMs, LATEST_MS)
}
