import { hasQuery } from '../parse-exchange.js'
import type { Rule } from './rule.js'

/**
 * Only documented statuses. The specification leaves open how the deprecated operation answers, and what a malformed id
 * or an unknown query parameter leads to. Whether a cancel may be refused in other ways because its order is cancelled
 * already is known to the caller alone.
 */
export const documentedStatus: Rule = {
  id: 'status',
  claim: 'answers with the documented statuses only',
  concerns: ({ deprecated }) => deprecated === undefined,
  applies: (parsed) => !hasQuery(parsed) && (parsed.operation.parameter === undefined || parsed.id !== undefined),
  find({ operation, status }) {
    if (operation.statuses.includes(status)) return []
    const expected = `one of ${operation.statuses.join(', ')}`
    return [{ message: `The status ${status} is not documented for ${operation.operationId}.`, expected }]
  },
}
