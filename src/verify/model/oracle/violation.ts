import type { Exchange, NoAnswerError } from '../../../contract/index.js'
import type { ListClue } from '../../script/list-filters.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { StateName } from '../sequences/states.js'
import type { KnownOrder } from './model.js'
import type { MemberName } from './order-list.js'
import type { RuleId } from './rules/rules.js'

/** A call and what came back: an exchange, or no HTTP answer at all. */
export interface AnsweredCall extends ResolvedCall {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined
  readonly outcome: Exchange | NoAnswerError
}

/** Which rule is broken. */
export interface Attribution {
  readonly rule: RuleId
  /** Rules that explain the violation as well, if any one of them is known to be broken. */
  readonly explainedBy: readonly RuleId[]
}

/** An answer that the specification does not allow after what came before. */
export interface Violation extends Attribution {
  readonly answered: AnsweredCall
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** What shows it in a list. */
  readonly clue?: ListClue
  /** The order that was expected to be pending, if its state may be one that can be had only once. */
  readonly suspect?: KnownOrder
  /** How old the order was that it is about, if a state made it. */
  readonly ageMs?: number
  /** Whether an older order is still pending: then no job has shipped all of them. */
  readonly hasWitness?: boolean
  /** Whether the order that was refused is itself still pending: then nothing has shipped it. */
  readonly isStillPending?: boolean
  /** What it is instead if the next list shows again what this one lacked: then nothing was done to it. */
  readonly ifBack?: Attribution | undefined
  /** The member whose value changed. */
  readonly changed?: ChangedMember
}

export interface ChangedMember {
  readonly id: bigint
  readonly name: MemberName
  readonly state: StateName
}

/** The attribution to a rule that can only be broken directly. */
export function directly(rule: RuleId): Attribution {
  return { rule, explainedBy: [] }
}

export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500
}

/** The right key, as opposed to one that is wrong in some way, or in the wrong place. */
export function hasRightKey({ call }: ResolvedCall): boolean {
  return call.key === undefined
}

/** The status, or why there is none. */
export function describeAnswer({ status, outcome }: AnsweredCall): string {
  return status === undefined && outcome instanceof Error ? `no answer (${outcome.reason})` : `${status}`
}

/** What became of a request: a sentence begins with the request, and ends with this. */
export function tellAnswer({ status, outcome }: AnsweredCall): string {
  const isUnanswered = status === undefined && outcome instanceof Error
  return isUnanswered ? `got no answer: ${outcome.reason}` : `was answered with ${status}`
}
