import { headerOf, matchPath, operations, type PathMatch } from '../../spec/index.js'
import type { Settings } from '../options.js'
import { operationHandlers } from '../operations/operations.js'
import type { ChangeFeed } from '../sandbox/change-feed.js'
import { stopwatch } from '../sandbox/clock.js'
import { tryFaults } from '../sandbox/faults.js'
import { journalEntry, type KeptRequest } from '../sandbox/kept-request.js'
import type { HoldOutcome } from '../sandbox/journal.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Access } from './access.js'
import { lookOf } from './look.js'
import type { HandledRequest } from './handled-request.js'
import { answerPreflight, makeResponse } from './make-response.js'
import type { ApiRequest, ApiResponse } from './messages.js'
import { keepRequest, violationsOf } from './record-request.js'
import { holdRequest, MAX_HELD } from './hold-request.js'
import { failed, gone, lost, methodNotAllowed, noSuchRoute, notPersisted } from './refusals.js'
import { BODY_TOO_LARGE } from './request-body.js'
import { refuse, type Result } from './result.js'

const REQUESTED_METHOD = 'access-control-request-method'
const ALL_METHODS = withOptions(Object.values(operations).map(({ method }) => method))

/**
 * Creates the function that responds to a request: key, sandbox, operation, response, journal, all in one synchronous step.
 * @param main the sandbox whose journal records requests without a valid key, and that decides their headers
 */
export function createHandler(
  { time, latencyMs, inspect }: Settings,
  authenticate: (authorization: string | undefined) => Access,
  main: Sandbox,
  feed: ChangeFeed,
): (request: ApiRequest) => ApiResponse {
  const finish = createFinisher({ latencyMs, inspect })
  return (request) => {
    const startMs = stopwatch()
    const { method, path, rawHeaders, extra, rejection } = request
    const match = findOperations(path)
    const isForAnyone = (): boolean => (match ?? extra ?? headerOf(REQUESTED_METHOD, rawHeaders)) !== undefined
    if (method === 'OPTIONS' && rejection === undefined && isForAnyone()) {
      const call = { request, match, result: answerPreflight(request, allowedMethods(request, match) ?? ALL_METHODS) }
      const response = makeResponse(call, latencyMs, main)
      // The journal counts what a client asks of the API; this only goes to listeners.
      const kept = keepRequest(call, response, { id: 0, atMs: time(), durationMs: 0 })
      feed.emit({ type: 'request', sandbox: 'main', entry: journalEntry(kept) })
      return response
    }
    const access = rejection ? { result: refuse(rejection, rejection.message) } : accessOf(request, authenticate)
    const { sandbox = main } = access
    const { operation, result, injection } = run(request, match, access)
    const call: HandledRequest = { request, match, operation, key: access.redacted, result, injection }
    const came = { id: sandbox.requests.nextId, atMs: time(), isUnkeyed: access.sandbox === undefined }
    const { response, kept } = finish(call, sandbox, came, startMs)
    sandbox.lastUsedMs = came.atMs
    sandbox.record(kept)
    if (kept.held === undefined) return response
    const delayMs = injection?.failure?.delayMs === undefined ? undefined : injection.delayMs
    return holdRequest(sandbox, kept, delayMs, (outcome) => {
      const ended = finish({ ...call, ...endOf(call, sandbox, outcome) }, sandbox, came, startMs)
      const { fault, bytes } = kept
      Object.assign(kept, ended.kept, { fault, bytes })
      return ended.response
    })
  }
}

/** Creates the function that makes the response to a request with a result, and the journal entry of both. */
function createFinisher({ latencyMs, inspect }: Pick<Settings, 'latencyMs' | 'inspect'>) {
  return (
    call: HandledRequest,
    sandbox: Sandbox,
    came: Pick<KeptRequest, 'id' | 'atMs' | 'isUnkeyed'>,
    startMs: number,
  ) => {
    const look = lookOf(call, sandbox, came.id)
    const response = makeResponse(call, latencyMs, sandbox, look)
    const violations = inspect && violationsOf(call, response, inspect)
    const durationMs = Math.round((stopwatch() - startMs + response.effects.delayMs) * 1000) / 1000
    return { response, kept: keepRequest(call, response, { ...came, durationMs, freedoms: look?.shown, violations }) }
  }
}

/** What a held request comes to. */
function endOf({ request, match, operation }: HandledRequest, sandbox: Sandbox, outcome: HoldOutcome): Handled {
  if (outcome === 'ended' || operation === undefined) {
    const reason = 'the request was held, and ended without being carried out'
    return { operation, result: { kind: 'no response', connection: 'reset', reason }, injection: undefined }
  }
  try {
    return { operation, result: carryOut(operation, match?.parameter ?? '', request, sandbox), injection: undefined }
  } catch (error) {
    return { operation, result: notPersisted(error), injection: undefined }
  }
}

/** A key may select a sandbox that has to be created first, and so may run into a change that cannot be persisted. */
export function accessOf(
  { authorization }: Pick<ApiRequest, 'authorization'>,
  authenticate: (authorization: string | undefined) => Access,
): Access {
  try {
    return authenticate(authorization)
  } catch (error) {
    return { result: notPersisted(error) }
  }
}

type Handled = Pick<HandledRequest, 'operation' | 'result' | 'injection'>

function run(request: ApiRequest, match: PathMatch | undefined, access: Access): Handled {
  const wanted = request.method === 'HEAD' ? 'GET' : request.method
  const operation = match?.operations.find(({ method }) => method === wanted) ?? request.extra?.operation
  if (access.sandbox === undefined) return { operation, result: access.result }
  if (request.isTooLarge === true) return { operation, result: refuse(BODY_TOO_LARGE, 'the body is too large') }
  if (operation === undefined) {
    const allowed = allowedMethods(request, match)
    return { result: allowed === undefined ? noSuchRoute(request) : methodNotAllowed(request, allowed) }
  }
  try {
    return runOperation(operation, match?.parameter ?? '', request, access.sandbox)
  } catch (error) {
    return { operation, result: notPersisted(error) }
  }
}

function runOperation(
  operation: NonNullable<HandledRequest['operation']>,
  parameter: string,
  request: ApiRequest,
  sandbox: Sandbox,
): Handled {
  const tried = tryFaults(sandbox.current.faults, operation, parameter)
  if (tried !== undefined) sandbox.commit({ kind: 'fired', by: 'api', patch: { faults: tried.faults } })
  const injection = tried?.injection
  const fault = injection?.failure
  if (fault?.kind === 'hold' && sandbox.context.held.count >= MAX_HELD) return { operation, result: TOO_MANY_HELD }
  const refused = fault?.when === 'after' ? undefined : failed(operation, fault)
  const result = refused ?? carryOut(operation, parameter, request, sandbox)
  return { operation, result: fault?.when === 'after' ? lost(result, fault) : result, injection }
}

const TOO_MANY_HELD = refuse(
  {
    code: 'injected_fault',
    message: `The mock holds ${MAX_HELD} requests already. Release some of them with the control API.`,
    status: 503,
  },
  `the mock holds ${MAX_HELD} requests already`,
)

function carryOut(
  operation: NonNullable<HandledRequest['operation']>,
  parameter: string,
  request: ApiRequest,
  sandbox: Sandbox,
): Result {
  const { run: runOn } = 'run' in operation ? operation : operationHandlers[operation.operationId]
  return gone(operation, sandbox) ?? runOn(sandbox, parameter, request)
}

/** Finds what is at a path; its parameter is decoded, or as it came if its percent-encoding is broken. */
function findOperations(path: string): PathMatch | undefined {
  const match = matchPath(path)
  if (match === undefined || !match.parameter.includes('%')) return match
  try {
    return { ...match, parameter: decodeURIComponent(match.parameter) }
  } catch {
    return match
  }
}

/** The methods that the path of a request takes; `undefined` if there is no such path. */
function allowedMethods({ extra }: ApiRequest, match: PathMatch | undefined): readonly string[] | undefined {
  if (match === undefined && extra === undefined) return undefined
  return withOptions([...(match?.operations.map(({ method }) => method) ?? []), ...(extra?.methods ?? [])])
}

function withOptions(described: readonly string[]): readonly string[] {
  const methods = described.flatMap((method) => (method === 'GET' ? [method, 'HEAD'] : method))
  return [...new Set([...methods, 'OPTIONS'])]
}
