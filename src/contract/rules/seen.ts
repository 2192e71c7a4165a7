import { parse } from 'lossless-json'
import type { OperationId } from '../../spec/index.js'
import type { Exchange } from '../exchange.js'
import { type CalledOperation, operationOf } from '../operation-of.js'

/** An exchange, read: which operation it belongs to and what its body says. */
export interface Seen extends CalledOperation {
  readonly exchange: Exchange
  readonly status: number
  readonly body: ReadBody
}

/** A body as JSON whose numbers keep their digits (`LosslessNumber`), or what keeps it from being JSON. */
type ReadBody = { readonly json: unknown } | { readonly problem: string }

/** Reads an exchange; `undefined` if its request belongs to no operation of the description. */
export function readExchange(exchange: Exchange): Seen | undefined {
  const target = operationOf(exchange.request)
  if (target === undefined) return undefined
  return { exchange, ...target, status: exchange.response.status, body: readBody(exchange) }
}

/** Whether the answer is one of the given operation with the given status. */
export function isAnswer(seen: Seen, operationId: OperationId, status: number): boolean {
  return seen.operation.operationId === operationId && seen.status === status
}

/** Whether the request asked for more than its path; the specification knows no query parameters. */
export function hasQuery({ exchange }: Seen): boolean {
  return exchange.request.path.includes('?')
}

function readBody({ response }: Exchange): ReadBody {
  const { body, isUtf8 } = response
  if (!isUtf8) return { problem: 'its bytes are not valid UTF-8 (RFC 8259, section 8.1)' }
  if (body === '') return { problem: 'it is empty' }
  if (body.startsWith('\uFEFF')) return { problem: 'it begins with a byte order mark (RFC 8259, section 8.1)' }
  try {
    return { json: parse(body) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}
