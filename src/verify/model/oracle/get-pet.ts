import { type AnsweredCall, type AnsweredStep, describeAnswer, hasRightKey, type Violation } from './violation.js'

/** A pet that a state made can be read, and every answer announces its sunset. */
export function validatePets({ answers }: AnsweredStep): Violation | undefined {
  for (const answered of answers) {
    const { call, request } = answered
    if (call.operation !== 'getPet' || !hasRightKey(answered) || !('label' in call.pet)) continue
    const actual = faultOf(answered)
    if (actual === undefined) continue
    return {
      expectation: 'pet',
      freedom: 'none',
      answered,
      message: `${request.path} exists and is deprecated, but reading it was answered with ${actual}.`,
      expected: '200 with a Sunset header that holds a date',
      actual,
    }
  }
  return undefined
}

function faultOf(answered: AnsweredCall): string | undefined {
  const { status, outcome } = answered
  if (status !== 200 || outcome instanceof Error) return describeAnswer(answered)
  const { sunset } = outcome.response.headers
  if (sunset === undefined) return '200 without a Sunset header'
  return Number.isNaN(Date.parse(sunset)) ? `200 with Sunset: ${sunset}` : undefined
}
