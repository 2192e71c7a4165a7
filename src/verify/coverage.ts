import { operations } from '../spec/index.js'
import type { Journal } from './journal.js'
import { operationOf } from '../contract/index.js'
import type { Coverage } from './report.js'

/** Counts the answers of a run by operation and status: all documented ones, and what else came. */
export function coverageOf(journal: Journal): Coverage[] {
  return Object.values(operations).flatMap((operation) => {
    const seen = new Map(operation.statuses.map((status) => [status, 0]))
    for (const { request, exchange } of journal.requests) {
      const called = operationOf(request)?.operation
      if (exchange === undefined || called !== operation) continue
      const { status } = exchange.response
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
    return [...seen]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => ({ operation: operation.operationId, status, seen: count }))
  })
}
