import type { Exchange, NoAnswerError } from '../../../contract/index.js'
import type { MemberName } from './order-list.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { KnownOrder } from './model.js'
import type { RuleId } from './rules.js'

/** A call and what came back: an exchange, or no HTTP answer at all. */
export interface AnsweredCall extends ResolvedCall {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined
  readonly outcome: Exchange | NoAnswerError
}

/** An answer that the specification does not allow after what came before. */
export interface Violation {
  readonly rule: RuleId
  readonly answered: AnsweredCall
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** Rules of which each, if it is known to be broken, explains this, too. */
  readonly explainedBy: readonly RuleId[]
  /** The pending order that was expected, if its state may be one that can be had only once. */
  readonly doubted?: KnownOrder
  /** The member whose value changed, if it may be one that changes by itself. */
  readonly changed?: ChangedMember
}

export interface ChangedMember {
  readonly id: bigint
  readonly name: MemberName
}

/** Whether a status says that the deed was done. */
export function isDone(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The right key, as opposed to one that is wrong in some way, or in the wrong place. */
export function hasRightKey({ call }: ResolvedCall): boolean {
  return call.key === undefined
}

/** What an answer was, in a few words. */
export function describeAnswer({ status, outcome }: AnsweredCall): string {
  return status === undefined && outcome instanceof Error ? `no answer: ${outcome.reason}` : `${status}`
}
