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
interface ArmedFault {
  readonly fault: Fault
  readonly orderId: string | undefined
  fired: number
  /** The seed from which the rest of its sequence is drawn. */
  seed: number
}

/** The faults of one sandbox, in the order in which they are tried. A list never changes: another takes its place. */
export class FaultList {
  readonly #armed: readonly Readonly<ArmedFault>[]
  readonly #drawSeed: () => number

  /** @param drawSeed gives a seed to a fault that needs chance and has none */
  constructor(faults: readonly Fault[], drawSeed: () => number) {
    this.#drawSeed = drawSeed
    this.#armed = faults.map((fault) => ({
      fault,
      orderId: fault.orderId === undefined ? undefined : readId(fault.orderId, ['orderId']),
      fired: fault.fired ?? 0,
      seed: fault.seed ?? (needsChance(fault) ? drawSeed() : 0),
    }))
  }

  get isEmpty(): boolean {
    return this.#armed.length === 0
  }

  /** Other faults, for the same sandbox. */
  with(faults: readonly Fault[]): FaultList {
    return new FaultList(faults, this.#drawSeed)
  }

  /** The faults; what has been drawn and fired so far is in them, so that setting them again goes on from here. */
  list(): Fault[] {
    return this.#armed.map(toFault)
  }

  /** Decides what happens to a request, and gives the faults as they are after it: the same ones, if none was tried. */
  inject(
    operation: string,
    orderId: string | undefined,
  ): { readonly injection: Injection | undefined; readonly after: readonly Fault[] | undefined } {
    const isMeant = this.#armed.map((armed) => isFor(armed, operation, orderId))
    if (!isMeant.includes(true)) return { injection: undefined, after: undefined }
    const armed = this.#armed.map((each) => ({ ...each }))
    const injection = injectFirst(armed.filter((_, index) => isMeant[index]))
    return { injection, after: armed.map(toFault) }
  }
}

/** Delays add up until the first fault that makes the request fail. */
function injectFirst(candidates: readonly ArmedFault[]): Injection | undefined {
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

function toFault({ fault, fired, seed }: Readonly<ArmedFault>): Fault {
  return { ...fault, ...(fired > 0 && { fired }), ...(needsChance(fault) && { seed }) }
}

function isFor({ fault, orderId, fired }: ArmedFault, operation: string, requested: string | undefined): boolean {
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
