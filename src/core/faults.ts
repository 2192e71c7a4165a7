import type { OperationId } from '../spec/index.js'
import { drawFrom, nextSeed } from './chance.js'
import type { Fault } from './scenario/document.js'
import { readId } from './scenario/read-order.js'

/** What the faults of a sandbox do to one request. */
export interface Injection {
  /** Milliseconds to wait before the answer, or before the failure. */
  readonly delayMs: number
  /** Absent if the request is only delayed. */
  readonly failure?: Fault
}

/** A fault with what it has done so far. */
interface ArmedFault {
  readonly fault: Fault
  readonly orderId: string | undefined
  fired: number
  /** The seed from which the rest of its sequence is drawn. */
  seed: number
}

/** The faults of one sandbox, in the order in which they are tried. */
export class FaultList {
  #armed: ArmedFault[] = []
  readonly #drawSeed: () => number

  /** @param drawSeed gives a seed to a fault that needs chance and has none */
  constructor(faults: readonly Fault[], drawSeed: () => number) {
    this.#drawSeed = drawSeed
    this.set(faults)
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  set(faults: readonly Fault[]): void {
    this.#armed = faults.map((fault) => ({
      fault,
      orderId: fault.orderId === undefined ? undefined : readId(fault.orderId, ['orderId']),
      fired: fault.fired ?? 0,
      seed: fault.seed ?? (needsChance(fault) ? this.#drawSeed() : 0),
    }))
  }

  /** The faults; what has been drawn and fired so far is in them, so that setting them again goes on from here. */
  list(): Fault[] {
    return this.#armed.map(({ fault, fired, seed }) => ({
      ...fault,
      ...(fired > 0 && { fired }),
      ...(needsChance(fault) && { seed }),
    }))
  }

  /** Decides what happens to a request: delays add up until the first fault that makes it fail. */
  inject(operation: OperationId, orderId: string | undefined): Injection | undefined {
    let delayMs = 0
    let hasFired = false
    for (const armed of this.#armed) {
      if (!isFor(armed, operation, orderId) || !fires(armed)) continue
      hasFired = true
      delayMs += drawDelay(armed)
      if (armed.fault.kind !== 'delay') return { delayMs, failure: armed.fault }
    }
    return hasFired ? { delayMs } : undefined
  }
}

function isFor({ fault, orderId, fired }: ArmedFault, operation: OperationId, requested: string | undefined): boolean {
  return (
    (fault.operation === undefined || fault.operation === operation) &&
    (orderId === undefined || (operation === 'cancelOrder' && orderId === requested)) &&
    (fault.times === undefined || fired < fault.times)
  )
}

function fires(armed: ArmedFault): boolean {
  const { probability } = armed.fault
  if (probability !== undefined && draw(armed) >= probability) return false
  armed.fired += 1
  return true
}

function drawDelay(armed: ArmedFault): number {
  const { delayMs = 0 } = armed.fault
  if (typeof delayMs === 'number') return delayMs
  return Math.round(delayMs.min + draw(armed) * (delayMs.max - delayMs.min))
}

function draw(armed: ArmedFault): number {
  const drawn = drawFrom(armed.seed)
  armed.seed = nextSeed(armed.seed)
  return drawn
}

function needsChance({ probability, delayMs }: Fault): boolean {
  return probability !== undefined || typeof delayMs === 'object'
}
