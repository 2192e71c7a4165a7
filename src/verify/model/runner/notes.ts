import { type AnsweredCall, isSuccess } from '../oracle/violation.js'
import { REFUSED_UNREAD } from '../sequences/key-kinds.js'

/** Notes answers that the specification leaves open, but that a reader would want to know. */
export function noteOddAnswers(answers: readonly AnsweredCall[], notes: Map<string, string>): void {
  for (const { call, status, target, request, outcome } of answers) {
    const answer = outcome instanceof Error ? `got no answer: ${outcome.reason}` : `was answered with ${status}`
    if (target?.kind === 'malformed' && (status === undefined || status >= 500))
      notes.set('malformed-id', `A cancel of ${request.path}, which names no int64, ${answer}.`)
    if (target?.kind === 'spelled otherwise' && isSuccess(status))
      notes.set('other-spelling', `A cancel of ${request.path} ${answer}: it is taken for the id without its fraction.`)
    if (call.key !== undefined && REFUSED_UNREAD.has(call.key) && status !== 401 && status !== undefined)
      notes.set(`key-${call.key.replaceAll(' ', '-')}`, `A request with a key ${call.key} ${answer}, not with 401.`)
  }
}
