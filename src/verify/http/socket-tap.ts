import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A connection of one request whose every incoming byte is kept. */
export interface SocketTap {
  /** For the option of the same name of `http.request`. */
  readonly createConnection: () => Socket
  /** All bytes, once the server has closed the connection or `lingerMs` have passed. */
  rest(lingerMs: number): Promise<Buffer>
  release(): void
}

/**
 * Taps a connection below the HTTP parser, which takes a 204 to be over after its head: the bytes of a body that
 * must not be there are seen only here.
 */
export function tapSocket(target: URL): SocketTap {
  const chunks: Buffer[] = []
  let socket: Socket | undefined
  return {
    createConnection: () => {
      socket = open(target)
      socket.on('data', (chunk: Buffer) => chunks.push(chunk))
      // Node's client hangs up as soon as the answer seems over: let it close its own half only.
      const half = socket
      half.destroySoon = () => half.end()
      return socket
    },
    rest: async (lingerMs) => {
      if (socket !== undefined) await ended(socket, lingerMs)
      return Buffer.concat(chunks)
    },
    release: () => socket?.destroy(),
  }
}

/** What follows the head of the last answer in the bytes of a connection; interim answers (1xx) are passed over. */
export function bytesAfterHead(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1) return Buffer.alloc(0)
  const rest = raw.subarray(end + 4)
  return /^HTTP\/1\.\d 1\d\d/.test(raw.subarray(0, 16).toString('latin1')) ? bytesAfterHead(rest) : rest
}

function open(target: URL): Socket {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  if (target.protocol !== 'https:') return connect({ host, port: Number(target.port || 80) })
  return connectTls({ host, port: Number(target.port || 443), servername: /^[\d.]+$|:/.test(host) ? '' : host })
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
