import { operations } from '../../spec/index.js'
import { findOperation } from '../../contract/index.js'
import type { CheckResult } from '../check.js'
import { curlLine } from '../curl.js'
import type { RunLog } from '../run-log.js'

/** One result for each operation that was called: every request got an HTTP answer. */
export function checkAnswered({ requests }: RunLog): CheckResult[] {
  return Object.values(operations).flatMap((operation): CheckResult[] => {
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
    if (first === undefined) return calls.length === 0 ? [] : [{ ...head, result: 'passed' }]
    return [
      {
        ...head,
        result: 'failed',
        message: `There was no answer: ${first.silence}. (To ${unanswered.length} of ${calls.length} requests.)`,
        request: first.request,
        expected: 'an HTTP response',
        actual: `none: ${first.silence}`,
        curl: curlLine(first.request),
      },
    ]
  })
}
