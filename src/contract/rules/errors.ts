import { isLosslessNumber } from 'lossless-json'
import { exactInteger } from './exact-integer.js'
import type { Rule } from './rule.js'
import { isError } from './body.js'

/** The status in the Error object is that of the answer. */
export const errorStatus: Rule = {
  id: 'error-status',
  operations: ['listOrders', 'cancelOrder', 'getPet'],
  claim: 'the status in the Error object is the HTTP status',
  clause: 'Errors',
  applies: isError,
  find({ body, status }) {
    const json = 'json' in body ? body.json : undefined
    const told = typeof json === 'object' && json !== null ? (json as Record<string, unknown>)['status'] : undefined
    if (!isLosslessNumber(told) || exactInteger(told.value) === BigInt(status)) return []
    return [
      {
        message: `The Error object's status is ${told.value}, the HTTP status ${status}.`,
        expected: `"status": ${status}`,
      },
    ]
  },
}
