import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Exchange, type Hearing, type Judge, operationOf } from '../contract/index.js'
import { NoUpstreamAnswerError, type Upstream, type UpstreamAnswer } from './open-upstream.js'
import type { ProxyEvent } from './proxy-event.js'
import { outgoingRequest, passOn, passOnJudged } from './relay.js'
import type { WorldWatcher } from './seen-world.js'
import { pathBelowBase, PROXY_PATH, type Target } from './target.js'

/** What stands between the two sides. */
export interface Between {
  readonly target: Target
  readonly upstream: Upstream
  readonly judge: Judge
  readonly watcher: WorldWatcher
  readonly onExchange: (event: ProxyEvent) => void
}

type Outcome = Omit<ProxyEvent, 'method' | 'path' | 'durationMs'>

/** Makes the listener of the proxy's server. */
export function handleExchanges(between: Between): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void handle(between, { request, response })
}

async function handle(between: Between, sides: Sides): Promise<void> {
  const { method = 'GET', url: path = '/' } = sides.request
  const startedMs = performance.now()
  const below = pathBelowBase(path)
  const outcome = below === undefined ? refuse(sides) : await exchange(between, { ...sides, path: below })
  between.onExchange({ method, path, durationMs: performance.now() - startedMs, ...outcome })
}

interface Sides {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

function refuse({ response }: Sides): Outcome {
  const message = `The proxy passes on what is below ${PROXY_PATH}.`
  sendError(response, { code: 'route_not_found', message, status: 404 })
  return { status: 404, violations: [], remark: 'not passed on' }
}

interface Errand extends Sides {
  /** Below the base address. */
  readonly path: string
}

async function exchange(between: Between, errand: Errand): Promise<Outcome> {
  const sent = { ...outgoingRequest(errand.request, errand.path), url: between.target.baseUrl + errand.path }
  const operation = operationOf(sent)?.operation.operationId
  const hearing = between.judge.begin(sent)
  try {
    const answer = await between.upstream.send(errand.request, { path: errand.path, signal: hangUp(errand.response) })
    if (hearing === undefined || operation === undefined) return await passUnjudged(answer, errand)
    return { operation, ...(await passJudged(answer, { between, errand, sent, hearing })) }
  } catch (error) {
    const known = operation === undefined ? {} : { operation }
    return { ...known, ...fail(errand, { error, hearing, baseUrl: between.target.baseUrl }) }
  }
}

/** Aborted when the client goes before it has its answer. */
function hangUp(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) controller.abort()
  })
  return controller.signal
}

async function passUnjudged(answer: UpstreamAnswer, { response }: Errand): Promise<Outcome> {
  await passOn(answer, response)
  const status = answer.incoming.statusCode ?? 0
  return { status, violations: [], isReached: true, remark: 'no operation of the contract' }
}

interface Judged {
  readonly between: Between
  readonly errand: Errand
  readonly sent: Exchange['request']
  readonly hearing: Hearing
}

async function passJudged(answer: UpstreamAnswer, { between, errand, sent, hearing }: Judged): Promise<Outcome> {
  const startedMs = performance.now()
  const status = answer.incoming.statusCode ?? 0
  const violations = await passOnJudged(answer, {
    response: errand.response,
    judge: (received) => {
      const whole: Exchange = { request: sent, response: received, durationMs: performance.now() - startedMs }
      between.watcher.learn(whole)
      return hearing.answered(whole)
    },
  })
  if (violations !== undefined) return { status, violations, isReached: true }
  hearing.dropped()
  return { status, violations: [], isReached: true, remark: 'too large to be judged' }
}

interface Failure {
  readonly error: unknown
  readonly hearing: Hearing | undefined
  readonly baseUrl: string
}

function fail({ response }: Errand, { error, hearing, baseUrl }: Failure): Outcome {
  if (response.destroyed) {
    hearing?.dropped()
    return { status: 0, violations: [], remark: 'the client hung up' }
  }
  const { reason, isReached } =
    error instanceof NoUpstreamAnswerError ? error : { reason: 'its answer broke off', isReached: true }
  const violations = isReached ? (hearing?.silent(reason) ?? []) : []
  if (!isReached) hearing?.dropped()
  if (response.headersSent) response.destroy()
  else sendError(response, gatewayError(`The proxy got no answer from ${baseUrl}: ${reason}.`, isReached))
  return { status: 502, violations, isReached, remark: reason }
}

interface ErrorObject {
  readonly code: string
  readonly message: string
  readonly status: number
}

function gatewayError(message: string, isReached: boolean): ErrorObject {
  return { code: isReached ? 'provider_gave_no_answer' : 'provider_unreachable', message, status: 502 }
}

function sendError(response: ServerResponse, error: ErrorObject): void {
  const json = JSON.stringify(error)
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) }
  response.writeHead(error.status, headers).end(json)
}
