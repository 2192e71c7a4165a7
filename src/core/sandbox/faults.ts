import { drawFrom, nextSeed } from '../chance.js'
import type { Fault } from '../scenario/document.js'
import { readFaults } from '../scenario/read-scenario.js'
import type { Change, StatePatch } from './change.js'
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

/** The sandbox of the faults. What a fault has injected is persisted and told, but it is no change to be taken back. */
interface FaultsOwner {
  commit(change: Change): void
  persist(patch: StatePatch): void
  tell(change: 'faults'): void
}

/** The failures that are injected into one sandbox, in the order in which they are tried. */
export class SandboxFaults {
  readonly #drawSeed: () => number
  readonly #owner: FaultsOwner
  #armed: readonly Readonly<ArmedFault>[] = []

  /** @param drawSeed gives a seed to a fault that needs chance and has none */
  constructor(drawSeed: () => number, owner: FaultsOwner) {
    this.#drawSeed = drawSeed
    this.#owner = owner
  }

  /** Takes faults that have been checked, with what they have injected so far. */
  load(faults: readonly Fault[]): void {
    this.#armed = this.#arm(faults)
  }

  /** The faults; what has been drawn and injected so far is in them, so that setting them again goes on from here. */
  all(): Fault[] {
    return this.#armed.map(toFault)
  }

  /**
   * Replaces the faults.
   *
   * @throws {InvalidInputError} if a member is wrong
   */
  set(faults: readonly Fault[]): void {
    const armed = this.#arm(readFaults(faults)).map(toFault)
    this.#owner.commit({ by: 'control', change: 'faults', patch: { faults: armed } })
  }

  clear(): void {
    this.set([])
  }

  /** Decides what happens to a request; `undefined` if no fault is meant for it, or none is injected. */
  inject(operation: string, orderId: string): Injection | undefined {
    if (this.#armed.length === 0) return undefined
    const isMeant = this.#armed.map((armed) => isFor(armed, operation, orderId))
    if (!isMeant.includes(true)) return undefined
    const after = this.#armed.map((armed) => ({ ...armed }))
    const injection = injectFirst(after.filter((_, index) => isMeant[index]))
    this.#owner.persist({ faults: after.map(toFault) })
    this.#armed = after
    if (injection !== undefined) this.#owner.tell('faults')
    return injection
  }

  #arm(faults: readonly Fault[]): ArmedFault[] {
    return faults.map((fault) => ({
      fault,
      orderId: fault.orderId === undefined ? undefined : readId(fault.orderId, ['orderId']),
      fired: fault.fired ?? 0,
      seed: fault.seed ?? (needsChance(fault) ? this.#drawSeed() : 0),
    }))
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
