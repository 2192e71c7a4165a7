import type { Answer, ExpectationName, Freedom } from '../../../contract/index.js'
import type { ResolvedCall } from '../sequences/resolve-call.js'
import type { KnownOrder, Model } from './model.js'
import type { MemberName, OrderList } from './order-list.js'

/** A call and what came back: an exchange, or no HTTP answer at all. */
export interface AnsweredCall extends ResolvedCall {
  /** `undefined` if there was no answer. */
  readonly status: number | undefined
  /** Without its body. */
  readonly answer: Answer
  /** What was listed, if it was a list. */
  readonly list?: OrderList | undefined
}

/** The answers to one step, and the model as it was before them. */
export interface AnsweredStep {
  readonly model: Model
  readonly answers: readonly AnsweredCall[]
}

/** An answer that the specification does not allow after what came before. */
export interface Violation {
  /** What was expected, by its name in the table. */
  readonly expectation: ExpectationName
  readonly freedom: Freedom
  readonly answered: AnsweredCall
  readonly message: string
  readonly expected: string
  readonly actual: string
  /** The order that it is about. */
  readonly order?: KnownOrder
  /** The member of it whose value has changed. */
  readonly member?: MemberName
}

export function isSuccess(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300
}

/** The right key, as opposed to one that is wrong in some way, or in the wrong place. */
export function hasRightKey({ call }: ResolvedCall): boolean {
  return call.key === undefined
}

/** What became of a request: a sentence begins with the request, and ends with this. */
export function tellAnswer({ answer }: AnsweredCall): string {
  return answer instanceof Error ? `got no answer: ${answer.reason}` : `was answered with ${answer.response.status}`
}
