import type { IncomingMessage } from 'node:http'

const LIMIT_BYTES = 16 * 1024 * 1024

/**
 * Reads the body of a request; `undefined` if it is larger than 16 MiB.
 *
 * @throws {Error} if the client goes away meanwhile
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    // What is too much is read all the same, or the client would not listen to the answer.
    if (bytes <= LIMIT_BYTES) chunks.push(chunk)
  }
  return bytes <= LIMIT_BYTES ? Buffer.concat(chunks) : undefined
}
