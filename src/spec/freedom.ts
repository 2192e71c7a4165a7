import type { FreedomChoices } from './freedoms.generated.js'

export type FreedomName = keyof FreedomChoices

/** What `contracts/freedoms.yaml` says of one freedom: a choice that the specification leaves to the service. */
export interface Freedom {
  readonly name: FreedomName
  /** The statuses that the contract allows, such as `4xx`, if it allows others than the choices. */
  readonly statuses?: readonly string[]
  /** The first one is the default of the mock. */
  readonly choices: readonly {
    readonly name: string
    /** What a response shows, in a few words. */
    readonly shows: string
    /** The choices of other freedoms without which a seed never draws this choice. */
    readonly drawnWith?: Readonly<Partial<Record<FreedomName, string>>>
  }[]
}
