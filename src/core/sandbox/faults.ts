import { drawFrom, nextSeed } from '../chance.js'
import type { Fault } from '../scenario/document.js'

/** What the faults of a sandbox do to one request. */
export interface Injection {
  /** Milliseconds to wait before the answer, or before the failure. */
  readonly delayMs: number
  /** Absent if the request is only delayed. */
  readonly failure?: Fault
}

/** Gives a seed to each fault that needs chance and has none. */
export function seedFaults(faults: readonly Fault[], drawSeed: () => number): readonly Fault[] {
  return faults.map((fault) => {
    const needsChance = fault.probability !== undefined || typeof fault.delayMs === 'object'
    return needsChance && fault.seed === undefined ? { ...fault, seed: drawSeed() } : fault
  })
}

/**
 * Decides what happens to a request; delays add up until the first fault that makes it fail.
 *
 * @returns what is injected, if anything, and all faults with what they have done by now; `undefined` if none is meant for it
 */
export function tryFaults(
  faults: readonly Fault[],
  operation: string,
  orderId: string,
): { readonly injection: Injection | undefined; readonly faults: readonly Fault[] } | undefined {
  if (!faults.some((fault) => isFor(fault, operation, orderId))) return undefined
  let injection: Injection | undefined
  const after = faults.map((fault) => {
    if (injection?.failure !== undefined || !isFor(fault, operation, orderId)) return fault
    const { fires, delayMs, seed } = draw(fault)
    if (!fires) return { ...fault, seed }
    injection = {
      delayMs: (injection?.delayMs ?? 0) + delayMs,
      ...(fault.kind !== 'delay' && { failure: fault }),
    }
    return { ...fault, fired: (fault.fired ?? 0) + 1, ...(fault.seed !== undefined && { seed }) }
  })
  return { injection, faults: after }
}

function isFor({ operation, orderId, times, fired = 0 }: Fault, requested: string, id: string): boolean {
  return (
    (operation === undefined || operation === requested) &&
    (orderId === undefined || (requested === 'cancelOrder' && String(orderId) === id)) &&
    (times === undefined || fired < times)
  )
}

/** Whether a fault fires and by how much it delays, and the seed of what is left of its sequence. */
function draw({ probability, delayMs = 0, seed = 0 }: Fault) {
  let left = seed
  const next = (): number => {
    const drawn = drawFrom(left)
    left = nextSeed(left)
    return drawn
  }
  if (probability !== undefined && next() >= probability) return { fires: false, delayMs: 0, seed: left }
  const delay = typeof delayMs === 'number' ? delayMs : Math.round(delayMs.min + next() * (delayMs.max - delayMs.min))
  return { fires: true, delayMs: delay, seed: left }
}
