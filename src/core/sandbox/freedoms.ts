import { type FreedomChoices, freedoms as table } from '../../spec/index.js'
import type { FreedomsInput } from '../scenario/document.js'
import { readFreedoms } from '../scenario/read-freedoms.js'
import type { Store } from './store.js'

/** What one sandbox does where the specification leaves it open. */
export class SandboxFreedoms {
  /** @internal */
  constructor(private readonly owner: Store) {}

  /** The seed for everything that is drawn, and the choice of each freedom, defaults included. */
  read(): { readonly seed: number; readonly choices: FreedomChoices } {
    const { seed, choices } = this.owner.world.freedoms ?? { seed: 1, choices: {} }
    const all = table.map(({ name, choices: [first] }) => [name, choices[name] ?? first?.name])
    return { seed, choices: Object.fromEntries(all) as FreedomChoices }
  }

  /**
   * Replaces all choices: by a seed, which draws each of them, or by given ones, the others becoming the defaults.
   * @throws {InvalidInputError} naming each wrong freedom and choice
   */
  set(freedoms: FreedomsInput): void {
    this.owner.commit({ kind: 'freedoms', by: 'control', patches: [{ freedoms: readFreedoms(freedoms) }] })
  }
}
