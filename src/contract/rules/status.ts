import { isObject } from '../../spec/index.js'
import { CANCEL_EXPECTATIONS } from '../expectations.js'
import { hasQuery, type ParsedExchange } from '../parse-exchange.js'
import { hasSpecifiedBody } from './body.js'
import type { Rule } from './rule.js'

/**
 * Only documented statuses. The specification leaves open how the deprecated operation answers, and what a malformed id
 * or an unknown query parameter leads to.
 */
export const documentedStatus: Rule = {
  id: 'status',
  claim: 'answers with the documented statuses only',
  concerns: ({ deprecated }) => deprecated === undefined,
  applies: (parsed) =>
    !hasQuery(parsed) && (parsed.operation.parameter === undefined || parsed.id !== undefined) && !isLeftOpen(parsed),
  find({ operation, status }) {
    if (operation.statuses.includes(status)) return []
    const expected = `one of ${operation.statuses.join(', ')}`
    return [{ message: `The status ${status} is not documented for ${operation.operationId}.`, expected }]
  },
}

// A server may refuse such headers before it looks for a key.
const LONG_HEADER = 4_000

/**
 * Whether the status is one of a request that may be refused unread, or of a cancel that another may have come before,
 * whoever else uses the store. What a first cancel must be answered with is for the model to say.
 */
function isLeftOpen({ operation, status, exchange }: ParsedExchange): boolean {
  const values = Object.values(exchange.request.headers)
  const isUnreadable = values.some((value) => value.length > LONG_HEADER || /[^\t -~]/.test(value))
  if (isUnreadable && (status === 400 || status === 431)) return true
  const isDocumented = operation.statuses.includes(status)
  return !isDocumented && operation.operationId === 'cancelOrder' && CANCEL_EXPECTATIONS.cancelled.allows(status)
}

/** The status in the Error object is that of the answer. */
export const errorStatus: Rule = {
  id: 'error-status',
  claim: 'the status in the Error object is the HTTP status',
  clause: 'Errors',
  applies: (parsed) => parsed.status >= 400 && hasSpecifiedBody(parsed),
  find({ body, status }) {
    const stated = 'json' in body && isObject(body.json) ? body.json['status'] : undefined
    // That it is a number at all is for the schema to say.
    if ((typeof stated !== 'number' && typeof stated !== 'bigint') || stated === status) return []
    const message = `The Error object's status is ${stated}, the HTTP status ${status}.`
    return [{ message, expected: `"status": ${status}` }]
  },
}
