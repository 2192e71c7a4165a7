import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyTooLargeError,
  MAX_BODY_BYTES,
  type ProviderResponse,
  type StreamedResponse,
  type Violation,
} from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'

/** The header that tells a client what is wrong with the answer it gets. */
const VIOLATIONS_HEADER = 'Orders-Mock-Violations'

const MAX_LISTED = 5

const SMALL_BYTES = 2 ** 16

/** How much the answers take together that wait to be whole, or for a client to read them. */
export class HeldBytes {
  #bytes = 0

  /** @returns whether there was room */
  take(bytes: number): boolean {
    this.#bytes += bytes
    return this.#bytes <= MAX_BODY_BYTES
  }

  give(bytes: number): void {
    this.#bytes -= bytes
  }
}

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
type Unvalidated = 'too large' | 'too slow' | 'too much at once'

/**
 * Passes an answer on byte for byte once it is complete, since a header before it names the violations. An answer
 * beyond 64 MiB, alone or together with the others that wait, is passed on as it comes, and not validated, as is one
 * that is not complete in time; nor is one validated that is larger once it is unpacked.
 *
 * @param limits.longestMs how long the answer may take to be complete
 * @returns the violations, or why the answer was not validated
 */
export async function passOnValidated(
  answer: StreamedResponse,
  response: ServerResponse,
  { held, longestMs }: { held: HeldBytes; longestMs: number },
  validate: (answer: ProviderResponse) => readonly Violation[],
): Promise<readonly Violation[] | Unvalidated> {
  let counted = 0
  const hold = (length: number): boolean => {
    // However many large answers wait, small ones are validated.
    if (length <= SMALL_BYTES) return true
    const more = length - counted
    counted = length
    return held.take(more)
  }
  try {
    const { bytes, unvalidated } = await readStart(answer, longestMs, hold)
    const received = unvalidated === undefined ? await unlessTooLarge(answer.whole(bytes)) : undefined
    if (received === undefined) {
      await passOn(answer, response, bytes)
      return unvalidated ?? 'too large'
    }
    const violations = validate(received)
    sendHead(answer.incoming, response, violations)
    response.end(bytes)
    await sent(response)
    return violations
  } finally {
    held.give(counted)
  }
}

interface Start {
  readonly bytes: Buffer
  /** Why it is not the whole body. */
  readonly unvalidated?: Unvalidated
}

async function readStart(
  answer: StreamedResponse,
  longestMs: number,
  hold: (length: number) => boolean,
): Promise<Start> {
  const startedMs = performance.now()
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer.chunks()) {
    chunks.push(chunk)
    length += chunk.length
    const unvalidated = whyNow(length, hold(length), performance.now() - startedMs > longestMs)
    if (unvalidated !== undefined) return { bytes: Buffer.concat(chunks), unvalidated }
  }
  return { bytes: Buffer.concat(chunks) }
}

function whyNow(length: number, hasRoom: boolean, isLate: boolean): Unvalidated | undefined {
  if (length > MAX_BODY_BYTES) return 'too large'
  if (!hasRoom) return 'too much at once'
  return isLate ? 'too slow' : undefined
}

/** Once the client has read it, or has gone. */
async function sent(response: ServerResponse): Promise<void> {
  if (response.writableFinished || response.destroyed) return
  await new Promise<void>((resolve) => response.once('finish', resolve).once('close', resolve))
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

/** The violations as a JSON array in ASCII: the first ones, and how many more there are. */
function violationsHeader(violations: readonly Violation[]): string {
  const listed: object[] = violations.slice(0, MAX_LISTED).map(({ rule, operation, message, expected }) => ({
    rule,
    operation,
    message: message.slice(0, 200),
    expected: expected.slice(0, 200),
  }))
  if (violations.length > MAX_LISTED) listed.push({ more: violations.length - MAX_LISTED })
  return JSON.stringify(listed).replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
