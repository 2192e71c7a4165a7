import type { ClockReading } from '../control/schemas.js'

/** What the sandbox's clock said, and when, so that the page can let it run on. */
export interface SandboxClock {
  readonly nowMs: number
  readonly frozen: boolean
  /** Real time of the reading, in milliseconds since the Unix epoch. */
  readonly readAtMs: number
}

export function readClock({ now, frozen }: ClockReading): SandboxClock {
  return { nowMs: Date.parse(now), frozen, readAtMs: Date.now() }
}

/** The sandbox's time now, in milliseconds since the Unix epoch. */
export function sandboxNowMs({ nowMs, frozen, readAtMs }: SandboxClock): number {
  return frozen ? nowMs : nowMs + Date.now() - readAtMs
}
