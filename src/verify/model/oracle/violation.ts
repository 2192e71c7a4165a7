import { describeAnswer, type ExpectationName, EXPECTATIONS, type Excuse } from '../../../contract/index.js'
import type { MemberName } from '../sequences/order-list.js'
import type { AnsweredCall } from './answered-step.js'
import type { KnownOrder } from './model.js'

export interface ModelViolation {
  readonly expectation: ExpectationName
  readonly excuse: Excuse
  readonly answered: AnsweredCall
  readonly message: string
  readonly expected: string
  readonly actual: string
  readonly order?: KnownOrder
  /** What else may be wrong than the provider. */
  readonly doubt?: string | undefined
  readonly member?: MemberName
}

/** A violation that only the provider explains, and that the response itself shows, unless `more` says otherwise. */
export function violationOf(
  expectation: ExpectationName,
  answered: AnsweredCall,
  { message, ...more }: Pick<ModelViolation, 'message' | 'expected'> & Partial<ModelViolation>,
): ModelViolation {
  const { excuse = 'none' } = EXPECTATIONS[expectation]
  const { call, request } = answered
  const query =
    'suffix' in call && call.suffix !== undefined ? ` The query was ${request.path.replace(/^[^?]*/, '')}.` : ''
  return { expectation, answered, excuse, actual: describeAnswer(answered.answer), message: message + query, ...more }
}

/** The response, as the end of a sentence that begins with the request. */
export function tellAnswer({ answer }: AnsweredCall): string {
  return answer instanceof Error ? `got no response: ${answer.reason}` : `returned ${answer.response.status}`
}
