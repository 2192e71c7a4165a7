import { headerOf, matchPath, type Operation, operations, type PathMatch } from '../../spec/index.js'
import type { Settings } from '../options.js'
import type { Outcome } from '../operations/operation-handler.js'
import { operationHandlers } from '../operations/operations.js'
import type { ChangeFeed } from '../sandbox/change-feed.js'
import { stopwatch } from '../sandbox/clock.js'
import { tryFaults } from '../sandbox/faults.js'
import { journalEntry } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'
import type { Access } from './access.js'
import { answerPreflight, type HandledRequest, makeResponse } from './make-response.js'
import type { ApiRequest, ApiResponse, ExtraOperation } from './messages.js'
import { keepRequest, violationsOf } from './record-request.js'
import { failed, gone, methodNotAllowed, noSuchRoute, notPersisted } from './refusals.js'
import { BODY_TOO_LARGE } from './request-body.js'
import { refuse, type Result } from './result.js'
import { createResultOf } from './result-of.js'

const REQUESTED_METHOD = 'access-control-request-method'
const ALL_METHODS = withOptions(Object.values(operations).map(({ method }) => method))

/**
 * Creates the function that responds to a request: key, sandbox, operation, response, journal, all in one synchronous step.
 * @param main the sandbox whose journal records requests without a valid key, and that decides their headers
 */
export function createHandler(
  { time, latencyMs, inspect }: Settings,
  authenticate: (authorization: string | undefined) => Access,
  main: Store,
  feed: ChangeFeed,
): (request: ApiRequest) => ApiResponse {
  const resultOf = createResultOf()
  return (request) => {
    const startMs = stopwatch()
    const { method, path, rawHeaders, extra, rejection } = request
    const match = findOperations(path)
    const isForAnyone = (): boolean => (match ?? extra ?? headerOf(REQUESTED_METHOD, rawHeaders)) !== undefined
    if (method === 'OPTIONS' && rejection === undefined && isForAnyone()) {
      const call = { request, match, result: answerPreflight(request, allowedMethods(request, match) ?? ALL_METHODS) }
      const response = makeResponse(call, latencyMs, main.current.sunsetMs)
      // The journal counts what a client asks of the API; this only goes to listeners.
      const kept = { ...keepRequest(call, response), id: 0, atMs: time(), durationMs: 0 }
      feed.emit({ type: 'request', sandbox: 'main', entry: journalEntry(kept) })
      return response
    }
    const access = rejection ? { result: refuse(rejection, rejection.message) } : accessOf(request, authenticate)
    const { store = main } = access
    const { operation, result, injection } = run(request, match, access, resultOf)
    const call: HandledRequest = { request, match, operation, key: access.redacted, result, injection }
    const response = makeResponse(call, latencyMs, store.current.sunsetMs)
    const tookMs = stopwatch() - startMs + response.effects.delayMs
    const atMs = time()
    store.lastUsedMs = atMs
    store.record({
      ...keepRequest(call, response),
      id: store.requests.nextId,
      atMs,
      durationMs: Math.round(tookMs * 1000) / 1000,
      violations: inspect && violationsOf(call, response, inspect),
    })
    return response
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

function run(
  request: ApiRequest,
  match: PathMatch | undefined,
  access: Access,
  resultOf: (outcome: Outcome) => Result,
): Handled {
  const wanted = request.method === 'HEAD' ? 'GET' : request.method
  const operation = match?.operations.find(({ method }) => method === wanted) ?? request.extra?.operation
  if (access.store === undefined) return { operation, result: access.result }
  if (request.isTooLarge === true) return { operation, result: refuse(BODY_TOO_LARGE, 'the body is too large') }
  if (operation === undefined) {
    const allowed = allowedMethods(request, match)
    return { result: allowed === undefined ? noSuchRoute(request) : methodNotAllowed(request, allowed) }
  }
  try {
    return runOperation(operation, match?.parameter ?? '', access.store, resultOf)
  } catch (error) {
    return { operation, result: notPersisted(error) }
  }
}

function runOperation(
  operation: Operation | ExtraOperation,
  parameter: string,
  store: Store,
  resultOf: (outcome: Outcome) => Result,
): Handled {
  const tried = tryFaults(store.current.faults, operation, parameter)
  if (tried !== undefined) store.commit({ kind: 'fired', by: 'api', patch: { faults: tried.faults } })
  const injection = tried?.injection
  const rejected = failed(operation, injection) ?? gone(operation, store.current, store.nowMs)
  if (rejected !== undefined) return { operation, result: rejected, injection }
  if ('run' in operation) return { operation, result: operation.run(), injection }
  return { operation, result: resultOf(operationHandlers[operation.operationId].run(store, parameter)), injection }
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
