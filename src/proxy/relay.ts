import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyTooLargeError,
  MAX_BODY_BYTES,
  type ProviderResponse,
  type StreamedResponse,
  type Violation,
} from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'
import { violationsHeader, VIOLATIONS_HEADER } from './violations-header.js'

/** Passes an answer on as it comes, byte for byte. */
export async function passOn(
  answer: StreamedResponse,
  response: ServerResponse,
  start: Buffer = Buffer.alloc(0),
): Promise<void> {
  sendHead(answer.incoming, response)
  if (start.length > 0) await write(response, start)
  for await (const chunk of answer.chunks()) await write(response, chunk)
  response.end()
}

/**
 * Passes an answer on byte for byte once it is complete, since a header before it names the violations. An answer
 * beyond 64 MiB is passed on as it comes, and not validated; nor is one that is larger once it is unpacked.
 *
 * @returns the violations; `undefined` if the answer was not validated
 */
export async function passOnValidated(
  answer: StreamedResponse,
  response: ServerResponse,
  validate: (answer: ProviderResponse) => readonly Violation[],
): Promise<readonly Violation[] | undefined> {
  const { bytes, isWhole } = await readStart(answer)
  const received = isWhole ? await unlessTooLarge(answer.whole(bytes)) : undefined
  if (received === undefined) {
    await passOn(answer, response, bytes)
    return undefined
  }
  const violations = validate(received)
  sendHead(answer.incoming, response, violations)
  response.end(bytes)
  return violations
}

async function readStart(answer: StreamedResponse): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer.chunks()) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

async function unlessTooLarge(reading: Promise<ProviderResponse>): Promise<ProviderResponse | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof BodyTooLargeError) return undefined
    throw error
  }
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
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve()
    }
    response.once('drain', goOn).once('close', goOn)
  })
}
