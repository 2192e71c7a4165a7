import type { AddressedRequest } from '../exchange.js'
import { ACCEPT_ENCODING } from '../http/body.js'
import { shortened } from '../describe.js'
import { hasQuery, type ParsedExchange } from '../parse-exchange.js'
import type { Rule } from './rule.js'

/**
 * Whether the specification says what the body of this answer is. It leaves open what a malformed id or a query leads
 * to: only the 404 for a real id must be an Error object.
 */
export function hasSpecifiedBody(parsed: ParsedExchange): boolean {
  if (parsed.exchange.response.isBodyUnknown === true) return false
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
  isAboutAll: true,
  applies: (parsed) => hasSpecifiedBody(parsed) && parsed.exchange.response.body !== '',
  find({ exchange: { response } }) {
    const type = response.headers['content-type']
    if (type !== undefined && /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type.trim())) return []
    const message = type === undefined ? 'The body has no Content-Type.' : `The body's Content-Type is ${type}.`
    return [{ message, expected: 'Content-Type: application/json' }]
  },
}

/** What the `Content-Encoding` says, with a coding that clients know; every body must be so, even one that is left open. */
export const contentEncoding: Rule = {
  id: 'content-encoding',
  claim: 'bodies are what their Content-Encoding says',
  clause: 'What the service does',
  isAboutAll: true,
  applies: ({ exchange }) => exchange.response.body !== '',
  find({ exchange: { request, response } }) {
    if (response.encodingProblem === undefined) return []
    const encoding = response.headers['content-encoding']
    // A client of the proxy may know a coding that nobody here can undo.
    if (encoding !== undefined && !ACCEPT_ENCODING.includes(encoding) && accepts(request, encoding)) return []
    const header = encoding === undefined ? 'no Content-Encoding' : `Content-Encoding: ${encoding}`
    const message = `The body came with ${header}, but ${response.encodingProblem}.`
    return [{ message, expected: 'a body that is compressed as its Content-Encoding says, or not at all' }]
  },
}

function accepts({ headers }: AddressedRequest, encoding: string): boolean {
  return Object.entries(headers).some(([name, value]) => /^accept-encoding$/i.test(name) && value.includes(encoding))
}

/** Well-formed JSON in UTF-8. */
export const json: Rule = {
  id: 'json',
  claim: 'bodies are JSON in UTF-8',
  clause: 'What the service does',
  // What cannot be decompressed is reported as that.
  applies: (parsed) => hasSpecifiedBody(parsed) && parsed.exchange.response.encodingProblem === undefined,
  find({ body }) {
    return 'json' in body ? [] : [{ message: `The body is not JSON: ${body.problem}.`, expected: 'a JSON document' }]
  },
}
