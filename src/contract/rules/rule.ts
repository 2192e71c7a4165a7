import type { OperationId } from '../../spec/index.js'
import type { Seen } from './seen.js'

/** What a rule finds wrong with an answer. */
export interface Finding {
  /** For the provider's author: what is wrong and where. */
  readonly message: string
  readonly expected: string
}

/** One demand on the answers of some operations. */
export interface Rule {
  readonly id: string
  readonly operations: readonly OperationId[]
  /** The demand, in the present tense. */
  readonly claim: string
  /** The section of the specification that makes it; by default the one of the operation. */
  readonly clause?: string
  /** Whether the rule has something to say about this answer. */
  applies(seen: Seen): boolean
  /** What is wrong; nothing if all is well. */
  find(seen: Seen): readonly Finding[]
}

/** The section of the specification that describes an operation. */
export const SECTION_OF: Readonly<Record<OperationId, string>> = {
  listOrders: 'List orders',
  cancelOrder: 'Cancel an order',
  getPet: 'Versioning',
}
