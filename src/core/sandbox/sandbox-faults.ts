import type { Fault } from '../scenario/document.js'
import { readFaults } from '../scenario/read-scenario.js'
import { seedFaults } from './faults.js'
import type { Store } from './store.js'

/** The failures that are injected into one sandbox, in the order in which they are tried. */
export class SandboxFaults {
  readonly #owner: Store

  constructor(owner: Store) {
    this.#owner = owner
  }

  /** The faults; what has been drawn and injected so far is in them, so that setting them again goes on from here. */
  all(): Fault[] {
    return this.#owner.world.faults.map((fault) => ({ ...fault }))
  }

  /**
   * Replaces the faults.
   *
   * @throws {InvalidInputError} if a member is wrong
   */
  set(faults: readonly Fault[]): void {
    const { context } = this.#owner
    const seeded = seedFaults(readFaults(faults), context.drawSeed)
    this.#owner.commit({ kind: 'faults', by: 'control', patch: { faults: seeded } })
  }

  clear(): void {
    this.set([])
  }
}
