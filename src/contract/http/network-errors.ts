import { ToolError } from '../../input/index.js'
import type { AddressedRequest } from '../exchange.js'

/** The provider took the connection, but closed it, fell silent or sent something that is not HTTP. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'

  constructor(
    readonly request: AddressedRequest,
    readonly reason: string,
  ) {
    super(`No answer to ${request.method} ${request.path}: ${reason}`)
  }
}

/** No connection to the provider could be made. */
export class UnreachableError extends ToolError {
  override readonly name = 'UnreachableError'

  constructor(
    readonly origin: string,
    readonly reason: string,
  ) {
    super(`Cannot reach ${origin}: ${reason}. Is the provider running there?`, 3)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before its answer was complete',
  ENOTFOUND: 'there is no such host',
  EPROTO: 'it does not speak TLS',
}

/** Says in a few words what went wrong on the network; of an error of `fetch`, its cause. */
export function networkReason(error: NodeJS.ErrnoException): string {
  const isOfFetch = error.message === 'fetch failed' && error.cause instanceof Error
  const { code = '', message }: NodeJS.ErrnoException = isOfFetch ? (error.cause as Error) : error
  if (code.startsWith('HPE_')) return `what it sent is not HTTP (${message})`
  if (code.startsWith('ERR_SSL')) return 'it does not speak TLS'
  return REASONS[code] ?? (message || code || 'unknown error')
}
