import { type OperationId, operations } from '../../spec/index.js'
import { findOperation } from '../../contract/index.js'
import type { RunLog } from '../run-log.js'

/** How often an operation was answered with a status; `seen` is 0 for a documented one that never came. */
export interface Coverage {
  readonly operation: OperationId
  readonly status: number
  readonly seen: number
}

/** Counts the answers of a run by operation and status: all documented ones, and what else came. */
export function coverageOf({ requests }: RunLog): Coverage[] {
  return Object.values(operations).flatMap((operation) => {
    const counts = new Map(operation.statuses.map((status) => [status, 0]))
    for (const { answer } of requests) {
      if (answer instanceof Error || findOperation(answer.request)?.operation !== operation) continue
      const { status } = answer.response
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    return [...counts]
      .toSorted(([a], [b]) => a - b)
      .map(([status, seen]) => ({ operation: operation.operationId, status, seen }))
  })
}

/** What was seen of each operation, in words such as "3 × 204, no 409". */
export function coverageLines(coverage: readonly Coverage[]): [operation: OperationId, seen: string][] {
  const ids = new Set(coverage.map(({ operation }) => operation))
  return [...ids].map((id) => {
    const own = coverage.filter(({ operation }) => operation === id)
    return [id, own.map(({ status, seen }) => (seen === 0 ? `no ${status}` : `${seen} × ${status}`)).join(', ')]
  })
}
