import { connect as connectHttp2 } from 'node:http2'
import { ToolError } from '../../input/index.js'
import { MAX_HEADER_BYTES } from '../../node/index.js'

/** No connection to the provider could be made. */
export class UnreachableError extends ToolError {
  override readonly name = 'UnreachableError'

  constructor(
    origin: string,
    readonly reason: string,
  ) {
    super(`Cannot reach ${origin}: ${reason}. Is the provider running there?`, 3)
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'it closed the connection before its response was complete',
  ENOTFOUND: 'host not found',
  HPE_HEADER_OVERFLOW: `its headers are larger than ${MAX_HEADER_BYTES >> 10} KiB, the most that is read`,
}

/** Says in a few words why there was no response. */
export function networkReason({ code = '', message }: NodeJS.ErrnoException): string {
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF)/.test(code))
    return `its certificate is not trusted (${message}): set NODE_EXTRA_CA_CERTS to the file of the certificate that signed it`
  const tls = / routines:[^:]*:([^:]+):/.exec(message)?.[1]
  if (tls !== undefined) return `TLS failed (${tls})`
  if (REASONS[code] !== undefined) return REASONS[code]
  if (code.startsWith('HPE_')) return `what it sent is not HTTP/1.1, or longer than its Content-Length (${message})`
  return message || code || 'unknown error'
}

// A server that speaks HTTP/2 responds to a greeting at once.
const PATIENCE_MS = 2_000

/** Whether a server speaks HTTP/2, whatever its certificate is. */
export function speaksHttp2(url: string): Promise<boolean> {
  const connection = connectHttp2(new URL(url).origin, { rejectUnauthorized: false })
  return new Promise<boolean>((resolve) => {
    connection.setTimeout(PATIENCE_MS, () => resolve(false))
    connection.once('remoteSettings', () => resolve(true))
    connection.once('close', () => resolve(false))
    connection.once('error', () => resolve(false))
  }).finally(() => connection.destroy())
}
