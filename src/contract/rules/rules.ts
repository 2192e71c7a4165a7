import { hasQuery, type ParsedExchange } from '../parse-exchange.js'
import { contentEncoding, errorStatus, json, mediaType, noBody } from './body.js'
import { dateTime, int64, uniqueIds } from './orders.js'
import type { Rule } from './rule.js'
import { schema } from './schema.js'
import { deprecation, sunset } from './sunset.js'

/**
 * Only documented statuses. The specification leaves open how the deprecated operation answers, and what a malformed id
 * or an unknown query parameter leads to. Whether a cancel may be refused in other ways because its order is cancelled
 * already is known to the caller alone.
 */
const documentedStatus: Rule = {
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

/** What every single answer is held against: the description's schemas, and what no schema can say. */
export const RULES: readonly Rule[] = [
  documentedStatus,
  noBody,
  contentEncoding,
  mediaType,
  json,
  schema,
  int64,
  uniqueIds,
  dateTime,
  errorStatus,
  sunset,
  deprecation,
]

/** The rules that have something to say about an answer. */
export function rulesFor(parsed: ParsedExchange): Rule[] {
  return RULES.filter(({ concerns, applies }) => concerns?.(parsed.operation) !== false && applies(parsed))
}
