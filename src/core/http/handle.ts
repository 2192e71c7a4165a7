import { createOperations } from '../operations/operations.js'
import { createInstantFormat, formatInstant } from '../instant.js'
import { tryFaults } from '../sandbox/faults.js'
import type { Access } from './access.js'
import type { Call, CallResult, HandlerContext } from './call.js'
import { answerPreflight } from './cors.js'
import { createResponseMaker } from './make-response.js'
import type { ApiRequest, ApiResponse } from './messages.js'
import { entryOf, messagesOf } from './record-request.js'
import { failed, gone, methodNotAllowed, noSuchRoute, notPersisted } from './refusals.js'
import type { RouteMatch } from './routing.js'

type Operations = ReturnType<typeof createOperations>

const ALL_METHODS = ['GET', 'HEAD', 'DELETE', 'OPTIONS']

/** Makes the function that responds to a request: key, sandbox, operation, response, journal, all in one synchronous step. */
export function createHandler(context: HandlerContext): (request: ApiRequest) => ApiResponse {
  const operations = createOperations()
  const formatTime = createInstantFormat()
  const makeResponse = createResponseMaker(context.latencyMs)
  return (request) => {
    const startMs = context.stopwatch()
    const match = context.router(request.path)
    if (request.method === 'OPTIONS' && (match ?? request.extra ?? request.preflight) !== undefined) {
      return handleOptions(context, makeResponse, request, match)
    }
    const operation = match?.route.operations.get(request.method) ?? request.extra?.operation
    const access = authenticate(context, request)
    const call: Call = { request, match, operation, access }
    const done = run(call, operations)
    const sandbox = access.sandbox ?? context.main
    const response = makeResponse(call, done, sandbox.world.sunsetMs)
    const waitedMs = request.extra?.operation?.waitedMs ?? 0
    const durationMs = waitedMs + context.stopwatch() - startMs + response.effects.delayMs
    const atMs = context.time()
    sandbox.lastUsedMs = atMs
    const sent = { id: sandbox.requests.nextId, at: formatTime(atMs), durationMs, response }
    sandbox.record(entryOf(call, done, sent, context.inspect), messagesOf(request, response))
    return response
  }
}

/** The journal counts what a client asks of the API; `OPTIONS` is only told to listeners. */
function handleOptions(
  { feed, main, ...context }: HandlerContext,
  makeResponse: ReturnType<typeof createResponseMaker>,
  request: ApiRequest,
  match: RouteMatch | undefined,
): ApiResponse {
  const result = answerPreflight(request, allowedMethods(request, match) ?? ALL_METHODS)
  const call: Call = { request, match, operation: undefined, access: { sandbox: undefined, result } }
  const response = makeResponse(call, { result }, main.world.sunsetMs)
  const sent = { id: 0, at: formatInstant(context.time()), durationMs: 0, response }
  feed.emit({ type: 'request', sandbox: 'main', entry: entryOf(call, { result }, sent) })
  return response
}

/** A key may ask for a sandbox that has to be made first, and so may run into a change that cannot be persisted. */
function authenticate(context: HandlerContext, { authorization }: ApiRequest): Access {
  try {
    return context.authenticate(authorization)
  } catch (error) {
    return { sandbox: undefined, result: notPersisted(error) }
  }
}

function run(call: Call, operations: Operations): CallResult {
  try {
    return dispatch(call, operations)
  } catch (error) {
    return { result: notPersisted(error) }
  }
}

function dispatch({ request, match, operation, access }: Call, operations: Operations): CallResult {
  if (access.sandbox === undefined) return { result: access.result }
  if (operation === undefined) {
    const allowed = allowedMethods(request, match)
    return { result: allowed === undefined ? noSuchRoute(request) : methodNotAllowed(request, allowed) }
  }
  const { sandbox } = access
  const parameter = match?.parameter ?? ''
  const tried = tryFaults(sandbox.world.faults, operation.operationId, parameter)
  if (tried !== undefined) sandbox.commit({ kind: 'fired', by: 'api', patch: { faults: tried.faults } })
  const injection = tried?.injection
  const result = failed(operation, injection) ?? gone(operation, sandbox)
  if (result !== undefined) return { result, injection }
  const handler = 'run' in operation ? operation : operations.get(operation.operationId)
  return { result: handler?.run(sandbox, parameter) ?? noSuchRoute(request), injection }
}

/** The methods that the path of a request takes; `undefined` if there is no such path. */
function allowedMethods({ extra }: ApiRequest, match: RouteMatch | undefined): readonly string[] | undefined {
  if (match === undefined || extra === undefined) return match?.route.allowed ?? extra?.allowed
  return [...new Set([...match.route.allowed, ...extra.allowed])]
}
