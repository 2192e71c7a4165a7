import { showDistance } from '../parts/words.js'

/** What the sandbox's clock said, and when, so that the page can let it run on. */
export interface SandboxClock {
  readonly nowMs: number
  readonly frozen: boolean
  /** Real time of the reading, in milliseconds since the Unix epoch. */
  readonly readAtMs: number
}

/** The sandbox's time at a real time, both in milliseconds since the Unix epoch. */
export function sandboxNowMs({ nowMs, frozen, readAtMs }: SandboxClock, realMs = Date.now()): number {
  return frozen ? nowMs : nowMs + Math.max(0, realMs - readAtMs)
}

const NEARLY_REAL_MS = 1500

/** The clock in words: `Frozen, 2 months ahead of real time`. */
export function describeClock({ frozen }: SandboxClock, nowMs: number): string {
  const spanMs = nowMs - Date.now()
  if (Math.abs(spanMs) < NEARLY_REAL_MS) return frozen ? 'Frozen' : 'Real time'
  const distance = showDistance(nowMs, Date.now()).replace(/^in | ago$/g, '')
  const where = `${distance} ${spanMs > 0 ? 'ahead of' : 'behind'} real time`
  return frozen ? `Frozen, ${where}` : `Running, ${where}`
}
