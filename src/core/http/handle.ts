import type { Operation, OperationId } from '../../spec/index.js'
import { type Access, authenticate, type KeyDirectory } from './access.js'
import type { Answer, AnswerInspector, ApiRequest, Effects, Outcome } from './answer.js'
import type { TimeSource } from '../sandbox/clock.js'
import { answerPreflight, CORS_HEADERS } from './cors.js'
import { deprecationHeaders } from './deprecation.js'
import type { EventFeed } from '../sandbox/events.js'
import type { Injection } from '../sandbox/faults.js'
import type { FurtherOperation } from './extra-operations.js'
import type { JournalEntry } from '../sandbox/journal.js'
import { cancelOrder, listOrders } from './order-operations.js'
import { getPet } from './pet-operations.js'
import { failed, gone, methodNotAllowed, noSuchRoute, notKept } from './refusals.js'
import type { RouteMatch, Router } from './routing.js'
import type { Sandbox } from '../sandbox/sandbox.js'

/** What the handling of a request needs. */
export interface HandlerParts {
  readonly router: Router
  readonly directory: KeyDirectory
  /** The sandbox that keeps the journal of requests without a good key, and rules their headers. */
  readonly main: Sandbox
  readonly feed: EventFeed
  readonly time: TimeSource
  readonly stopwatch: TimeSource
  readonly formatInstant: (instantMs: number) => string
  /** Milliseconds by which every answer is delayed. */
  readonly latencyMs: number
  readonly inspect: AnswerInspector | undefined
}

/** A request with all that was found out about it. */
interface Call {
  readonly request: ApiRequest
  readonly match: RouteMatch | undefined
  readonly operation: Operation | FurtherOperation | undefined
  readonly access: Access
}

interface Decision {
  readonly outcome: Outcome
  readonly injection?: Injection | undefined
}

const OPERATIONS: Readonly<Record<OperationId, (sandbox: Sandbox, parameter: string) => Outcome>> = {
  listOrders,
  cancelOrder,
  getPet,
}
const NO_CONTENT = new Uint8Array()
const encoder = new TextEncoder()

/** Makes the function that answers a request: key, sandbox, operation, answer, journal, all in one synchronous step. */
export function createHandler(parts: HandlerParts): (request: ApiRequest) => Answer {
  return (request) => {
    const startMs = parts.stopwatch()
    const match = parts.router(request.path)
    if (request.method === 'OPTIONS' && (match ?? request.further ?? request.preflight) !== undefined) {
      return options(parts, request, match)
    }
    const operation = match?.route.operations.get(request.method) ?? request.further?.operation
    const call: Call = { request, match, operation, access: admit(request, parts.directory) }
    const decision = decide(call)
    const answer = dress(parts, call, decision)
    record(parts, call, { decision, answer, durationMs: parts.stopwatch() - startMs + answer.effects.delayMs })
    return answer
  }
}

function options(parts: HandlerParts, request: ApiRequest, match: RouteMatch | undefined): Answer {
  const outcome = answerPreflight(request, allowedMethods(request, match) ?? ['GET', 'HEAD', 'DELETE', 'OPTIONS'])
  const call: Call = { request, match, operation: undefined, access: { sandbox: undefined, outcome } }
  const answer = dress(parts, call, { outcome })
  const entry = journalEntry(parts, call, { decision: { outcome }, answer, durationMs: 0 })
  // The journal counts what a client asks of the API; preflights are only told to listeners.
  parts.feed.emit({ type: 'request', sandbox: 'main', entry: { ...entry, id: 0 } })
  return answer
}

/** The key may ask for a sandbox that has to be made first, which is a change. */
function admit({ authorization }: ApiRequest, directory: KeyDirectory): Access {
  try {
    return authenticate(authorization, directory)
  } catch (error) {
    return { sandbox: undefined, outcome: notKept(error) }
  }
}

function decide(call: Call): Decision {
  try {
    return carryOut(call)
  } catch (error) {
    return { outcome: notKept(error) }
  }
}

function carryOut({ request, match, operation, access }: Call): Decision {
  if (access.sandbox === undefined) return { outcome: access.outcome }
  if (operation === undefined) {
    const allowed = allowedMethods(request, match)
    return { outcome: allowed === undefined ? noSuchRoute(request) : methodNotAllowed(request, allowed) }
  }
  const { sandbox } = access
  const parameter = match?.parameter ?? ''
  const injection = sandbox.inject(operation.operationId, parameter)
  const outcome = failed(operation, injection) ?? gone(operation, sandbox)
  return { outcome: outcome ?? perform(operation, sandbox, parameter), injection }
}

function perform(operation: Operation | FurtherOperation, sandbox: Sandbox, parameter: string): Outcome {
  return 'answer' in operation ? operation.answer() : OPERATIONS[operation.operationId](sandbox, parameter)
}

/** The methods that the path of a request takes; `undefined` if there is no such path. */
function allowedMethods({ further }: ApiRequest, match: RouteMatch | undefined): readonly string[] | undefined {
  if (match === undefined || further === undefined) return match?.route.allowed ?? further?.allowed
  return [...new Set([...match.route.allowed, ...further.allowed])]
}

function dress(parts: HandlerParts, { request, operation, access }: Call, { outcome, injection }: Decision): Answer {
  const content = typeof outcome.body === 'string' ? encoder.encode(outcome.body) : outcome.body
  const { world } = access.sandbox ?? parts.main
  return {
    status: outcome.status,
    headers: headersOf(
      content,
      outcome.headers,
      operation?.deprecated && deprecationHeaders(operation, world.sunsetMs),
    ),
    body: request.method === 'HEAD' || content === undefined ? NO_CONTENT : content,
    effects: effectsOf(parts.latencyMs, outcome, injection),
  }
}

type Headers = Readonly<Record<string, string>>

/** Spelled out rather than spread, because most answers have nothing but these and there are many of them. */
function headersOf(
  content: Uint8Array | undefined,
  own: Headers | undefined,
  deprecation: Headers | undefined,
): Headers {
  const headers =
    content === undefined
      ? CORS_HEADERS
      : {
          'Content-Type': 'application/json',
          'Content-Length': String(content.byteLength),
          'Access-Control-Allow-Origin': CORS_HEADERS['Access-Control-Allow-Origin'],
          'Access-Control-Expose-Headers': CORS_HEADERS['Access-Control-Expose-Headers'],
        }
  return own === undefined && deprecation === undefined ? headers : { ...headers, ...own, ...deprecation }
}

const NO_EFFECTS: Effects = { delayMs: 0, connection: 'keep' }

function effectsOf(latencyMs: number, { status }: Outcome, injection: Injection | undefined): Effects {
  if (latencyMs === 0 && injection === undefined) return NO_EFFECTS
  const delayMs = latencyMs + (injection?.delayMs ?? 0)
  const kind = injection?.failure?.kind
  if (kind === 'hang' || kind === 'reset') return { delayMs, connection: kind }
  if (kind === 'truncate') return { delayMs, connection: status === 0 ? 'reset' : 'truncate' }
  return { delayMs, connection: 'keep' }
}

interface Answered {
  readonly decision: Decision
  readonly answer: Answer
  readonly durationMs: number
}

function record(parts: HandlerParts, call: Call, answered: Answered): void {
  const sandbox = call.access.sandbox ?? parts.main
  sandbox.lastUsedMs = parts.time()
  sandbox.record(journalEntry(parts, call, answered))
}

function journalEntry(parts: HandlerParts, call: Call, { decision, answer, durationMs }: Answered): JournalEntry {
  const { request, match, operation, access } = call
  const { outcome, injection } = decision
  const sandbox = access.sandbox ?? parts.main
  const fault = injection && (injection.failure?.kind ?? 'delay')
  const isOwnAnswer = operation !== undefined && !('answer' in operation) && injection?.failure === undefined
  const violations = (isOwnAnswer && parts.inspect?.({ request, answer })) || []
  return {
    id: sandbox.journal.nextId,
    at: parts.formatInstant(parts.time()),
    ...(operation && { operation: operation.operationId }),
    method: request.method,
    path: request.path,
    status: answer.status,
    ...(outcome.error && { code: outcome.error.code }),
    durationMs: Math.round(durationMs * 1000) / 1000,
    ...(operation?.operationId === 'cancelOrder' && match && { orderId: match.parameter }),
    ...(access.redacted !== undefined && { key: access.redacted }),
    reason: fault === 'truncate' ? 'a fault was injected: truncate' : outcome.reason,
    ...(fault && { fault }),
    ...(violations.length > 0 && { violations }),
  }
}
