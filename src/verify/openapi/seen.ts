import { parse } from 'lossless-json'
import { type Operation, type OperationId, operations, parseInt64 } from '../../spec/index.js'
import type { Exchange, OutgoingRequest } from '../exchange.js'

/** An exchange, read: which operation it belongs to and what its body says. */
export interface Seen {
  readonly exchange: Exchange
  readonly operation: Operation
  readonly status: number
  /** The id of the path, if it is an int64; an id that is none leads where the specification is silent. */
  readonly id: bigint | undefined
  readonly body: ReadBody
}

/** A body as JSON whose numbers keep their digits (`LosslessNumber`), or what keeps it from being JSON. */
export type ReadBody = { readonly json: unknown } | { readonly problem: string }

/** Reads an exchange; `undefined` if its request belongs to no operation of the description. */
export function readExchange(exchange: Exchange): Seen | undefined {
  const target = operationOf(exchange.request)
  if (target === undefined) return undefined
  return { exchange, ...target, status: exchange.response.status, body: readBody(exchange) }
}

/** The operation that a request calls, and the id in its path. */
export function operationOf(request: OutgoingRequest): Pick<Seen, 'operation' | 'id'> | undefined {
  const [path = ''] = request.path.split('?')
  for (const operation of Object.values(operations)) {
    const values = new RegExp(`^${operation.path.replace(/\{\w+\}/, '([^/]+)')}$`).exec(path)
    if (values === null || request.method !== operation.method) continue
    return { operation, id: values[1] === undefined ? undefined : parseInt64(values[1]) }
  }
  return undefined
}

/** Whether the answer is one of the given operation with the given status. */
export function isAnswer(seen: Seen, operationId: OperationId, status: number): boolean {
  return seen.operation.operationId === operationId && seen.status === status
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
