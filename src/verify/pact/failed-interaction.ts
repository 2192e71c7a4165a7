import { type Exchange, findOperation, orderEvidence, shortened } from '../../contract/index.js'
import { findProviderState, toInt64 } from '../../spec/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import type { Provider } from '../provider.js'
import type { ReachedState } from '../run-log.js'
import { scriptLines } from '../script.js'
import type { Mismatch } from './pact-verifier.js'
import type { Relay } from './relay.js'

/** The result of an interaction; the mismatches are for a Pact Broker. */
export type Verified = Partial<CheckResult> &
  Pick<CheckResult, 'result'> & { readonly mismatches?: readonly Mismatch[] }

type Relayed = Awaited<ReturnType<Relay['verify']>>

/** The result of an interaction with another response than the consumer counts on, or none. */
export function failed({ states }: Provider, reached: readonly ReachedState[], { report, answer }: Relayed): Verified {
  const { mismatches, error } = report
  const isAnswered = !(answer instanceof Error)
  if (answer === undefined || (isAnswered && mismatches.length === 0))
    return { result: 'error', message: `Pact's verifier could not verify it: ${error}` }
  // For each place, the violation in Pact's words, and what the consumer counts on instead.
  const places = mismatches.map((each) => `${placeOf(each)}: ${inTheMiddle(each.description, 200)}`).join('; ')
  const wanted = mismatches.map((each) => `${placeOf(each)}: ${shortened(each.expected, 200)}`).join('\n')
  const [message, expected] = isAnswered
    ? [`${places.charAt(0).toUpperCase()}${places.slice(1)}.${otherCause(reached, answer, mismatches)}`, wanted]
    : [`There was no response: ${answer.reason}.`, 'an HTTP response']
  // With the states before it, the request can be repeated from the start: the order of its id is used up by now.
  const events = [...reached, { kind: 'answers' as const, answers: [{ answer }] }]
  const steps = scriptLines(events, { states, expected: expected.replaceAll('\n', ', ') })
  return { ...failedAnswer(answer, expected), message, steps, mismatches: isAnswered ? mismatches : [] }
}

/** What may be wrong instead: a state that did not take effect, or an id that the pact does not take from the state. */
function otherCause(reached: readonly ReachedState[], { request, response }: Exchange, [first]: readonly Mismatch[]) {
  const { status, body } = response
  const given = reached.flatMap(({ values }) => toInt64(values['orderId'] ?? values['petId']) ?? [])
  // A list with other elements, more or fewer.
  const areLists = [body.trimStart(), first?.expected].every((json) => json?.startsWith('['))
  const isOtherList = status === 200 && first?.identifier === '$' && areLists
  // No state explains what a wrong key gets.
  const called = first?.attribute === 'status' && first.expected !== '401' ? findOperation(request) : undefined
  const id = called?.id
  const isOther = id !== undefined && given.length > 0 && !given.includes(id)
  if (isOther && status === 404)
    return ` The pact names the id ${id}, but the state gave ${given[0]}: take the id from the state.`
  // Another state of the order explains each response that there is for one.
  const evidence = called && orderEvidence(called.operation.operationId, status)
  const isOfOrder = id !== undefined && status !== 401 && evidence?.wasOneOf[0] !== undefined
  const wrong = reached.findLast(
    ({ name, values }) => (isOtherList && findProviderState(name)) || (isOfOrder && 'orderId' in values),
  )
  return wrong === undefined ? '' : ` Or the state "${wrong.name}" did not take effect.`
}

/** Shortens a text whose end says most: Pact begins with the value that is wrong. */
function inTheMiddle(words: string, maxLength: number): string {
  if (words.length <= maxLength) return words
  return `${words.slice(0, maxLength / 2)} … ${words.slice(-maxLength / 2)}`
}

function placeOf({ attribute, identifier }: Mismatch): string {
  // Of a body that is missing, Pact gives the place as `/`.
  if (identifier === undefined || identifier === '$' || identifier === '/') return `the ${attribute}`
  return attribute === 'header' ? `header ${identifier}` : identifier
}
