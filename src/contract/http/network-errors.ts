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

/** What to ask or to do where a provider cannot be reached; nothing more where the reason says it. */
export type WayOut =
  | 'Is the provider running there?'
  | 'Is the proxy right?'
  | 'Is http:// meant?'
  | 'It speaks TLS: is https:// meant?'
  | ''

/** No connection to the provider could be made. */
export class UnreachableError extends ToolError {
  override readonly name = 'UnreachableError'

  constructor(
    readonly origin: string,
    readonly reason: string,
    wayOut: WayOut = 'Is the provider running there?',
  ) {
    super(`Cannot reach ${origin}: ${reason}.${wayOut === '' ? '' : ` ${wayOut}`}`, 3)
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

const NO_TLS = 'it does not speak TLS'

const UNFIT: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before its answer was complete',
  ENOTFOUND: 'there is no such host',
  EPROTO: NO_TLS,
  HPE_HEADER_OVERFLOW: 'its headers are larger than 16 KiB, of which no more is read',
}

/** Says in a few words what went wrong on the network; of an error of `fetch`, its cause. */
export function networkReason(error: NodeJS.ErrnoException): string {
  const isOfFetch = error.message === 'fetch failed' && error.cause instanceof Error
  const { code = '', message }: NodeJS.ErrnoException = isOfFetch ? (error.cause as Error) : error
  const reason = certificateReason(code, message) ?? alertReason(message) ?? REASONS[code]
  if (reason !== undefined) return reason
  if (code.startsWith('HPE_')) return `what it sent is not HTTP, or longer than its Content-Length (${message})`
  if (code.startsWith('ERR_SSL')) return NO_TLS
  return message || code || 'unknown error'
}

/** Tells that no connection could be made, and why. */
export function unreachable(origin: string, error: NodeJS.ErrnoException, isProxied = false): UnreachableError {
  const { code = '', message } = error
  const reason = networkReason(error)
  if (isProxied) return new UnreachableError(`${origin} through its proxy`, reason, 'Is the proxy right?')
  if (certificateReason(code, message) !== undefined) return new UnreachableError(origin, reason, '')
  return new UnreachableError(origin, reason, reason === NO_TLS ? 'Is http:// meant?' : undefined)
}

/** The alert with which a server broke off TLS, if that is what happened. */
export function tlsAlert(message: string): string | undefined {
  const [, alert] = /:\S+ alert ([^:]+):.*:SSL alert number/.exec(message) ?? []
  return alert
}

function alertReason(message: string): string | undefined {
  const alert = tlsAlert(message)
  return alert && `it broke off TLS (${alert})`
}

function certificateReason(code: string, message: string): string | undefined {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another host (${message})`
  if (!UNTRUSTED.has(code)) return UNFIT[code]
  return `its certificate is not trusted (${message}): set ${TRUST_VARIABLE} to the file of the certificate that signed it`
}
