import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProviderResponse, StreamedResponse, Violation } from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'
import { violationsHeader, VIOLATIONS_HEADER } from './violations-header.js'

const MAX_VALIDATED_BYTES = 64 * 2 ** 20

/** Passes an answer on as it comes, byte for byte. */
export async function passOn(
  incoming: IncomingMessage,
  response: ServerResponse,
  start: Buffer = Buffer.alloc(0),
): Promise<void> {
  sendHead(incoming, response)
  if (start.length > 0) await write(response, start)
  for await (const chunk of incoming) await write(response, chunk as Buffer)
  response.end()
}

/**
 * Passes an answer on byte for byte once it is complete, since a header before it names the violations. An answer
 * beyond 64 MiB is passed on as it comes, and not validated.
 *
 * @returns the violations; `undefined` if the answer was not validated
 */
export async function passOnValidated(
  answer: StreamedResponse,
  response: ServerResponse,
  validate: (answer: ProviderResponse) => readonly Violation[],
): Promise<readonly Violation[] | undefined> {
  const { incoming } = answer
  const { bytes, isWhole } = await readStart(incoming)
  if (!isWhole) {
    await passOn(incoming, response, bytes)
    return undefined
  }
  const violations = validate(await answer.whole(bytes))
  sendHead(incoming, response, violations)
  response.end(bytes)
  return violations
}

async function readStart(incoming: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_VALIDATED_BYTES) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

function sendHead(incoming: IncomingMessage, response: ServerResponse, violations: readonly Violation[] = []): void {
  const headers = endToEndHeaders(incoming.rawHeaders)
  if (violations.length > 0) headers.push([VIOLATIONS_HEADER, violationsHeader(violations)])
  response.sendDate = false
  response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage ?? '', headers.flat())
}

async function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (response.write(chunk) || response.destroyed) return
  await new Promise<void>((resolve) => {
    response.once('drain', resolve).once('close', resolve)
  })
}
