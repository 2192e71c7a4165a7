import type { Operation } from '../../spec/index.js'
import type { ParsedExchange } from '../parse-exchange.js'

/** What a rule finds wrong with an answer. */
export interface Finding {
  /** For the provider's author: what is wrong and where. */
  readonly message: string
  readonly expected: string
}

/** One demand on the answers of some operations. */
export interface Rule {
  readonly id: string
  /** The demand, in the present tense. */
  readonly claim: string
  /** The section of the specification that makes it; by default the one of the operation. */
  readonly clause?: string
  /** Whether the rule is about an operation at all; by default it is about every one. */
  readonly concerns?: (operation: Operation) => boolean
  /** Whether it is about how the whole API is carried: a fault is then one fault, however many operations show it. */
  readonly isAboutAll?: boolean
  /** Whether the rule has something to say about this answer. */
  readonly applies: (parsed: ParsedExchange) => boolean
  /** What is wrong; nothing if all is well. */
  readonly find: (parsed: ParsedExchange) => readonly Finding[]
  /** What is not wrong, but what a reader would want to know. */
  readonly note?: (parsed: ParsedExchange) => string | undefined
}
