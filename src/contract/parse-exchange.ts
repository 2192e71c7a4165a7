import { type Json, matchPath, type Operation, parseInt64, readJson } from '../spec/index.js'
import type { Exchange, OutgoingRequest } from './exchange.js'

export interface CalledOperation {
  readonly operation: Operation
  /** The id in the path; `undefined` if it is not an int64, which the specification leaves open. */
  readonly id: bigint | undefined
}

export interface ParsedExchange extends CalledOperation {
  readonly exchange: Exchange
  readonly status: number
  readonly body: ParsedBody
}

type ParsedBody = { readonly json: Json } | { readonly problem: string }

/** The operation that a request calls, and the id in its path; `undefined` if it calls none. */
export function findOperation({ method, path }: OutgoingRequest): CalledOperation | undefined {
  const [pathname = ''] = path.split('?')
  const match = matchPath(pathname)
  const operation = match?.operations.find((candidate) => candidate.method === method)
  return match && operation && { operation, id: parseInt64(match.parameter) }
}

/**
 * Parses an exchange; `undefined` if its request calls no operation of the description.
 * @param read reads the JSON of the body
 */
export function* parseInPieces(exchange: Exchange, read = readJson): Generator<undefined, ParsedExchange | undefined> {
  const called = findOperation(exchange.request)
  return called && { exchange, ...called, status: exchange.response.status, body: yield* parseBody(exchange, read) }
}

/** Whether the request asked for more than its path; the specification has no query parameters. */
export function hasQuery({ exchange }: ParsedExchange): boolean {
  return exchange.request.path.includes('?')
}

/**
 * Whether the specification determines the body of this response. It leaves open the response to a malformed id or a query:
 * only the 404 for an existing id must be an Error object.
 */
export function hasSpecifiedBody(parsed: ParsedExchange): boolean {
  if (parsed.exchange.response.isBodyUnknown === true) return false
  if (parsed.status === 404 && (parsed.id === undefined || hasQuery(parsed))) return false
  return parsed.operation.bodies.includes(parsed.status)
}

function* parseBody({ response }: Exchange, read: typeof readJson): Generator<undefined, ParsedBody> {
  const { body, isUtf8, isBodyUnknown = false } = response
  if (isBodyUnknown) return { problem: 'it was not recorded' }
  if (!isUtf8) return { problem: 'its bytes are not valid UTF-8 (RFC 8259, section 8.1)' }
  if (body === '') return { problem: 'it is empty' }
  if (body.startsWith('\uFEFF')) return { problem: 'it begins with a byte order mark (RFC 8259, section 8.1)' }
  try {
    return { json: yield* read(body) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
