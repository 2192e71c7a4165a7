import { isObject } from '../../spec/index.js'
import { type AddressedRequest, shortened } from '../exchange.js'
import { orderEvidence } from '../order-life.js'
import { ACCEPT_ENCODING } from '../http/body.js'
import { hasQuery, hasSpecifiedBody, type ParsedExchange } from '../parse-exchange.js'
import type { ExchangeRule } from './rule.js'

export const ANSWER_RULES: readonly ExchangeRule[] = [
  {
    id: 'status',
    claim: 'only documented status codes are returned',
    // The specification leaves open how the deprecated operation responds.
    concerns: ({ deprecated }) => deprecated === undefined,
    applies: (parsed) => isDefined(parsed) && !isLeftOpen(parsed),
    find({ operation, status }) {
      if (operation.statuses.includes(status)) return []
      const expected = `one of ${operation.statuses.join(', ')}`
      return [{ message: `The status ${status} is not documented for ${operation.operationId}.`, expected }]
    },
  },
  {
    // Neither bytes after its head, nor a header that announces some (RFC 9112, section 6).
    id: 'no-body',
    claim: 'a 204 has no body',
    concerns: ({ statuses }) => statuses.includes(204),
    applies: ({ status }) => status === 204,
    find({ exchange: { response } }) {
      const expected = '204 without a body'
      const { 'content-length': length = '0', 'transfer-encoding': coding } = response.headers
      if (response.body !== '')
        return [{ message: `The 204 response has a body: ${shortened(response.body, 80)}`, expected }]
      if (Number(length) === 0 && coding === undefined) return []
      const header = coding === undefined ? `Content-Length: ${length}` : `Transfer-Encoding: ${coding}`
      return [{ message: `The 204 response has the header ${header}.`, expected }]
    },
  },
  {
    // A coding that clients know; this holds for bodies that are left open, too. A 204 must not have one in any coding.
    id: 'content-encoding',
    claim: 'bodies are encoded as Content-Encoding says',
    clause: 'What the service does',
    applies: ({ status, exchange: { request, response } }) =>
      status !== 204 &&
      response.body !== '' &&
      // Without a coding that was asked for or came, there is nothing to look at.
      (accepts(request, '') || 'content-encoding' in response.headers || response.encodingProblem !== undefined),
    find({ exchange: { request, response } }) {
      if (response.encodingProblem === undefined) return []
      const encoding = response.headers['content-encoding']
      // A client of the proxy may know a coding that cannot be decoded here.
      if (encoding !== undefined && !ACCEPT_ENCODING.includes(encoding) && accepts(request, encoding)) return []
      const header = encoding === undefined ? 'no Content-Encoding' : `Content-Encoding: ${encoding}`
      const message = `The body came with ${header}, but ${response.encodingProblem}.`
      return [{ message, expected: 'a body encoded as Content-Encoding says, or no Content-Encoding' }]
    },
  },
  {
    // `application/json`, with any parameters, or a media type of its family (`+json`).
    id: 'media-type',
    claim: 'bodies are sent as application/json',
    clause: 'What the service does',
    applies: (parsed) => hasSpecifiedBody(parsed) && parsed.exchange.response.body !== '',
    find({ exchange: { response } }) {
      const type = response.headers['content-type']
      if (type !== undefined && /^application\/(?:[\w.!#$&^-]+\+)?json\s*(?:;|$)/i.test(type)) return []
      const message = type === undefined ? 'The body has no Content-Type.' : `The body's Content-Type is ${type}.`
      return [{ message, expected: 'Content-Type: application/json' }]
    },
  },
  {
    id: 'json',
    claim: 'bodies are JSON in UTF-8',
    clause: 'What the service does',
    // A body that cannot be decompressed is reported as such.
    applies: (parsed) => hasSpecifiedBody(parsed) && parsed.exchange.response.encodingProblem === undefined,
    find: ({ body }) =>
      'json' in body ? [] : [{ message: `The body is not JSON: ${body.problem}.`, expected: 'a JSON document' }],
  },
  {
    id: 'error-status',
    claim: 'the status in the Error object is the HTTP status',
    clause: 'Errors',
    applies: (parsed) => parsed.status >= 400 && hasSpecifiedBody(parsed),
    find({ body, status }) {
      const stated = 'json' in body && isObject(body.json) ? body.json['status'] : undefined
      // The schema says whether it is a number at all.
      if ((typeof stated !== 'number' && typeof stated !== 'bigint') || stated === status) return []
      const message = `The Error object's status is ${stated}, the HTTP status ${status}.`
      return [{ message, expected: `"status": ${status}` }]
    },
  },
]

/** Whether the specification knows the request: it leaves open the response to a malformed id or an unknown query parameter. */
function isDefined(parsed: ParsedExchange): boolean {
  return !hasQuery(parsed) && (parsed.operation.parameter === undefined || parsed.id !== undefined)
}

// A server may reject such headers before it looks for a key.
const LONG_HEADER = 4_000

/**
 * Whether the status is allowed for a request that may be rejected unread, or for an order that may be cancelled: others
 * may use the store. The model checks the response of an order that is not.
 */
function isLeftOpen({ operation, status, exchange }: ParsedExchange): boolean {
  const { headers } = exchange.request
  const values = Object.values(headers)
  const isUnreadable = values.some((value) => value.length > LONG_HEADER || /[^\t -~]/.test(value))
  if (isUnreadable && (status === 400 || status === 431)) return true
  // As some services reject requests without it.
  if (status === 403 && valueOf(headers, 'user-agent') === undefined) return true
  // As some servers know no other unit.
  if (status >= 400 && valueOf(headers, 'range')?.startsWith('bytes') === false) return true
  const isDocumented = operation.statuses.includes(status)
  return !isDocumented && orderEvidence(operation.operationId, status).wasOneOf.includes('cancelled')
}

function accepts({ headers }: AddressedRequest, encoding: string): boolean {
  return valueOf(headers, 'accept-encoding')?.includes(encoding) === true
}

function valueOf(headers: AddressedRequest['headers'], lowerCase: string): string | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === lowerCase)?.[1]
}
