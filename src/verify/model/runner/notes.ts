import { type AnsweredCall, isSuccess, tellAnswer } from '../oracle/violation.js'
import { operations } from '../../../spec/index.js'
import { isOnly, type Model } from '../oracle/model.js'
import { REFUSED_UNREAD } from '../sequences/key-kinds.js'

const OPEN = 'The specification leaves that open.'

/** Notes orders that were listed, were cancelled then, and are listed no more. */
export function noteVanished({ vanished }: Model, notes: Map<string, string>): void {
  if (vanished === undefined) return
  notes.set('cancelled-orders', `Cancelled orders are no longer in the list (order ${vanished.id}, for one). ${OPEN}`)
}

/** Notes answers that the specification leaves open, but that a reader would want to know. */
export function noteOddAnswers(answers: readonly AnsweredCall[], notes: Map<string, string>): void {
  for (const answered of answers) {
    const { call, status, target, request } = answered
    const told = tellAnswer(answered)
    if (target?.kind === 'malformed' && (status === undefined || status >= 500))
      notes.set('malformed-id', `A cancel of ${request.path}, which names no int64, ${told}.`)
    const isSecond = call.key === undefined && target?.kind === 'order' && isOnly(target.order, 'cancelled')
    if (isSecond && status !== undefined && !operations.cancelOrder.statuses.includes(status))
      notes.set('second-cancel', `A second cancel is refused with ${status}, which is not documented. ${OPEN}`)
    if (target?.kind === 'spelled otherwise' && isSuccess(status))
      notes.set(
        'other-spelling',
        `A cancel of ${request.path} ${told}: the provider reads it as the id without its fraction.`,
      )
    if (call.key !== undefined && REFUSED_UNREAD.has(call.key) && status !== 401 && status !== undefined)
      notes.set(`key-${call.key.replaceAll(' ', '-')}`, `A request with a key ${call.key} ${told}, not with 401.`)
  }
}
