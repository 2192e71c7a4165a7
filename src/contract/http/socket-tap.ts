import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Route } from './route.js'

// As much as shows a forbidden body behind the heads of an answer.
const MAX_KEPT_BYTES = 2 ** 20

/** A connection of one request whose first incoming bytes are kept. */
export interface SocketTap {
  /** Settled once the connection is made, or has failed. */
  readonly connected: Promise<void>
  /** For the option of the same name of `http.request`. */
  readonly createConnection: () => Socket
  /** Holds back what is to be sent until `write`. */
  hold(): void
  write(): void
  /** The first MiB of all bytes, once the server has closed the connection or `lingerMs` have passed. */
  rest(lingerMs: number): Promise<Buffer>
  release(reason?: Error): void
}

/**
 * Opens a connection and taps it below the HTTP parser. For the parser a 204 ends with its head, so only the tap sees
 * the bytes of a forbidden body.
 */
export function tapSocket(target: URL, route: Route): SocketTap {
  const chunks: Buffer[] = []
  let length = 0
  const socket = open(target, route)
  socket.on('data', (chunk: Buffer) => {
    if (length < MAX_KEPT_BYTES) chunks.push(chunk)
    length += chunk.length
  })
  // Node's client hangs up as soon as the answer seems over: let it close its own half only.
  socket.destroySoon = () => socket.end()
  return {
    connected: connecting(socket, target),
    createConnection: () => socket,
    hold: () => socket.cork(),
    write: () => socket.uncork(),
    rest: async (lingerMs) => {
      await ended(socket, lingerMs)
      return Buffer.concat(chunks)
    },
    release: (reason) => socket.destroy(reason),
  }
}

function connecting(socket: Socket, { protocol }: URL): Promise<void> {
  const connected = new Promise<void>((resolve, reject) => {
    socket.once(protocol === 'https:' ? 'secureConnect' : 'connect', () => resolve())
    socket.once('error', reject)
  })
  // A caller that does not wait for it learns of the failure from the request.
  connected.catch(() => {})
  return connected
}

/** What follows the head of the last answer in the bytes of a connection; interim answers (1xx) are passed over. */
export function bytesAfterHead(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1) return Buffer.alloc(0)
  const rest = raw.subarray(end + 4)
  return /^HTTP\/1\.\d 1\d\d/.test(raw.subarray(0, 16).toString('latin1')) ? bytesAfterHead(rest) : rest
}

function open(target: URL, { tls }: Route): Socket {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (target.protocol !== 'https:') return connect({ host, port: Number(target.port || 80) })
  return connectTls({ ...tls, host, port: Number(target.port || 443), servername: /^[\d.]+$|:/.test(host) ? '' : host })
}

function ended(socket: Socket, lingerMs: number): Promise<void> {
  if (socket.closed || socket.readableEnded) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs)
    for (const event of ['end', 'close', 'error']) {
      socket.once(event, () => {
        clearTimeout(timer)
        resolve()
      })
    }
  })
}
