import { expect, test } from 'vitest'
import { NoAnswerError } from '../../../../src/contract/index.js'
import { Model } from '../../../../src/verify/model/oracle/model.js'
import { validateAnswers } from '../../../../src/verify/model/oracle/validate-answers.js'
import type { AnsweredCall } from '../../../../src/verify/model/oracle/violation.js'
import { resolveCall } from '../../../../src/verify/model/sequences/resolve-call.js'
import { PENDING, PET } from '../../../../src/verify/model/sequences/states.js'
import { type Call, cancel, getPet, list, setUp } from '../../../../src/verify/model/sequences/step.js'

const REASON = 'it closed the connection before its answer was complete'

test.each<[Call[], string]>([
  [[cancel(PENDING)], `Order 7 is pending, but cancelling it got no answer: ${REASON}.`],
  [
    [cancel(PENDING), cancel(PENDING)],
    `Of 2 concurrent cancels of order 7, none succeeded: 2 × no answer (${REASON}).`,
  ],
  [[list()], `Reading the list of orders got no answer: ${REASON}.`],
  [[list('missing')], `listOrders with a wrong key (missing) got no answer: ${REASON}.`],
  [[getPet(PET)], `/pets/9 exists and is deprecated, but reading it got no answer: ${REASON}.`],
])('a finding about a request without an answer is a sentence: %j', (calls, message) => {
  const model = new Model()
  const isAboutPet = calls.some(({ operation }) => operation === 'getPet')
  model.stateReached(setUp(isAboutPet ? PET : PENDING), isAboutPet ? 9n : 7n)
  const answers = calls.flatMap((call): AnsweredCall[] => {
    const resolved = resolveCall(call, { apiKey: 'k', model, takenIds: new Set() })
    if (resolved === undefined) return []
    const request = { ...resolved.request, url: `http://shop/v1${resolved.request.path}` }
    return [{ ...resolved, status: undefined, outcome: new NoAnswerError(request, REASON) }]
  })
  expect(validateAnswers({ model, answers })?.message).toBe(message)
})
