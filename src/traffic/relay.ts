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

/** Why an answer was passed on without being validated. */
type Unvalidated = 'too large' | 'too slow'

/**
 * Passes an answer on byte for byte once it is complete, since a header before it names the violations. An answer
 * beyond 64 MiB is passed on as it comes, and not validated, as is one that is not complete in time; nor is one
 * validated that is larger once it is unpacked.
 *
 * @param longestMs how long the answer may take to be complete
 * @returns the violations, or why the answer was not validated
 */
export async function passOnValidated(
  answer: StreamedResponse,
  response: ServerResponse,
  longestMs: number,
  validate: (answer: ProviderResponse) => readonly Violation[],
): Promise<readonly Violation[] | Unvalidated> {
  const { bytes, unvalidated } = await readStart(answer, longestMs)
  const received = unvalidated === undefined ? await unlessTooLarge(answer.whole(bytes)) : undefined
  if (received === undefined) {
    await passOn(answer, response, bytes)
    return unvalidated ?? 'too large'
  }
  const violations = validate(received)
  sendHead(answer.incoming, response, violations)
  response.end(bytes)
  return violations
}

interface Start {
  readonly bytes: Buffer
  /** Why it is not the whole body. */
  readonly unvalidated?: Unvalidated
}

async function readStart(answer: StreamedResponse, longestMs: number): Promise<Start> {
  const startedMs = performance.now()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer.chunks()) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_BODY_BYTES) return { bytes: Buffer.concat(chunks), unvalidated: 'too large' }
    if (performance.now() - startedMs > longestMs) return { bytes: Buffer.concat(chunks), unvalidated: 'too slow' }
  }
  return { bytes: Buffer.concat(chunks) }
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
  response.writeHead(incoming.statusCode ?? 502, reasonPhrase(incoming), headers.flat())
}

// Node reads control characters in it, and writes none.
function reasonPhrase({ statusMessage = '' }: IncomingMessage): string {
  return /^[\t -~\u0080-\u00FF]*$/.test(statusMessage) ? statusMessage : ''
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
