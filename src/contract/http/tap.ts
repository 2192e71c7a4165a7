import type { Socket } from 'node:net'
import { finished } from 'node:stream/promises'

// How long to watch a connection for bytes after a 204 if the server leaves it open in spite of `Connection: close`.
const LINGER_MS = 150
// Enough to show a forbidden body after the heads of a response.
const MAX_KEPT_BYTES = 2 ** 20

/** Captures the bytes received on a connection below the HTTP parser, for which a 204 ends with the header section. */
export class Tap {
  readonly #chunks: Buffer[] = []

  constructor(readonly socket: Socket) {
    let length = 0
    socket.on('data', (chunk: Buffer) => {
      if (length < MAX_KEPT_BYTES) this.#chunks.push(chunk)
      length += chunk.length
    })
    // Node's client hangs up as soon as the response seems over: let it close its own half only.
    socket.destroySoon = () => socket.end()
  }

  /** What follows the head of the response, once the server has closed the connection or had the time to. */
  async bytesAfterHead(): Promise<Buffer> {
    const signal = AbortSignal.timeout(LINGER_MS)
    // However it ends, the bytes that have come count.
    await finished(this.socket, { writable: false, signal }).catch(() => {})
    return afterHeads(Buffer.concat(this.#chunks))
  }
}

/** What follows the head of the last response; interim responses (1xx) are passed over. */
function afterHeads(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n')
  if (end === -1) return Buffer.alloc(0)
  const rest = raw.subarray(end + 4)
  return /^HTTP\/1\.\d 1\d\d/.test(raw.subarray(0, 16).toString('latin1')) ? afterHeads(rest) : rest
}
