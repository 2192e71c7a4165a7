import { describeAnswer, hasRightKey, type AnsweredCall, type Violation } from './violation.js'

/** A pet that a state made can be read, and every answer tells when that will end. */
export function judgePets(answers: readonly AnsweredCall[]): Violation | undefined {
  for (const answered of answers) {
    if (answered.call.operation !== 'getPet' || !hasRightKey(answered) || !('label' in answered.call.pet)) continue
    const actual = problemOf(answered)
    if (actual === undefined) continue
    return {
      rule: 'pet-keeps-sunset',
      explainedBy: [],
      answered,
      message: `${answered.request.path} is deprecated and there, but was answered with ${actual}.`,
      expected: '200 with a Sunset header that holds a date',
      actual,
    }
  }
  return undefined
}

function problemOf(answered: AnsweredCall): string | undefined {
  if (answered.status !== 200 || answered.outcome instanceof Error) return describeAnswer(answered)
  const sunset = answered.outcome.response.headers['sunset']
  if (sunset === undefined) return '200 without a Sunset header'
  return Number.isNaN(Date.parse(sunset)) ? `200 with Sunset: ${sunset}` : undefined
}
