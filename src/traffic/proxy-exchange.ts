import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyTooLargeError,
  findOperation,
  NoAnswerError,
  type Sender,
  type StreamedRequest,
  UnreachableError,
} from '../contract/index.js'
import { hasSeveralHosts, hostnameOf, hostOf, isLoopback } from '../node/index.js'
import type { OperationId } from '../spec/index.js'
import { forwardedRequest, passOn } from './forward.js'
import type { Judged, TrafficCheck } from './traffic-check.js'

/** One request that came to the proxy, and what became of it. */
export interface ProxyEvent extends Judged {
  readonly method: string
  /** As the client sent it, without its query, which may hold a key. */
  readonly path: string
  /** What the client got; absent if it hung up before. */
  readonly status?: number
  readonly durationMs: number
  /** The operation of the description, if the request calls one. */
  readonly operation?: OperationId
  /** Why there is nothing to say about the provider, or why it gave no answer. */
  readonly remark?: string
}

/** What the proxy works with. */
interface ProxyContext {
  /** Where it listens. */
  readonly host: string
  /** Of the provider; without a slash at its end. */
  readonly target: string
  readonly sender: Sender
  readonly check: TrafficCheck
}

/** Answers one request of a client. */
export async function proxyExchange(
  context: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<ProxyEvent> {
  const { method = 'GET', url = '/' } = request
  const startMs = performance.now()
  const [, path] = /^\/v1(|[/?].*)$/s.exec(url) ?? []
  let result: Partial<ProxyEvent>
  if (path === undefined)
    result = refuse(response, 404, 'route_not_found', 'The proxy passes on only what is below /v1.')
  else if (isForeign(request, context.host))
    result = refuse(response, 403, 'foreign_host', 'Only this machine may call the proxy, by a name such as localhost.')
  else result = await forward(context, path, request, response)
  const durationMs = performance.now() - startMs
  return { method, path: withoutQuery(url), durationMs, violations: [], findings: [], ...result }
}

/** Whether it may come from a page with a name of its own for this machine, which calls whatever the proxy lets pass. */
function isForeign(request: IncomingMessage, host: string): boolean {
  const asked = hostOf({ headers: request.headers, originalUrl: request.url ?? '' })
  return hasSeveralHosts(request) || (isLoopback(host) && !isLoopback(hostnameOf(asked)))
}

function refuse(response: ServerResponse, status: number, code: string, message: string): Partial<ProxyEvent> {
  sendError(response, status, code, message)
  return { status, remark: 'not passed on' }
}

async function forward(
  context: ProxyContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Partial<ProxyEvent>> {
  const { target, check } = context
  const hangUp = new AbortController()
  response.once('close', () => response.writableFinished || hangUp.abort())
  const sent = forwardedRequest(request, { baseUrl: target, path, signal: hangUp.signal })
  const operation = findOperation(sent)?.operation
  const called = operation && { operation: operation.operationId }
  try {
    return { ...called, ...(await exchange(context, sent, response)) }
  } catch (error) {
    if (response.destroyed) return { ...called, remark: 'the client hung up' }
    const remark = answerInstead(response, error as Error, target)
    const isUnreachable = error instanceof UnreachableError
    if (isUnreachable) check.leaveOut('requests that could not be delivered')
    const isFault = operation !== undefined && !isUnreachable
    const judged = isFault && check.unanswered(operation, remark, placeOf(sent, 'no answer'))
    return { ...called, status: 502, remark, ...judged }
  }
}

/** Passes an answer on, and judges it before the client has its end: what the client does because of it comes after it. */
async function exchange(
  { target, sender, check }: ProxyContext,
  sent: StreamedRequest,
  response: ServerResponse,
): Promise<Partial<ProxyEvent>> {
  const startMs = performance.now()
  const answer = await sender.stream(sent)
  const status = answer.incoming.statusCode ?? 502
  try {
    if (findOperation(sent) === undefined) {
      check.leaveOut('requests that call no operation of the contract')
      await passOn(answer, response, sent.signal)
      return { status, remark: 'no operation of the contract' }
    }
    let judged: Partial<ProxyEvent> = { remark: 'too large to be validated' }
    await passOn(answer, response, sent.signal, async (body) => {
      const whole = body && (await answer.whole(body).catch(unlessTooLarge))
      const endMs = performance.now()
      const seen = { startMs, endMs, place: placeOf(sent, status) }
      const known = { request: sent, seen, baseUrl: target, key: sent.headers['authorization'] ?? '' }
      if (whole === undefined) check.leaveOut('answers that were too large to be validated')
      else judged = check.take({ ...known, response: whole, durationMs: endMs - startMs })
    })
    return { status, ...judged }
  } finally {
    answer.release()
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof BodyTooLargeError)) throw error
}

/**
 * Says to the client that there is no answer, or breaks off the one that has begun.
 *
 * @returns why there is none
 */
function answerInstead(response: ServerResponse, error: Error, target: string): string {
  const isUnreachable = error instanceof UnreachableError
  const reason = isUnreachable || error instanceof NoAnswerError ? error.reason : 'its answer broke off'
  const code = isUnreachable ? 'provider_unreachable' : 'provider_gave_no_answer'
  if (response.headersSent) response.destroy()
  else sendError(response, 502, code, `The proxy got no answer from ${target}: ${reason}.`)
  return reason
}

function sendError(response: ServerResponse, status: number, code: string, message: string): void {
  const json = JSON.stringify({ code, message, status })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  response.writeHead(status, headers).end(json)
}

function placeOf({ method, path }: StreamedRequest, answer: number | string): string {
  return `${new Date().toISOString()} ${method} ${withoutQuery(path)} → ${answer}`
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*/s, '')
}
