import { type OperationId, operations } from '../spec/index.js'
import type { Exchange } from './exchange.js'
import { findOperation } from './parse-exchange.js'

/** How often an operation was answered with a status; `seen` is 0 for a documented one that never came. */
export interface Coverage {
  readonly operation: OperationId
  readonly status: number
  readonly seen: number
}

/** Counts answers by operation and status: all documented ones, and what else came. */
export class AnswerCounts {
  readonly #counts = new Map(
    Object.values(operations).map(({ operationId, statuses }) => [
      operationId,
      new Map(statuses.map((status) => [status, 0])),
    ]),
  )

  add({ request, response: { status } }: Exchange): void {
    const called = findOperation(request)
    const counts = called && this.#counts.get(called.operation.operationId)
    counts?.set(status, (counts.get(status) ?? 0) + 1)
  }

  list(): Coverage[] {
    return [...this.#counts].flatMap(([operation, counts]) =>
      [...counts].toSorted(([one], [other]) => one - other).map(([status, seen]) => ({ operation, status, seen })),
    )
  }
}
