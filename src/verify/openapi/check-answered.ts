import { type Operation, operations } from '../../spec/index.js'
import { findOperation } from '../../contract/index.js'
import { failedExchange } from '../check.js'
import { curlLine } from '../curl.js'
import type { Happened, LoggedRequest } from '../run-log.js'
import type { Verdict } from './tell-finding.js'

/** One result for each operation that was called: every request got an HTTP answer, and no more than one. */
export function checkAnswered({ requests }: Happened): Verdict[] {
  return Object.values(operations).flatMap((operation): Verdict[] => {
    const calls = requests.filter(({ request }) => isDefined(request, operation))
    const followed = calls.find(({ exchange }) => exchange?.response.isFollowed === true)
    const unanswered = calls.filter(({ silence }) => silence !== undefined)
    const head = {
      id: `openapi.${operation.operationId}.answered`,
      kind: 'openapi' as const,
      name: `${operation.operationId}: every request is answered, once`,
      clause: operation.clause,
      durationMs: 0,
    }
    const [first] = unanswered
    if (first === undefined && followed?.exchange !== undefined) {
      const expected = 'one answer to one request'
      const message = `More followed an answer with ${followed.exchange.response.status}, and nobody had asked for it: a client takes it for the answer to its next request.`
      const result = { ...head, ...failedExchange(followed.exchange, expected), message }
      return [{ result, finding: { entry: followed, expected } }]
    }
    if (first === undefined) return calls.length === 0 ? [] : [{ result: { ...head, result: 'passed' } }]
    const result = {
      ...head,
      result: 'failed' as const,
      message: `There was no answer: ${first.silence}. (To ${unanswered.length} of ${calls.length} requests.)`,
      request: first.request,
      expected: 'an HTTP response',
      actual: `none: ${first.silence}`,
      curl: curlLine(first.request),
    }
    return [{ result, finding: { entry: first, expected: result.expected } }]
  })
}

/** Whether it calls the operation as the specification defines it: an id that is not an int64 may lead to anything. */
function isDefined(request: LoggedRequest['request'], operation: Operation): boolean {
  const called = findOperation(request)
  return called?.operation === operation && (operation !== operations.cancelOrder || called.id !== undefined)
}
