import type { EventEmitter } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { isIP } from 'node:net'
import { connect as connectTls } from 'node:tls'
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

  /** @param wayOut what to ask or to do; empty where the reason says it */
  constructor(
    readonly origin: string,
    readonly reason: string,
    wayOut = 'Is the provider running there?',
  ) {
    super(`Cannot reach ${origin}: ${reason}. ${wayOut}`.trimEnd(), 3)
  }
}

const NO_TLS = 'it does not speak TLS'

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closed the connection before its answer was complete',
  ENOTFOUND: 'there is no such host',
  EPROTO: NO_TLS,
  HPE_HEADER_OVERFLOW: 'its headers are larger than 16 KiB, of which no more is read',
}

/** Says in a few words why there was no answer. */
export function networkReason({ code = '', message }: NodeJS.ErrnoException): string {
  const alert = tlsAlert(message)
  if (alert !== undefined) return `it broke off TLS (${alert})`
  const reason = certificateReason(code, message) ?? REASONS[code]
  if (reason !== undefined) return reason
  if (code.startsWith('HPE_')) return `what it sent is not HTTP, or longer than its Content-Length (${message})`
  if (code.startsWith('ERR_SSL')) return NO_TLS
  return message || code || 'unknown error'
}

/** Tells that no connection could be made, and why. */
export function unreachable(origin: string, error: NodeJS.ErrnoException, isProxied = false): UnreachableError {
  const reason = networkReason(error)
  if (isProxied) return new UnreachableError(`${origin} through its proxy`, reason, 'Is the proxy right?')
  if (certificateReason(error.code, error.message) !== undefined) return new UnreachableError(origin, reason, '')
  return new UnreachableError(origin, reason, reason === NO_TLS ? 'Is http:// meant?' : undefined)
}

function certificateReason(code = '', message: string): string | undefined {
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired'
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `its certificate is for another host (${message})`
  if (!/SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)/.test(code)) return undefined
  return `its certificate is not trusted (${message}): set NODE_EXTRA_CA_CERTS to the file of the certificate that signed it`
}

/** The alert with which a server broke off TLS, if that is what happened. */
function tlsAlert(message: string): string | undefined {
  return /:\S+ alert ([^:]+):.*:SSL alert number/.exec(message)?.[1]
}

/** Whether a server expects TLS, whatever its certificate is. */
export function speaksTls(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const name = isIP(host) > 0 ? {} : { servername: host }
  const socket = connectTls({ host, port: Number(port) || 80, rejectUnauthorized: false, ...name })
  // An alert is an answer in TLS: the server may want a certificate of the client, or another version.
  return greeted(socket, 'secureConnect', ({ message }) => tlsAlert(message) !== undefined)
}

/** Whether a server answers to HTTP/2, whatever its certificate is. */
export function speaksHttp2(url: string): Promise<boolean> {
  return greeted(connectHttp2(new URL(url).origin, { rejectUnauthorized: false }), 'remoteSettings', () => false)
}

interface Connection extends EventEmitter {
  setTimeout(timeoutMs: number, act: () => void): unknown
  destroy(): unknown
}

// Who speaks TLS or HTTP/2 answers a greeting at once.
const PATIENCE_MS = 2_000

function greeted(connection: Connection, event: string, isAnswer: (error: Error) => boolean): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    connection.setTimeout(PATIENCE_MS, () => resolve(false))
    connection.once(event, () => resolve(true))
    connection.once('close', () => resolve(false))
    connection.once('error', (error: Error) => resolve(isAnswer(error)))
  }).finally(() => connection.destroy())
}
