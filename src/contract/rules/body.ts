import { shortened } from '../describe-response.js'
import { hasQuery, type ParsedExchange } from '../parse-exchange.js'
import type { Rule } from './rule.js'

/**
 * Whether the specification says what the body of this answer is. It leaves open what a malformed id or a query leads
 * to: only the 404 for a real id must be an Error object.
 */
export function hasSpecifiedBody(parsed: ParsedExchange): boolean {
  if (parsed.status === 404 && (parsed.id === undefined || hasQuery(parsed))) return false
  return parsed.operation.bodies.includes(parsed.status)
}

/** A 204 has no body: neither bytes after its head, nor a length that announces some. */
export const noBody: Rule = {
  id: 'no-body',
  claim: 'a 204 has no body',
  concerns: ({ statuses }) => statuses.includes(204),
  applies: ({ status }) => status === 204,
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
  claim: 'bodies are sent as application/json',
  clause: 'What the service does',
  applies: (parsed) => hasSpecifiedBody(parsed) && parsed.exchange.response.body !== '',
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
  claim: 'bodies are JSON in UTF-8',
  clause: 'What the service does',
  applies: hasSpecifiedBody,
  find({ body }) {
    return 'json' in body ? [] : [{ message: `The body is not JSON: ${body.problem}.`, expected: 'a JSON document' }]
  },
}
