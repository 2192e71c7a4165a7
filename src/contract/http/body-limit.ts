import { finished, type Readable } from 'node:stream'

/** The largest body that is read, packed or unpacked. */
export const MAX_BODY_BYTES = 64 * 2 ** 20

/** A body that is larger than what is read, as it came or once it is unpacked. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'

  constructor() {
    super('its body is larger than 64 MiB, of which no more is read')
  }
}

/**
 * Reads a body to its end.
 *
 * @throws {BodyTooLargeError}
 */
export function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_BODY_BYTES) stream.destroy(new BodyTooLargeError())
    })
    finished(stream, { writable: false }, (error) => {
      if (error) reject(error)
      else resolve(Buffer.concat(chunks))
    })
  })
}
