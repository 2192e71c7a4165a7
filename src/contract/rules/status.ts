import type { Rule } from './rule.js'
import { hasQuery } from './seen.js'

/**
 * Only documented statuses. The pet endpoint's answers are not specified, nor is what a malformed id or an unknown query parameter leads to. Whether a
 * cancel may be refused in other ways because its order is cancelled already is known to the caller alone.
 */
export const documentedStatus: Rule = {
  id: 'status',
  operations: ['listOrders', 'cancelOrder'],
  claim: 'answers with the documented statuses only',
  applies: (seen) => !hasQuery(seen) && (seen.operation.operationId === 'listOrders' || seen.id !== undefined),
  find({ operation, status }) {
    if (operation.statuses.includes(status)) return []
    const expected = `one of ${operation.statuses.join(', ')}`
    return [{ message: `The status ${status} is not documented for ${operation.operationId}.`, expected }]
  },
}
