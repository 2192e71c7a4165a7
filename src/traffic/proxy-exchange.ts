import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  NoAnswerError,
  type PendingExchange,
  type Sender,
  type StreamedResponse,
  UnreachableError,
  type Validator,
} from '../contract/index.js'
import type { ProxyEvent } from './proxy-event.js'
import type { Recorder } from './recorder.js'
import { passOn, passOnValidated } from './relay.js'
import { streamedRequest } from './streamed-request.js'

/** Where the proxy's own API begins. */
export const PROXY_PATH = '/v1'

/** What the proxy works with. */
export interface ProxyContext {
  /** Of the provider; without a slash at its end. */
  readonly baseUrl: string
  readonly sender: Sender
  /** How long an answer may take before it is passed on as it comes. */
  readonly timeoutMs: number
  readonly validator: Validator
  readonly recorder: Recorder
  readonly onExchange: (event: ProxyEvent) => void
}

type Result = Omit<ProxyEvent, 'method' | 'path' | 'durationMs'>

/** Answers one request of a client, and reports what became of it. */
export async function proxyExchange(
  context: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const startedMs = performance.now()
  const path = pathBelowBase(url)
  const result = path === undefined ? refuse(response) : await forward(context, path, request, response)
  context.onExchange({ method, path: url, durationMs: performance.now() - startedMs, ...result })
}

/** What follows the proxy's base address in a request's path; `undefined` if the request is for something else. */
function pathBelowBase(url: string): string | undefined {
  if (url === PROXY_PATH) return ''
  const below = url.slice(PROXY_PATH.length)
  return url.startsWith(PROXY_PATH) && /^[/?]/.test(below) ? below : undefined
}

function refuse(response: ServerResponse): Result {
  sendError(response, 'route_not_found', `The proxy passes on only what is below ${PROXY_PATH}.`, 404)
  return { status: 404, violations: [], remark: 'not passed on' }
}

async function forward(
  context: ProxyContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Result> {
  const { baseUrl, sender, timeoutMs, validator, recorder } = context
  const startedMs = performance.now()
  const sent = streamedRequest(request, { baseUrl, path, signal: hangUpSignal(response) })
  const pending = validator.begin(sent)
  const operation = pending === undefined ? {} : { operation: pending.operation }
  let answer: StreamedResponse | undefined
  try {
    answer = await sender.stream(sent)
    const result = {
      ...operation,
      status: answer.incoming.statusCode ?? 502,
      violations: [],
      isReached: true,
      isAnswered: true,
    }
    if (pending === undefined) {
      await passOn(answer, response)
      return { ...result, remark: 'no operation of the contract' }
    }
    const validated = await passOnValidated(answer, response, timeoutMs, (received) => {
      const exchange = { request: sent, response: received, durationMs: performance.now() - startedMs }
      recorder.record(exchange)
      return pending.answered(exchange)
    })
    if (typeof validated !== 'string') return { ...result, violations: validated }
    pending.dropped()
    return { ...result, remark: `${validated} to be validated` }
  } catch (error) {
    return { ...operation, ...fail(error, pending, baseUrl, response) }
  } finally {
    answer?.release()
  }
}

/** Aborted when the client hangs up before it has its answer. */
function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

function fail(error: unknown, pending: PendingExchange | undefined, baseUrl: string, response: ServerResponse): Result {
  if (response.destroyed) {
    pending?.dropped()
    return { violations: [], remark: 'the client hung up' }
  }
  const isReached = !(error instanceof UnreachableError)
  const isKnown = error instanceof UnreachableError || error instanceof NoAnswerError
  const reason = isKnown ? error.reason : 'its answer broke off'
  const violations = isReached ? (pending?.unanswered(reason) ?? []) : []
  if (!isReached) pending?.dropped()
  const code = isReached ? 'provider_gave_no_answer' : 'provider_unreachable'
  const isAnswered = response.headersSent
  if (isAnswered) response.destroy()
  else sendError(response, code, `The proxy got no answer from ${baseUrl}: ${reason}.`, 502)
  return { status: 502, violations, isReached, isAnswered, remark: reason }
}

function sendError(response: ServerResponse, code: string, message: string, status: number): void {
  const json = JSON.stringify({ code, message, status })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  response.writeHead(status, headers).end(json)
}
