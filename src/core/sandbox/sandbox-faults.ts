import type { Fault } from '../scenario/document.js'
import { readFaults } from '../scenario/read-scenario.js'
import type { Change } from './change.js'
import { type ArmedFault, armFaults, toFault } from './faults.js'

/** What faults need of their sandbox. */
interface FaultsOwner {
  readonly world: { readonly faults: readonly ArmedFault[] }
  readonly drawSeed: () => number
  commit(change: Change): void
}

/** The failures that are injected into one sandbox, in the order in which they are tried. */
export class SandboxFaults {
  readonly #owner: FaultsOwner

  constructor(owner: FaultsOwner) {
    this.#owner = owner
  }

  /** The faults; what has been drawn and injected so far is in them, so that setting them again goes on from here. */
  all(): Fault[] {
    return this.#owner.world.faults.map(toFault)
  }

  /**
   * Replaces the faults.
   *
   * @throws {InvalidInputError} if a member is wrong
   */
  set(faults: readonly Fault[]): void {
    const armed = armFaults(readFaults(faults), this.#owner.drawSeed)
    this.#owner.commit({ kind: 'faults', by: 'control', patch: { faults: armed } })
  }

  clear(): void {
    this.set([])
  }
}
