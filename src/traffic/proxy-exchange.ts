import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyTooLargeError,
  findOperation,
  NoAnswerError,
  type Sender,
  type StreamedRequest,
  UnreachableError,
} from '../contract/index.js'
import type { OperationId } from '../spec/index.js'
import { forwardedRequest, type Passage, passOn, passOnHeldBack } from './forward.js'
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

/** Where the proxy's own API begins. */
export const PROXY_PATH = '/v1'

/** What the proxy works with. */
export interface ProxyContext {
  /** Of the provider; without a slash at its end. */
  readonly baseUrl: string
  readonly sender: Sender
  readonly check: TrafficCheck
  /** Whether a request may come from a page that has this machine's address under a name of its own. */
  readonly isForeign: (request: IncomingMessage) => boolean
  readonly onExchange: (event: ProxyEvent) => void
}

type Result = Partial<ProxyEvent>

/** Answers one request of a client, and reports what became of it. */
export async function proxyExchange(
  context: ProxyContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', url = '/' } = request
  const startMs = performance.now()
  const result = await handle(context, request, response)
  const durationMs = performance.now() - startMs
  context.onExchange({ method, path: withoutQuery(url), durationMs, violations: [], findings: [], ...result })
}

async function handle(context: ProxyContext, request: IncomingMessage, response: ServerResponse): Promise<Result> {
  const [, path] = /^\/v1(|[/?].*)$/s.exec(request.url ?? '') ?? []
  if (path === undefined)
    sendError(response, 'route_not_found', `The proxy passes on only what is below ${PROXY_PATH}.`, 404)
  else if (context.isForeign(request))
    sendError(response, 'foreign_host', 'Only this machine may call the proxy, by a name such as localhost.', 403)
  else return forward(context, path, request, response)
  return { status: response.statusCode, remark: 'not passed on' }
}

async function forward(
  context: ProxyContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Result> {
  const hangUp = new AbortController()
  response.once('close', () => response.writableFinished || hangUp.abort())
  const { signal } = hangUp
  const { baseUrl, sender, check } = context
  const sent = forwardedRequest(request, { baseUrl, path, signal })
  const operation = findOperation(sent)?.operation
  const called = operation && { operation: operation.operationId }
  const startMs = performance.now()
  let passage: Passage | undefined
  try {
    passage = { answer: await sender.stream(sent), response, signal }
    const status = passage.answer.incoming.statusCode ?? 502
    if (operation !== undefined) return { ...called, status, ...(await validate(context, sent, passage, startMs)) }
    check.leaveOut('requests that call no operation of the contract')
    await passOn(passage)
    return { status, remark: 'no operation of the contract' }
  } catch (error) {
    if (response.destroyed) return { ...called, remark: 'the client hung up' }
    const remark = answerInstead(response, error as Error, baseUrl)
    const isUnreachable = error instanceof UnreachableError
    if (isUnreachable) check.leaveOut('requests that could not be delivered')
    const isFault = operation !== undefined && !isUnreachable
    const judged = isFault && check.unanswered(operation, remark, placeOf(sent, 'no answer'))
    return { ...called, status: 502, remark, ...judged }
  } finally {
    passage?.answer.release()
  }
}

/** Passes an answer on, and validates it before it ends: what the client does because of it comes after it. */
async function validate(
  { baseUrl, check }: ProxyContext,
  sent: StreamedRequest,
  passage: Passage,
  startMs: number,
): Promise<Result> {
  let result: Result = { remark: 'too large to be validated' }
  await passOnHeldBack(passage, async (body) => {
    const response = body && (await passage.answer.whole(body).catch(unlessTooLarge))
    const endMs = performance.now()
    const seen = { startMs, endMs, place: placeOf(sent, response?.status ?? 'too large') }
    const key = sent.headers['authorization'] ?? ''
    if (response === undefined) check.leaveOut('answers that were too large to be validated')
    else result = check.take({ request: sent, response, durationMs: endMs - startMs, seen, baseUrl, key })
  })
  return result
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof BodyTooLargeError)) throw error
}

/**
 * Says to the client that there is no answer, or breaks off the one that has begun.
 *
 * @returns why there is none
 */
function answerInstead(response: ServerResponse, error: Error, baseUrl: string): string {
  const isUnreachable = error instanceof UnreachableError
  const reason = isUnreachable || error instanceof NoAnswerError ? error.reason : 'its answer broke off'
  const code = isUnreachable ? 'provider_unreachable' : 'provider_gave_no_answer'
  if (response.headersSent) response.destroy()
  else sendError(response, code, `The proxy got no answer from ${baseUrl}: ${reason}.`, 502)
  return reason
}

function sendError(response: ServerResponse, code: string, message: string, status: number): void {
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
