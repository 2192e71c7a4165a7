import type { IncomingMessage, ServerResponse } from 'node:http'
import { findOperation, NoAnswerError, Sender, type StreamedRequest, UnreachableError } from '../contract/index.js'
import { createHttpServer, isRebound, listen, type ListenAddress, readBaseUrl, stopListening } from '../node/index.js'
import { corsHeaders, type OperationId } from '../spec/index.js'
import { forwardedRequest, heldBack, MAX_HELD_BYTES, passOn } from './forward.js'
import { type Judged, TrafficCheck } from './traffic-check.js'

export interface ProxyOptions extends ListenAddress {
  /** Base URL of the provider's API, with its `/v1` and any prefix before it. */
  readonly target: string
  readonly timeoutMs: number
  readonly onExchange: (event: ProxyEvent) => void
}

/** One request that came to the proxy, and what became of it. */
export interface ProxyEvent extends Judged {
  readonly method: string
  /** As the client sent it, without its query, which may contain a key. */
  readonly path: string
  readonly status?: number
  readonly durationMs: number
  readonly operation?: OperationId
  /** Why there is nothing to say about the provider, or why it gave no response. */
  readonly remark?: string
}

/**
 * Forwards requests of a client to a provider, byte for byte both ways; checks them against the contract, and
 * records the orders.
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export async function startProxy(options: ProxyOptions) {
  const target = readBaseUrl(options.target)
  const sender = new Sender(options.timeoutMs)
  const check = new TrafficCheck()
  const room = { bytes: MAX_HELD_BYTES }
  const tell = ({ req }: ServerResponse, startMs: number, result: Partial<ProxyEvent>): void => {
    const { method = 'GET', url = '/' } = req
    const durationMs = performance.now() - startMs
    options.onExchange({ method, path: url.replace(QUERY, ''), durationMs, violations: [], findings: [], ...result })
  }
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startMs = performance.now()
    tell(response, startMs, await answer(request, response, { ...options, target, sender, check, room }))
  }
  const server = createHttpServer(
    (request, response) => void serve(request, response),
    ({ status, code, message }, response) => tell(response, performance.now(), refuse(response, status, code, message)),
  )
  const origin = await listen(server, options)
  return {
    baseUrl: `${origin}/v1`,
    target,
    check,
    close: async (): Promise<void> => {
      await stopListening(server)
      await check.settle()
      sender.close()
    },
  }
}

const QUERY = /\?.*/s

export type RunningProxy = Awaited<ReturnType<typeof startProxy>>

interface Context extends ProxyOptions {
  readonly check: TrafficCheck
  readonly sender: Sender
  readonly room: { bytes: number }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  context: Context,
): Promise<Partial<ProxyEvent>> {
  const { host, target, check } = context
  const [, path] = /^\/v1(|[/?].*)$/s.exec(request.url ?? '') ?? []
  if (path === undefined) return refuse(response, 404, 'route_not_found', 'The proxy forwards only requests below /v1.')
  if (isRebound(request, host))
    return refuse(
      response,
      403,
      'foreign_host',
      'The proxy accepts only requests for a loopback host such as localhost. If a tunnel or a container forwards them under another name, start the proxy with --host 0.0.0.0.',
    )
  const hangUp = new AbortController()
  response.once('close', () => response.writableFinished || hangUp.abort())
  const sent = forwardedRequest(request, { baseUrl: target, path, signal: hangUp.signal })
  const operation = findOperation(sent)?.operation
  const called = operation && { operation: operation.operationId }
  try {
    return { ...called, ...(await forward(sent, response, context)) }
  } catch (error) {
    if (response.destroyed) return { ...called, remark: 'the client hung up' }
    const isUnreachable = error instanceof UnreachableError
    const remark = isUnreachable || error instanceof NoAnswerError ? error.reason : 'the response was incomplete'
    const code = isUnreachable ? 'provider_unreachable' : 'provider_gave_no_answer'
    if (response.headersSent) response.destroy()
    else refuse(response, 502, code, `The proxy got no response from ${target}: ${remark}.`)
    if (isUnreachable) check.leaveOut('requests that could not be delivered')
    const judged = !isUnreachable && operation && check.unanswered(operation, remark, placeOf(sent, 'no response'))
    return { ...called, status: 502, remark, ...judged }
  }
}

function refuse(response: ServerResponse, status: number, code: string, message: string): Partial<ProxyEvent> {
  const json = JSON.stringify({ code, message, status })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(json) }
  response.writeHead(status, { ...headers, ...corsHeaders(response.req.headers.origin) }).end(json)
  return { status, remark: 'not forwarded' }
}

/** Notes when a response ended before the client has its end: only then can the client react to it. It is judged at its turn. */
async function forward(
  sent: StreamedRequest,
  response: ServerResponse,
  { target, sender, check, room, timeoutMs }: Context,
): Promise<Partial<ProxyEvent>> {
  const startMs = performance.now()
  const attempt = await sender.stream(sent)
  const incoming = await attempt.head
  const { statusCode: status = 502 } = incoming
  let judged = Promise.resolve<Partial<ProxyEvent>>({ remark: 'too large to be validated' })
  const note = async (body: Buffer | undefined): Promise<void> => {
    // A body that is too large once it is unpacked is an error.
    const whole = await (body && attempt.whole(body))?.catch(() => undefined)
    const seen = { startMs, endMs: performance.now(), place: placeOf(sent, status) }
    const key = sent.headers['authorization'] ?? ''
    if (whole === undefined) check.leaveOut('responses that were too large to be validated')
    else judged = check.take({ request: sent, response: whole, baseUrl: target, key, seen })
  }
  const chunks = attempt.chunks(timeoutMs)
  try {
    if (findOperation(sent) === undefined) {
      judged = Promise.resolve({ remark: 'no operation of the contract' })
      check.leaveOut('requests that call no operation of the contract')
      await passOn(incoming, chunks, response, sent.signal)
    } else await passOn(incoming, heldBack(chunks, room, note), response, sent.signal)
    return { status, ...(await judged) }
  } finally {
    attempt.release()
  }
}

function placeOf({ method, path }: StreamedRequest, answered: number | string): string {
  return `${new Date().toISOString()} ${method} ${path.replace(QUERY, '')} → ${answered}`
}
