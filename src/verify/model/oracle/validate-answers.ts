import { describeAnswer } from '../../../contract/index.js'
import { REFUSED_UNREAD } from '../sequences/key-kinds.js'
import { learnFromCancels, validateCancels } from './cancel-order.js'
import { learnFromLists, validateLists } from './list-orders.js'
import {
  type AnsweredCall,
  type AnsweredStep,
  hasRightKey,
  isSuccess,
  tellAnswer,
  type Violation,
} from './violation.js'

/** The first of these answers that the specification does not allow. Leaves the model as it is. */
export function validateAnswers(step: AnsweredStep): Violation | undefined {
  return validateKeys(step) ?? validatePets(step) ?? validateCancels(step) ?? validateLists(step)
}

/** Takes valid answers into the model. */
export function learnFrom(step: AnsweredStep): void {
  const { model, answers } = step
  learnFromLists(step)
  learnFromCancels(step)
  for (const answered of petsAmong(answers)) model.sunset ??= sunsetOf(answered)
  for (const { target, status } of answers)
    if (target?.kind === 'spelled otherwise' && isSuccess(status)) model.cancelled(target.order)
}

/** Whatever is asked for with a wrong key, the answer is 401. */
function validateKeys({ answers }: AnsweredStep): Violation | undefined {
  const answered = answers.find((answer) => !hasRightKey(answer) && !isRefused(answer))
  if (answered === undefined) return undefined
  const { call, request } = answered
  const { operation, key } = call
  const asked = operation === 'listOrders' && call.endsInSlash ? `GET ${request.path}` : operation
  return {
    expectation: 'wrong key',
    freedom: answered.isPerhapsOfOthers ? 'others' : 'none',
    answered,
    message: `${asked} with a wrong key (${key}) ${tellAnswer(answered)}.`,
    expected: `401: the key is wrong (${key})`,
    actual: describeAnswer(answered.answer),
  }
}

function isRefused({ call, status = 0, list }: AnsweredCall): boolean {
  if (call.operation === 'listOrders' && call.endsInSlash) return list === undefined
  // What a pet's id looks like is not specified: one that no pet has may name no route at all, and so ask for no key.
  if (call.operation === 'getPet' && typeof call.pet === 'bigint' && (status === 404 || status === 410)) return true
  // A server may refuse such requests before the key is checked.
  if (call.key !== undefined && REFUSED_UNREAD.has(call.key)) return status >= 400 && status < 500
  return status === 401
}

/** A pet that a state made can be read, and every answer announces its sunset, which stays what it was. */
function validatePets({ answers, model }: AnsweredStep): Violation | undefined {
  for (const answered of petsAmong(answers)) {
    const { path } = answered.request
    const wrong = faultOf(answered)
    const sunset = sunsetOf(answered)
    const found = { expectation: 'pet', freedom: 'none', answered } as const
    if (wrong !== undefined) {
      const message = `${path} exists and is deprecated, but reading it was answered with ${wrong}.`
      return { ...found, message, expected: '200 with a Sunset header that holds a date', actual: wrong }
    }
    if (model.sunset === undefined || sunset === model.sunset) continue
    const message = `The Sunset of ${path} was ${model.sunset}, and is now ${sunset}.`
    return { ...found, message, expected: `Sunset: ${model.sunset}`, actual: `Sunset: ${sunset}` }
  }
  return undefined
}

function petsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answered) => {
    const { call } = answered
    return call.operation === 'getPet' && hasRightKey(answered) && typeof call.pet === 'string'
  })
}

function faultOf(answered: AnsweredCall): string | undefined {
  if (answered.status !== 200) return describeAnswer(answered.answer)
  const sunset = sunsetOf(answered)
  if (sunset === undefined) return '200 without a Sunset header'
  return Number.isNaN(Date.parse(sunset)) ? `200 with Sunset: ${sunset}` : undefined
}

function sunsetOf({ answer }: AnsweredCall): string | undefined {
  return answer instanceof Error ? undefined : answer.response.headers['sunset']
}
