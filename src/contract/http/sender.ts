import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { Attempt, retryStale } from './attempt.js'
import { KeptConnections } from './kept-connections.js'
import { StartingLine } from './starting-line.js'

/** Sends requests and reads answers without tidying up either. */
export interface Sender {
  /** Waits for the whole answer. */
  send(request: AddressedRequest, options?: SendOptions): Promise<ProviderResponse>
  /** Waits for the head of the answer; its body is yet to be read, and the answer then to be released. */
  stream(request: StreamedRequest): Promise<StreamedResponse>
  /** Closes idle connections, so that the program can end. */
  close(): void
}

/** How a request is sent. */
export interface SendOptions {
  /** Whether only a refusal can come of it. Then nobody looks for a body after a 204, so that any connection will do. */
  readonly isRefused?: boolean
  /** Whether it is to reach the provider at the same moment as the others that are sent now. */
  readonly isRace?: boolean
}

/** A request that is sent on behalf of somebody else. */
export interface StreamedRequest extends AddressedRequest {
  /** What is sent instead of `headers`, in which repeated fields are lost. */
  readonly allHeaders: OutgoingHttpHeaders
  readonly body: Readable | undefined
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/** An answer whose head has come. */
export interface StreamedResponse {
  readonly incoming: IncomingMessage
  /**
   * The body as it comes, from where it was last read to. Only while somebody waits for it does the provider's silence
   * count.
   */
  chunks(): AsyncIterable<Buffer>
  /**
   * The answer as a whole, once all `bytes` of its body have been read; what follows a DELETE's 204 is in it.
   *
   * @throws {BodyTooLargeError} if the body is too large once it is unpacked
   */
  whole(bytes: Buffer): Promise<ProviderResponse>
  release(): void
}

/**
 * Makes a sender on Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204.
 *
 * @param timeoutMs how long a whole answer may take, and how long a streamed one may be silent
 * @param connections shared with whoever else talks to the same server
 */
export function createSender(timeoutMs: number, connections = new KeptConnections(timeoutMs)): Sender {
  const line = new StartingLine()
  return {
    send: (request, { isRefused = false, isRace = false } = {}) =>
      retryStale(connections, (how) => {
        const attempt = new Attempt(request, connections, isRefused ? { ...how, isTapped: false } : how)
        return sendWhole(attempt, isRace ? line : undefined, timeoutMs)
      }),
    stream: (request) => {
      const isTapped = request.method === 'DELETE'
      const streamOn = ({ isFresh }: { isFresh: boolean }) =>
        sendStream(request, new Attempt(request, connections, { isTapped, isFresh }), timeoutMs)
      return canBeSentTwice(request) ? retryStale(connections, streamOn) : streamOn({ isFresh: true })
    },
    close: () => connections.close(),
  }
}

// The others go out on new connections, which cannot be stale.
function canBeSentTwice({ method, body }: StreamedRequest): boolean {
  return body === undefined && ['GET', 'HEAD', 'OPTIONS'].includes(method)
}

async function sendWhole(
  attempt: Attempt,
  line: StartingLine | undefined,
  timeoutMs: number,
): Promise<ProviderResponse> {
  const timer = attempt.abortAfter(timeoutMs)
  try {
    return await attempt.read(await (line === undefined ? sendNow(attempt) : sendInLine(attempt, line)))
  } catch (error) {
    attempt.abort(error as Error)
    throw attempt.explain(error as Error)
  } finally {
    clearTimeout(timer)
    attempt.tap?.release()
  }
}

function sendNow(attempt: Attempt): Promise<IncomingMessage> {
  const head = attempt.open(attempt.request.headers)
  attempt.end()
  return head
}

async function sendInLine(attempt: Attempt, line: StartingLine): Promise<IncomingMessage> {
  const { request, tap } = attempt
  await line.line(tap?.connected)
  tap?.hold()
  const head = attempt.open(request.headers)
  if (tap !== undefined) attempt.end()
  line.go(() => (tap === undefined ? attempt.end() : tap.write()))
  return head
}

async function sendStream(request: StreamedRequest, attempt: Attempt, timeoutMs: number): Promise<StreamedResponse> {
  const silence = silenceTimer(timeoutMs, () => attempt.abort(new Error('it said nothing for too long')))
  const countAnew = () => silence.start()
  try {
    const head = attempt.open(request.allHeaders, request.signal)
    silence.start()
    attempt.end(request.body?.on('data', countAnew))
    const incoming = await head
    const iterator = incoming.iterator({ destroyOnReturn: false })
    return {
      incoming,
      chunks: () => readOn(iterator, attempt, silence),
      whole: (bytes) => attempt.whole(incoming, bytes),
      release: () => attempt.tap?.release(),
    }
  } catch (error) {
    attempt.abort(error as Error)
    throw attempt.explain(error as Error)
  } finally {
    request.body?.off('data', countAnew)
    silence.stop()
  }
}

async function* readOn(
  iterator: NodeJS.AsyncIterator<Buffer>,
  attempt: Attempt,
  silence: ReturnType<typeof silenceTimer>,
): AsyncGenerator<Buffer> {
  for (;;) {
    silence.start()
    const next = await iterator
      .next()
      .catch((error: unknown) => {
        throw attempt.explain(error as Error)
      })
      .finally(() => silence.stop())
    if (next.done === true) return
    yield next.value
  }
}

/** Goes off when somebody who is to say something says nothing for too long. */
function silenceTimer(timeoutMs: number, goOff: () => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    timer = setTimeout(goOff, timeoutMs)
  }
  return { start, stop }
}
