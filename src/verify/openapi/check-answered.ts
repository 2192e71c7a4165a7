import type { OperationId } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { curlLine } from '../curl.js'
import type { Journal, JournalRequest } from '../journal.js'
import { operationOf, SECTION_OF } from '../../contract/index.js'

/** One result for each operation: every request got an HTTP answer. */
export function checkAnswered(journal: Journal): CheckResult[] {
  const byOperation = new Map<OperationId, JournalRequest[]>()
  for (const entry of journal.requests) {
    const id = operationOf(entry.request)?.operation.operationId
    if (id !== undefined) byOperation.set(id, [...(byOperation.get(id) ?? []), entry])
  }
  return [...byOperation].map(([operation, entries]) => {
    const named = {
      id: `openapi.${operation}.answered`,
      kind: 'openapi' as const,
      name: `${operation}: every request is answered`,
      clause: SECTION_OF[operation],
      durationMs: 0,
    }
    const silent = entries.filter(({ silence }) => silence !== undefined)
    const [first] = silent
    if (first === undefined) return { ...named, result: 'passed' as const }
    return {
      ...named,
      result: 'failed' as const,
      message: `There was no answer: ${first.silence}. (To ${silent.length} of ${entries.length} requests.)`,
      request: first.request,
      expected: 'an HTTP response',
      actual: `none: ${first.silence}`,
      curl: curlLine(first.request),
    }
  })
}
