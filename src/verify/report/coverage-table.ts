import type { OperationId } from '../../spec/index.js'
import type { Coverage } from '../report.js'

/** Coverage as a table: a row for each operation, a column for each status; `undefined` where the two never meet. */
export function coverageTable(coverage: readonly Coverage[]): {
  statuses: readonly number[]
  rows: readonly { operation: OperationId; counts: readonly (number | undefined)[] }[]
} {
  const statuses = [...new Set(coverage.map(({ status }) => status))].toSorted((a, b) => a - b)
  const operations = [...new Set(coverage.map(({ operation }) => operation))]
  const rows = operations.map((operation) => ({
    operation,
    counts: statuses.map(
      (status) => coverage.find((cell) => cell.operation === operation && cell.status === status)?.seen,
    ),
  }))
  return { statuses, rows }
}
