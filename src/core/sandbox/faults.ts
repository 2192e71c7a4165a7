import type { Operation } from '../../spec/index.js'
import { Chance } from '../chance.js'
import type { Fault } from '../scenario/document.js'
import { readFaults } from '../scenario/read-scenario.js'
import type { Store } from './store.js'

/** The faults of one sandbox, in the order in which they are tried. */
export class SandboxFaults {
  /** @internal */
  constructor(private readonly owner: Store) {}

  /** The faults, with what has been drawn and injected so far: setting them again goes on from here. */
  all(): Fault[] {
    return this.owner.world.faults.map((fault) => ({ ...fault }))
  }

  /** Replaces the faults. @throws {InvalidInputError} if a field is wrong */
  set(faults: readonly Fault[]): void {
    this.owner.commit({ kind: 'faults', by: 'control', patches: [{ faults: readFaults(faults) }] })
  }

  clear(): void {
    this.set([])
  }
}

/** The effect of a sandbox's faults on one request. */
export interface Injection {
  /** Milliseconds to wait before the response, or before the failure. */
  readonly delayMs: number
  /** Absent if the request is only delayed. */
  readonly failure?: Fault
}

/**
 * Decides what happens to a request; delays add up until the first fault that makes it fail.
 * @returns what is injected, if anything, and all faults with what they have done; `undefined` if no fault applies to it
 */
export function tryFaults(
  faults: readonly Fault[],
  { operationId, parameter }: Pick<Operation, 'parameter'> & { readonly operationId: string },
  id: string,
): { readonly injection: Injection | undefined; readonly faults: readonly Fault[] } | undefined {
  const orderId = parameter === 'orderId' ? id : undefined
  if (!faults.some((fault) => isFor(fault, operationId, orderId))) return undefined
  let injection: Injection | undefined
  const after = faults.map((fault, index) => {
    if (injection?.failure !== undefined || !isFor(fault, operationId, orderId)) return fault
    // Each fault without a seed draws a separate sequence, the same each time that it is set.
    const { seed: start = 1000 * (index + 1) } = fault
    const { fires, delayMs, seed } = draw(fault, start)
    const drawn = seed === start ? {} : { seed }
    if (!fires) return { ...fault, ...drawn }
    injection = {
      delayMs: (injection?.delayMs ?? 0) + delayMs,
      ...(fault.kind !== 'delay' && { failure: fault }),
    }
    return { ...fault, fired: (fault.fired ?? 0) + 1, ...drawn }
  })
  return { injection, faults: after }
}

function isFor({ operation, orderId, times, fired = 0 }: Fault, requested: string, id: string | undefined): boolean {
  return (
    (operation === undefined || operation === requested) &&
    (orderId === undefined || String(orderId) === id) &&
    (times === undefined || fired < times)
  )
}

/** Whether a fault fires and by how much it delays, and the seed of what is left of its sequence. */
function draw({ probability, delayMs = 0 }: Fault, start: number) {
  const chance = new Chance(start)
  const fires = probability === undefined || chance.draw() < probability
  if (typeof delayMs === 'number') return { fires, delayMs, seed: chance.seed }
  if (!fires) return { fires, delayMs: 0, seed: chance.seed }
  return { fires, delayMs: Math.round(delayMs.min + chance.draw() * (delayMs.max - delayMs.min)), seed: chance.seed }
}
