import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  BodyTooLargeError,
  findOperation,
  NoAnswerError,
  type ProviderResponse,
  type Sender,
  type StreamedRequest,
  type StreamedResponse,
  UnreachableError,
  type Violation,
} from '../contract/index.js'
import type { OperationId } from '../spec/index.js'
import { forwardedRequest } from './forward.js'
import { type Copies, passOn, passOnDelayed } from './relay.js'
import type { TrafficCheck, TrafficFinding } from './traffic-check.js'

/** One request that came to the proxy, and what became of it. */
export interface ProxyEvent {
  readonly method: string
  /** As the client sent it, without its query, which may hold a key. */
  readonly path: string
  /** What the client got; absent if it hung up before. */
  readonly status?: number
  readonly durationMs: number
  /** The operation of the description, if the request calls one. */
  readonly operation?: OperationId
  /** What is wrong with this answer by itself. */
  readonly violations: readonly Violation[]
  /** What it shows for the first time, by itself or together with earlier ones. */
  readonly findings: readonly TrafficFinding[]
  /** Why there is nothing to say about the provider, or why it gave no answer. */
  readonly remark?: string
  /** Whether the provider could be reached; absent where nothing was sent to it. */
  readonly isReached?: boolean
  /** Whether the answer came from the provider, not from the proxy on its behalf; absent where nothing was sent to it. */
  readonly isAnswered?: boolean
}

/** Where the proxy's own API begins. */
export const PROXY_PATH = '/v1'

/** What the proxy works with. */
export interface ProxyContext {
  /** Of the provider; without a slash at its end. */
  readonly baseUrl: string
  readonly sender: Sender
  readonly check: TrafficCheck
  readonly copies: Copies
  /** Whether a request may come from a page that has this machine's address under a name of its own. */
  readonly isForeign: (request: IncomingMessage) => boolean
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
  const [pathname = ''] = url.split('?')
  const path = pathBelowBase(url)
  const result = await (path === undefined || context.isForeign(request)
    ? refuse(response, path === undefined ? UNKNOWN : FOREIGN)
    : forward(context, path, request, response))
  context.onExchange({ method, path: pathname, durationMs: performance.now() - startedMs, ...result })
}

/** What follows the proxy's base address in a request's path; `undefined` if the request is for something else. */
function pathBelowBase(url: string): string | undefined {
  if (url === PROXY_PATH) return ''
  const below = url.slice(PROXY_PATH.length)
  return url.startsWith(PROXY_PATH) && /^[/?]/.test(below) ? below : undefined
}

const UNKNOWN = ['route_not_found', `The proxy passes on only what is below ${PROXY_PATH}.`, 404] as const
const FOREIGN = ['foreign_host', 'Only this machine may call the proxy, by a name such as localhost.', 403] as const

function refuse(response: ServerResponse, [code, message, status]: typeof UNKNOWN | typeof FOREIGN): Result {
  sendError(response, code, message, status)
  return { status, violations: [], findings: [], remark: 'not passed on' }
}

async function forward(
  context: ProxyContext,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Result> {
  const { baseUrl, sender } = context
  const startMs = performance.now()
  const sent = forwardedRequest(request, { baseUrl, path, signal: hangUpSignal(response) })
  const operation = findOperation(sent)?.operation.operationId
  const called = operation === undefined ? {} : { operation }
  let answer: StreamedResponse | undefined
  try {
    answer = await sender.stream(sent)
    const status = answer.incoming.statusCode ?? 502
    const result = { ...called, status, violations: [], findings: [], isReached: true, isAnswered: true }
    if (operation !== undefined) return { ...result, ...(await validate(context, { sent, startMs }, answer, response)) }
    await passOn(answer, response)
    return { ...result, remark: 'no operation of the contract' }
  } catch (error) {
    return { ...called, ...fail(error, context, sent, response) }
  } finally {
    answer?.release()
  }
}

/** Passes an answer on, and validates it before it ends: what the client does because of it comes after it. */
async function validate(
  { baseUrl, check, copies }: ProxyContext,
  { sent, startMs }: { sent: StreamedRequest; startMs: number },
  answer: StreamedResponse,
  response: ServerResponse,
): Promise<Partial<Result>> {
  const copy = copies.begin()
  let result: Partial<Result> = { remark: 'too large to be validated' }
  const beforeEnd = async (): Promise<void> => {
    const bytes = copy.bytes()
    const received = bytes && (await answer.whole(bytes).catch(unlessTooLarge))
    if (received === undefined) return check.leaveOut('answers that were too large to be validated')
    const endMs = performance.now()
    const seen = { startMs, endMs, place: placeOf(sent, received) }
    const exchange = { request: sent, response: received, durationMs: endMs - startMs }
    result = check.take({ ...exchange, seen, baseUrl, key: authorizationOf(sent) })
  }
  try {
    await passOnDelayed(answer, response, { onChunk: copy.add, beforeEnd })
    return result
  } finally {
    copy.end()
  }
}

function unlessTooLarge(error: unknown): undefined {
  if (!(error instanceof BodyTooLargeError)) throw error
}

function authorizationOf({ headers }: StreamedRequest): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization')?.[1] ?? ''
}

function placeOf({ method, path }: StreamedRequest, received?: ProviderResponse): string {
  const [pathname] = path.split('?')
  return `${new Date().toISOString()} ${method} ${pathname} → ${received?.status ?? 'no answer'}`
}

/** Aborted when the client hangs up before it has its answer. */
function hangUpSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

function fail(
  error: unknown,
  { baseUrl, check }: ProxyContext,
  sent: StreamedRequest,
  response: ServerResponse,
): Result {
  const nothing = { violations: [], findings: [] }
  if (response.destroyed) return { ...nothing, remark: 'the client hung up' }
  const isReached = !(error instanceof UnreachableError)
  const isKnown = error instanceof UnreachableError || error instanceof NoAnswerError
  const reason = isKnown ? error.reason : 'its answer broke off'
  const code = isReached ? 'provider_gave_no_answer' : 'provider_unreachable'
  const isAnswered = response.headersSent
  if (isAnswered) response.destroy()
  else sendError(response, code, `The proxy got no answer from ${baseUrl}: ${reason}.`, 502)
  const result = { ...nothing, status: 502, isReached, isAnswered, remark: reason }
  const called = findOperation(sent)
  if (!isReached || called === undefined) return result
  return { ...result, ...check.unanswered(called.operation, reason, placeOf(sent)) }
}

function sendError(response: ServerResponse, code: string, message: string, status: number): void {
  const json = JSON.stringify({ code, message, status })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  response.writeHead(status, headers).end(json)
}
