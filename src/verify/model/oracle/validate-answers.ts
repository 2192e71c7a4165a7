import { possibleAt } from '../../../contract/index.js'
import { hasRightKey, isPlainList } from '../sequences/calls.js'
import { REFUSED_UNREAD } from '../sequences/key-kinds.js'
import { learnFromOrders, validateOrders } from './one-order.js'
import { validateLists } from './list-orders.js'
import { type AnsweredCall, type AnsweredStep, isLeftOpen, isSuccess } from './answered-step.js'
import { tellAnswer, type ModelViolation, violationOf } from './violation.js'

const IN_OTHER_CASE = 'with letters in the other case'
const REUSED =
  ' On a kept connection, some servers reuse the previous spelling of a header: see contracts/interoperability.md.'

/** The first of these responses that the specification does not allow. Leaves the model as it is. */
export function validateAnswers(step: AnsweredStep): ModelViolation | undefined {
  return validateKeys(step) ?? validatePets(step) ?? validateOrders(step) ?? validateLists(step)
}

export function learnFrom(step: AnsweredStep): void {
  const { model, answers, lists, changing, pets } = step
  const plain = lists.flatMap(({ call, list }) => (isPlainList(call) ? (list ?? []) : []))
  model.sawLists(plain, changing)
  learnFromOrders(step)
  for (const answered of pets) model.sunset ??= sunsetOf(answered)
  for (const { target, status } of answers)
    if (target?.mayCancel && isSuccess(status)) model.mayBeCancelled(target.mayCancel)
}

/** Notes, by subject, what the specification leaves open in valid responses, but a reader would want to know. */
export function noteOddAnswers({ answers, byOrder }: AnsweredStep, notes: Map<string, string>): void {
  for (const answered of answers) {
    const { call, status, target, request } = answered
    const end = tellAnswer(answered)
    if (target && target.order === undefined && (status === undefined || status >= 500))
      notes.set('malformed-id', `Cancelling ${request.path}, whose id is not an int64, ${end}.`)
    if ('order' in call && 'mayCancel' in call.order && isSuccess(status))
      notes.set('other-spelling', `A cancel of ${request.path} ${end}: the provider ${call.order.mayCancel}.`)
    const order = target?.order
    // What is open for an order that may have been cancelled, or for another path, is not due to the Content-Type.
    const mayBeCancelled =
      order === undefined ||
      isElsewhere(answered) ||
      possibleAt(order.life, Infinity).some((each) => each === 'cancelled' || each === 'gone') ||
      byOrder.get(order)?.some((other) => isSuccess(other.status)) === true
    if (!('suffix' in call) && !mayBeCancelled && isLeftOpen(answered))
      notes.set('content-type', `A cancel with a Content-Type and no body ${end}, which is not documented.`)
    else if (call.key !== undefined && REFUSED_UNREAD.has(call.key) && status !== 401 && status !== undefined)
      notes.set(`key-${call.key.replaceAll(' ', '-')}`, `A request with a key ${call.key} ${end}, not 401.`)
  }
}

/** A valid key stays valid, whatever happens to orders; of malformed ids the specification says nothing. */
function validateKeys({ answers, lists, byOrder, pets }: AnsweredStep): ModelViolation | undefined {
  const specified = [...lists, ...[...byOrder.values()].flat(), ...pets]
  const refused = specified.find(({ status }) => status === 401)
  if (refused !== undefined) {
    const { method, path, headers } = refused.request
    const names = refused.call.isLowerCase === true ? ', with the names of its headers in lower case,' : ''
    const cookies = 'Cookie' in headers ? ', with the cookies that the provider has set,' : ''
    const message = `The valid API key was rejected: ${method} ${path}${names}${cookies} returned 401.`
    return violationOf('right key', refused, { message, expected: 'any status but 401: the key is valid' })
  }
  const answered = answers.find((answer) => !hasRightKey(answer.call) && !isRefused(answer))
  if (answered === undefined) return undefined
  const { operation, key } = answered.call
  const asked = isElsewhere(answered) ? `${answered.request.method} ${answered.request.path}` : operation
  return violationOf('wrong key', answered, {
    excuse: answered.isPerhapsOfOthers ? 'others' : 'none',
    message: `${asked} with an invalid API key (${key}) ${tellAnswer(answered)}.${key === IN_OTHER_CASE ? REUSED : ''}`,
    expected: `401: the key is wrong (${key})`,
  })
}

function isRefused(answered: AnsweredCall): boolean {
  const { call, status = 0, json } = answered
  if (isElsewhere(answered))
    return status !== 204 && (status !== 200 || (!Array.isArray(json) && sunsetOf(answered) === undefined))
  // The form of a pet's id is not specified: one that no pet has may name no route at all, and so ask for no key.
  if (call.operation === 'getPet' && typeof call.pet === 'bigint' && (status === 404 || status === 410)) return true
  // A server may reject such requests before the key is checked.
  if (call.key !== undefined && REFUSED_UNREAD.has(call.key)) return status >= 400 && status < 500
  if (isLeftOpen(answered)) return true
  return status === 401
}

function isElsewhere({ call }: AnsweredCall): boolean {
  return call.spell !== undefined
}

/** A pet that a provider state created can be read, and its sunset stays the same. */
function validatePets({ pets, model }: AnsweredStep): ModelViolation | undefined {
  for (const answered of pets) {
    const { path } = answered.request
    if (answered.status !== 200) {
      const message = `${path} exists and is deprecated, but reading it ${tellAnswer(answered)}.`
      return violationOf('pet', answered, { message, expected: '200 with a Sunset header that is a date' })
    }
    const [before, sunset] = [model.sunset, sunsetOf(answered)]
    if (before === undefined || sunset === before) continue
    const message = `The Sunset of ${path} was ${before}, and is now ${sunset}.`
    return violationOf('pet', answered, { message, expected: `Sunset: ${before}`, actual: `Sunset: ${sunset}` })
  }
  return undefined
}

function sunsetOf({ answer }: AnsweredCall): string | undefined {
  return answer instanceof Error ? undefined : answer.response.headers['sunset']
}
