import { shortened } from '../describe-response.js'
import type { Rule } from './rule.js'
import { hasQuery, isAnswer, type Seen } from './seen.js'

/** Whether the specification says what the body of this answer is; it leaves open that of a 409 and most about pets. */
export function hasKnownBody(seen: Seen): boolean {
  return seen.status === 401 || isOrderList(seen) || isNotFound(seen) || isAnswer(seen, 'getPet', 200)
}

/** Whether this is the list of all orders. */
export function isOrderList(seen: Seen): boolean {
  return isAnswer(seen, 'listOrders', 200)
}

/** Whether this answer must be an Error object. */
export function isError(seen: Seen): boolean {
  return seen.status === 401 || isNotFound(seen)
}

// What a malformed id or a query leads to is open: only the 404 for a real id is bound to the Error object.
function isNotFound(seen: Seen): boolean {
  return isAnswer(seen, 'cancelOrder', 404) && seen.id !== undefined && !hasQuery(seen)
}

/** A 204 has no body: neither bytes after its head, nor a length that announces some. */
export const noBody: Rule = {
  id: 'no-body',
  operations: ['cancelOrder'],
  claim: 'a 204 has no body',
  applies: (seen) => isAnswer(seen, 'cancelOrder', 204),
  find({ exchange: { response } }) {
    const expected = '204 without a body'
    if (response.body !== '') {
      return [{ message: `The 204 is followed by a body: ${shortened(response.body, 80)}`, expected }]
    }
    const length = response.headers['content-length']
    if (length === undefined || Number(length) === 0) return []
    return [{ message: `The 204 announces a body by Content-Length: ${length}.`, expected }]
  },
}

/** `application/json`, with any parameters, or a media type of its family (`+json`). */
export const mediaType: Rule = {
  id: 'media-type',
  operations: ['listOrders', 'cancelOrder', 'getPet'],
  claim: 'bodies are sent as application/json',
  clause: 'What the service does',
  applies: (seen) => hasKnownBody(seen) && seen.exchange.response.body !== '',
  find({ exchange: { response } }) {
    const type = response.headers['content-type']
    if (type !== undefined && /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type.trim())) return []
    const message = type === undefined ? 'The body has no Content-Type.' : `The body's Content-Type is ${type}.`
    return [{ message, expected: 'Content-Type: application/json' }]
  },
}

/** Well-formed JSON in UTF-8. */
export const json: Rule = {
  id: 'json',
  operations: ['listOrders', 'cancelOrder', 'getPet'],
  claim: 'bodies are JSON in UTF-8',
  clause: 'What the service does',
  applies: hasKnownBody,
  find({ body }) {
    return 'json' in body ? [] : [{ message: `The body is not JSON: ${body.problem}.`, expected: 'a JSON document' }]
  },
}
