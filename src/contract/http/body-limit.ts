import type { Readable } from 'node:stream'

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
export async function readBody(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new BodyTooLargeError()
  }
  return Buffer.concat(chunks)
}
