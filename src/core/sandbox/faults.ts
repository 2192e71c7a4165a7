import { drawFrom, nextSeed } from '../chance.js'
import type { Fault } from '../scenario/document.js'
import { readId } from '../scenario/read-order.js'

/** What the faults of a sandbox do to one request. */
export interface Injection {
  /** Milliseconds to wait before the answer, or before the failure. */
  readonly delayMs: number
  /** Absent if the request is only delayed. */
  readonly failure?: Fault
}

/** A fault with what it has done so far. */
export interface ArmedFault {
  readonly fault: Fault
  readonly orderId: string | undefined
  readonly fired: number
  /** The seed from which the rest of its sequence is drawn. */
  readonly seed: number
}

/** What trying the faults at a request leads to. */
export interface Tried {
  /** Absent if none is injected. */
  readonly injection: Injection | undefined
  /** All faults, with what they have done by now. */
  readonly faults: readonly ArmedFault[]
}

/** Decides what happens to a request; `undefined` if no fault is meant for it. */
export function tryFaults(faults: readonly ArmedFault[], operation: string, orderId: string): Tried | undefined {
  if (faults.length === 0) return undefined
  const isMeant = faults.map((armed) => isFor(armed, operation, orderId))
  if (!isMeant.includes(true)) return undefined
  const after = faults.map((armed) => ({ ...armed }))
  const injection = injectFirst(after.filter((_, index) => isMeant[index]))
  return { injection, faults: after }
}

/** Makes faults that have been checked ready to be tried; they go on from what they have injected so far. */
export function armFaults(faults: readonly Fault[], drawSeed: () => number): ArmedFault[] {
  return faults.map((fault) => ({
    fault,
    orderId: fault.orderId === undefined ? undefined : readId(fault.orderId, ['orderId']),
    fired: fault.fired ?? 0,
    seed: fault.seed ?? (needsChance(fault) ? drawSeed() : 0),
  }))
}

/** A fault as it is read, with what it has done so far. */
export function toFault({ fault, fired, seed }: ArmedFault): Fault {
  return { ...fault, ...(fired > 0 && { fired }), ...(needsChance(fault) && { seed }) }
}

type Writable<Type> = { -readonly [member in keyof Type]: Type[member] }

/** Delays add up until the first fault that makes the request fail. */
function injectFirst(candidates: readonly Writable<ArmedFault>[]): Injection | undefined {
  let delayMs = 0
  let hasFired = false
  for (const armed of candidates) {
    if (!fires(armed)) continue
    hasFired = true
    delayMs += drawDelay(armed)
    if (armed.fault.kind !== 'delay') return { delayMs, failure: armed.fault }
  }
  return hasFired ? { delayMs } : undefined
}

function isFor({ fault, orderId, fired }: ArmedFault, operation: string, requested: string | undefined): boolean {
  return (
    (fault.operation === undefined || fault.operation === operation) &&
    (orderId === undefined || (operation === 'cancelOrder' && orderId === requested)) &&
    (fault.times === undefined || fired < fault.times)
  )
}

function fires(armed: Writable<ArmedFault>): boolean {
  const { probability } = armed.fault
  if (probability !== undefined && draw(armed) >= probability) return false
  armed.fired += 1
  return true
}

function drawDelay(armed: Writable<ArmedFault>): number {
  const { delayMs = 0 } = armed.fault
  if (typeof delayMs === 'number') return delayMs
  return Math.round(delayMs.min + draw(armed) * (delayMs.max - delayMs.min))
}

function draw(armed: Writable<ArmedFault>): number {
  const drawn = drawFrom(armed.seed)
  armed.seed = nextSeed(armed.seed)
  return drawn
}

function needsChance({ probability, delayMs }: Fault): boolean {
  return probability !== undefined || typeof delayMs === 'object'
}
