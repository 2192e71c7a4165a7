import { shortened } from '../describe-response.js'
import { hasSpecifiedBody } from './body.js'
import { digitsOf } from '../parse-exchange.js'
import { exactInteger } from './exact-integer.js'
import type { Rule } from './rule.js'

/** The status in the Error object is that of the answer. */
export const errorStatus: Rule = {
  id: 'error-status',
  claim: 'the status in the Error object is the HTTP status',
  clause: 'Errors',
  applies: (parsed) => parsed.status >= 400 && hasSpecifiedBody(parsed),
  find({ body, status }) {
    const json = 'json' in body ? body.json : undefined
    const stated = typeof json === 'object' && json !== null ? (json as Record<string, unknown>)['status'] : undefined
    const digits = digitsOf(stated)
    if (digits === undefined || exactInteger(digits) === BigInt(status)) return []
    const message = `The Error object's status is ${shortened(digits, 60)}, the HTTP status ${status}.`
    return [{ message, expected: `"status": ${status}` }]
  },
}
