import type { Answer, ExpectationName, Freedom, OutgoingRequest } from '../../../contract/index.js'
import type { Call } from '../sequences/step.js'
import type { KnownOrder, Model } from './model.js'
import type { MemberName, OrderList } from './order-list.js'

/** What a cancel is aimed at, and the text that stands for it in the path. */
export type CancelTarget =
  /** An order, or an id of which it is known what may be behind it. */
  | { readonly kind: 'order'; readonly text: string; readonly order: KnownOrder }
  /** Text that is no int64: nothing is demanded of the answer. */
  | { readonly kind: 'malformed'; readonly text: string }
  /** Text that some take for the id of an order, and may cancel it. */
  | { readonly kind: 'spelled otherwise'; readonly text: string; readonly order: KnownOrder }

/** A call whose labels are replaced by ids. */
export interface ResolvedCall {
  readonly call: Call
  readonly request: OutgoingRequest
  /** For a cancel. */
  readonly target?: CancelTarget | undefined
  /** Whether its wrong key may be the right one of somebody else. */
  readonly isPerhapsOfOthers: boolean
}

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
