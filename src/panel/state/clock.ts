import { showDistance } from './words.js'
import { type ClockReading, contentsHere, realNow } from './panel-state.js'

/** The sandbox's time, in milliseconds since the Unix epoch; a component that reads it is rendered again each second. */
export function sandboxNow(): number {
  return nowMsOf(contentsHere().clock, realNow.value)
}

/** What a clock says at a system time, both in milliseconds since the Unix epoch. */
export function nowMsOf({ nowMs, frozen, readAtMs }: ClockReading, realMs = Date.now()): number {
  return frozen ? nowMs : nowMs + Math.max(0, realMs - readAtMs)
}

const NEARLY_REAL_MS = 1500

/** The sandbox's clock in words: `Frozen, 2 months ahead of the system time`. */
export function describeClock(): string {
  const { frozen } = contentsHere().clock
  const [nowMs, realMs] = [sandboxNow(), Date.now()]
  if (Math.abs(nowMs - realMs) < NEARLY_REAL_MS) return frozen ? 'Frozen' : 'System time'
  const distance = showDistance(nowMs, realMs).replace(/^in | ago$/g, '')
  return `${frozen ? 'Frozen' : 'Running'}, ${distance} ${nowMs > realMs ? 'ahead of' : 'behind'} the system time`
}
