import type { Model } from './model.js'
import { type AnsweredCall, type AnsweredStep, describeAnswer, hasRightKey, type Violation } from './violation.js'

/** A pet that a state made can be read, and every answer announces its sunset, which stays what it was. */
export function validatePets({ answers, model }: AnsweredStep): Violation | undefined {
  for (const answered of petsAmong(answers)) {
    const { path } = answered.request
    const wrong = faultOf(answered)
    const sunset = sunsetOf(answered)
    const hasMoved = model.sunset !== undefined && sunset !== model.sunset
    if (wrong === undefined && !hasMoved) continue
    return {
      expectation: 'pet',
      freedom: 'none',
      answered,
      message:
        wrong === undefined
          ? `The Sunset of ${path} was ${model.sunset}, and is now ${sunset}.`
          : `${path} exists and is deprecated, but reading it was answered with ${wrong}.`,
      expected: wrong === undefined ? `Sunset: ${model.sunset}` : '200 with a Sunset header that holds a date',
      actual: wrong ?? `Sunset: ${sunset}`,
    }
  }
  return undefined
}

/** Takes valid answers into the model. */
export function learnFromPets({ answers, model }: { answers: readonly AnsweredCall[]; model: Model }): void {
  for (const answered of petsAmong(answers)) model.sunset ??= sunsetOf(answered)
}

function petsAmong(answers: readonly AnsweredCall[]): AnsweredCall[] {
  return answers.filter((answered) => {
    const { call } = answered
    return call.operation === 'getPet' && hasRightKey(answered) && typeof call.pet === 'string'
  })
}

function faultOf(answered: AnsweredCall): string | undefined {
  if (answered.status !== 200) return describeAnswer(answered)
  const sunset = sunsetOf(answered)
  if (sunset === undefined) return '200 without a Sunset header'
  return Number.isNaN(Date.parse(sunset)) ? `200 with Sunset: ${sunset}` : undefined
}

function sunsetOf({ outcome }: AnsweredCall): string | undefined {
  return outcome instanceof Error ? undefined : outcome.response.headers['sunset']
}
