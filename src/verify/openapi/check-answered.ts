import { operations } from '../../spec/index.js'
import { findOperation } from '../../contract/index.js'
import { curlLine } from '../curl.js'
import type { Happened } from '../run-log.js'
import type { Verdict } from './repeat-finding.js'

/** One result for each operation that was called: every request got an HTTP answer. */
export function checkAnswered({ requests }: Happened): Verdict[] {
  return Object.values(operations).flatMap((operation): Verdict[] => {
    const calls = requests.filter(({ request }) => findOperation(request)?.operation === operation)
    const unanswered = calls.filter(({ silence }) => silence !== undefined)
    const head = {
      id: `openapi.${operation.operationId}.answered`,
      kind: 'openapi' as const,
      name: `${operation.operationId}: every request is answered`,
      clause: operation.clause,
      durationMs: 0,
    }
    const [first] = unanswered
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
    return [
      { result, finding: { entry: first, expected: result.expected, isShownBy: (exchange) => exchange === undefined } },
    ]
  })
}
