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
    super(
      `Cannot reach ${origin}: ${reason}.${reason.includes('certificate') ? '' : ' Is the provider running there?'}`,
      3,
    )
  }
}

const TRUST_VARIABLE = 'NODE_EXTRA_CA_CERTS'

const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

const REASONS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before its answer was complete',
  ENOTFOUND: 'there is no such host',
  EPROTO: 'it does not speak TLS',
  HPE_HEADER_OVERFLOW: 'its headers are larger than 16 KiB, of which no more is read',
}

/** Says in a few words what went wrong on the network; of an error of `fetch`, its cause. */
export function networkReason(error: NodeJS.ErrnoException): string {
  const isOfFetch = error.message === 'fetch failed' && error.cause instanceof Error
  const { code = '', message }: NodeJS.ErrnoException = isOfFetch ? (error.cause as Error) : error
  const reason = REASONS[code]
  if (reason !== undefined) return reason
  if (code.startsWith('HPE_')) return `what it sent is not HTTP, or longer than its Content-Length (${message})`
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another host (${message})`
  if (code.startsWith('ERR_SSL')) return 'it does not speak TLS'
  if (UNTRUSTED.has(code)) {
    return `its certificate is not trusted (${message}): set ${TRUST_VARIABLE} to the file of the certificate that signed it`
  }
  return message || code || 'unknown error'
}
