import { stringifyJson } from '../spec/index.js'
import type { Exchange, ProviderResponse } from './exchange.js'
import type { NoAnswerError } from './http/no-answer.js'

/** What came of a request: an exchange, or no HTTP answer at all. */
export type Answer = Exchange | NoAnswerError

const MAX_BODY = 300
const MAX_VALUE = 60

/** The status, or why there is none. */
export function describeAnswer(answer: Answer): string {
  return answer instanceof Error ? `no answer (${answer.reason})` : `${answer.response.status}`
}

/** An answer in a few lines: status, the headers that the contract speaks of, and the beginning of the body. */
export function describeResponse({ status, headers, body }: ProviderResponse): string {
  const described = ['content-type', 'deprecation', 'sunset'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${headers[name]}`],
  )
  return [`status ${status}`, ...described, body === '' ? 'no body' : shortened(body)].join('\n')
}

/** A value of JSON in a line. */
export function describeValue(value: unknown): string {
  return shortened(typeof value === 'number' ? `${value}` : stringifyJson(value), MAX_VALUE)
}

/** The beginning of a text, in one line. */
export function shortened(text: string, maxLength = MAX_BODY): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length} characters)`
}
