import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { AddressedRequest, ProviderResponse } from '../exchange.js'
import { type Agents, Attempt, createAgents, StaleConnectionError } from './attempt.js'
import { StartingLine } from './starting-line.js'

/** Sends requests and reads answers without tidying up either. */
export interface Sender {
  /** Waits for the whole answer. */
  send(request: AddressedRequest): Promise<ProviderResponse>
  /** Waits for the head of the answer; its body is yet to be read, and the answer then to be released. */
  stream(request: StreamedRequest): Promise<StreamedResponse>
  /** Closes idle connections, so that the program can end. */
  close(): void
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
  /** The answer as a whole, once all `bytes` of its body have been read; what follows a DELETE's 204 is in it. */
  whole(bytes: Buffer): Promise<ProviderResponse>
  release(): void
}

// A timeout is counted in this many parts; while the process is blocked, at most one of them passes.
const TICKS = 20

/**
 * Makes a sender on Node's own HTTP client: `fetch` would tidy up paths and hide what follows a 204.
 *
 * @param timeoutMs how long a whole answer may take, and how long a streamed one may be silent
 */
export function createSender(timeoutMs: number): Sender {
  const agents = createAgents()
  const line = new StartingLine()
  return {
    send: (request) => retryStale(() => sendWhole(new Attempt(request, agents), line, timeoutMs)),
    stream: (request) =>
      request.body === undefined
        ? retryStale(() => sendStream(request, agents, timeoutMs))
        : sendStream(request, agents, timeoutMs),
    close: () => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

async function retryStale<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof StaleConnectionError)) throw error
    return attempt()
  }
}

async function sendWhole(attempt: Attempt, line: StartingLine, timeoutMs: number): Promise<ProviderResponse> {
  const { request, tap } = attempt
  const stopTimer = startTimer(timeoutMs, () => attempt.abort(new Error(`nothing complete within ${timeoutMs} ms`)))
  try {
    await line.line(tap?.connected)
    tap?.hold()
    const head = attempt.open(request.headers)
    if (tap !== undefined) attempt.end()
    line.go(() => (tap === undefined ? attempt.end() : tap.write()))
    return await attempt.read(await head)
  } catch (error) {
    throw attempt.explain(error as Error)
  } finally {
    stopTimer()
    attempt.release()
  }
}

async function sendStream(request: StreamedRequest, agents: Agents, timeoutMs: number): Promise<StreamedResponse> {
  const attempt = new Attempt(request, agents, { isTapped: request.method === 'DELETE' })
  try {
    const head = attempt.open(request.allHeaders, request.signal)
    attempt.limitSilence(timeoutMs)
    if (request.body === undefined) attempt.end()
    else attempt.pipe(request.body)
    const incoming = await head
    return { incoming, whole: (bytes) => attempt.whole(incoming, bytes), release: () => attempt.release() }
  } catch (error) {
    attempt.release()
    throw attempt.explain(error as Error)
  }
}

/**
 * Counts only time in which this process is not blocked. While it parses a long list, answers wait unread, and a plain
 * timer would go off before they are read.
 *
 * @returns a function that stops it
 */
function startTimer(timeoutMs: number, goOff: () => void): () => void {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    if (ticks < TICKS) return
    clearInterval(timer)
    goOff()
  }, timeoutMs / TICKS)
  return () => clearInterval(timer)
}
