import type { ProviderStateName } from '../../../spec/index.js'
import type { Sequence } from '../sequences/step.js'

/** A rule of the specification that no single exchange can show. */
export interface SequenceRule {
  /** Stable: reports name checks by it. */
  readonly id: string
  readonly claim: string
  readonly clause: string
  /** Without any one of these the rule cannot be checked. */
  readonly states: readonly ProviderStateName[]
  /** Shows whether the provider conforms to the rule; steps that are only needed for that are marked as given. */
  readonly sequence: Sequence
  readonly isAlone?: true
}
