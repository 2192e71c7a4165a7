import type { IncomingMessage, ServerResponse } from 'node:http'
import { bytesAfterHead, decodeBody, type Exchange, type OutgoingRequest, type Violation } from '../contract/index.js'
import { endToEndHeaders } from './end-to-end-headers.js'
import type { UpstreamAnswer } from './open-upstream.js'
import { violationsHeader, VIOLATIONS_HEADER } from './violations-header.js'

const MAX_JUDGED_BYTES = 64 * 2 ** 20
const LINGER_MS = 150

/** Passes an answer on as it comes, byte for byte. */
export async function passOn(answer: UpstreamAnswer, response: ServerResponse): Promise<void> {
  await passRest(answer, response, Buffer.alloc(0))
}

/**
 * Passes an answer on byte for byte once it is whole, since what `judge` finds stands in a header before it. An answer
 * beyond 64 MiB is passed on as it comes, and not judged.
 *
 * @returns what was found; `undefined` if the answer was not judged
 */
export async function passOnJudged(
  answer: UpstreamAnswer,
  { response, judge }: { response: ServerResponse; judge: (answer: Exchange['response']) => readonly Violation[] },
): Promise<readonly Violation[] | undefined> {
  const { incoming, tap } = answer
  const { bytes, isWhole } = await readStart(incoming)
  if (!isWhole) {
    await passRest(answer, response, bytes)
    return undefined
  }
  const late = incoming.statusCode === 204 ? await tap?.rest(LINGER_MS) : undefined
  tap?.release()
  const violations = judge(readAnswer(incoming, late === undefined ? bytes : bytesAfterHead(late)))
  sendHead(incoming, response, violations)
  response.end(bytes)
  return violations
}

async function passRest({ incoming, tap }: UpstreamAnswer, response: ServerResponse, start: Buffer): Promise<void> {
  sendHead(incoming, response)
  if (start.length > 0) await write(response, start)
  try {
    for await (const chunk of incoming) await write(response, chunk as Buffer)
    response.end()
  } finally {
    tap?.release()
  }
}

async function readStart(incoming: IncomingMessage): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length > MAX_JUDGED_BYTES) return { bytes: Buffer.concat(chunks), isWhole: false }
  }
  return { bytes: Buffer.concat(chunks), isWhole: true }
}

/** What the verifier's rules want to know of a request. */
export function outgoingRequest(request: IncomingMessage, path: string): OutgoingRequest {
  const headers = Object.fromEntries(endToEndHeaders(request.rawHeaders))
  return { method: request.method ?? 'GET', path, headers }
}

function readAnswer(incoming: IncomingMessage, bytes: Buffer): Exchange['response'] {
  const headers = Object.fromEntries(
    Object.entries(incoming.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]),
  )
  return { status: incoming.statusCode ?? 0, headers, ...decodeBody(bytes, headers['content-encoding']) }
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
