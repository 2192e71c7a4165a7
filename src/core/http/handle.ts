import { headerOf, matchPath, operations, type PathMatch } from '../../spec/index.js'
import type { Settings } from '../options.js'
import { operationHandlers } from '../operations/operations.js'
import { stopwatch } from '../sandbox/clock.js'
import { type Injection, tryFaults } from '../sandbox/faults.js'
import { journalEntry, type KeptRequest } from '../sandbox/kept-request.js'
import type { Store } from '../sandbox/store.js'
import type { Access } from './access.js'
import { lookOf } from './look.js'
import type { HandledRequest } from './handled-request.js'
import { answerPreflight, makeResponse } from './make-response.js'
import type { ApiRequest, ApiResponse } from './messages.js'
import { keepRequest, violationsOf } from './record-request.js'
import { holdRequest, MAX_HELD } from './hold-request.js'
import { failed, gone, lost, methodNotAllowed, noSuchRoute, unlessNotPersisted } from './refusals.js'
import { BODY_TOO_LARGE } from './request-body.js'
import { refuse, type Result } from '../operations/result.js'
import { listWriter } from './write-content.js'

const REQUESTED_METHOD = 'access-control-request-method'
const ALL_METHODS = withOptions(Object.values(operations).map(({ method }) => method))

/**
 * Creates the function that responds to a request: key, sandbox, operation, response, journal, all in one synchronous step.
 * @param main the contents of the sandbox whose journal records requests without a valid key, and that decides their headers
 */
export function createHandler(
  settings: Settings,
  authenticate: (authorization: string | undefined) => Access,
  main: Store,
): (request: ApiRequest) => ApiResponse {
  const carryOut = createRunner()
  return (request) => {
    const { method, path, rawHeaders, extra, rejection } = request
    const startMs = stopwatch()
    const atMs = settings.time()
    const match = findOperations(path)
    const isForAnyone = (): boolean => (match ?? extra ?? headerOf(REQUESTED_METHOD, rawHeaders)) !== undefined
    if (method === 'OPTIONS' && rejection === undefined && isForAnyone()) {
      const call = { request, match, result: answerPreflight(request, allowedMethods(request, match) ?? ALL_METHODS) }
      const response = makeResponse(call, settings.latencyMs, main)
      // The journal counts what a client asks of the API; this only goes to listeners.
      const kept = Object.assign(keepRequest(call, response), { atMs })
      main.context.feed.emit({ type: 'request', sandbox: 'main', entry: journalEntry(kept) })
      return response
    }
    const access = rejection ? { result: refuse(rejection, rejection.message) } : authenticate(request.authorization)
    const store = access.sandbox?.store ?? main
    const { operation, result, injection } = run(request, match, access, carryOut)
    const call: HandledRequest = { request, match, key: access.redacted, operation, result, injection }
    const came = { startMs, atMs, id: store.requests.nextId, isUnkeyed: access.sandbox === undefined }
    const { response, kept } = finish(call, store, came, settings)
    store.lastUsedMs = atMs
    store.record(kept)
    if (kept.held === undefined) return response
    const delayMs = injection?.failure?.delayMs === undefined ? undefined : injection.delayMs
    return holdRequest(store, kept, delayMs, (outcome) => {
      const isCarriedOut = outcome === 'released' && operation !== undefined
      const late = isCarriedOut ? unlessNotPersisted(() => carryOut(operation, call, store)) : NOT_CARRIED_OUT
      const ended = finish({ ...call, result: late, injection: undefined }, store, came, settings)
      Object.assign(kept, ended.kept, { fault: kept.fault, bytes: kept.bytes })
      return ended.response
    })
  }
}

function finish(
  call: HandledRequest,
  store: Store,
  { startMs, id, atMs, isUnkeyed }: Pick<KeptRequest, 'id' | 'atMs' | 'isUnkeyed'> & { readonly startMs: number },
  { latencyMs, inspect }: Settings,
) {
  const look = lookOf(call, store, id)
  const response = makeResponse(call, latencyMs, store, look)
  const { entries } = store.requests
  const kept = keepRequest(call, response, entries[entries.length - 1])
  kept.id = id
  kept.atMs = atMs
  kept.isUnkeyed = isUnkeyed
  kept.freedoms = look?.shown
  kept.violations = inspect && violationsOf(call, response, inspect)
  kept.durationMs = Math.round((stopwatch() - startMs + response.effects.delayMs) * 1000) / 1000
  return { response, kept }
}

const NOT_CARRIED_OUT: Result = {
  kind: 'no response',
  connection: 'reset',
  reason: 'the request was held, and ended without being carried out',
}

type KnownOperation = NonNullable<HandledRequest['operation']>
type CarryOut = ReturnType<typeof createRunner>

function run(
  request: ApiRequest,
  match: PathMatch | undefined,
  access: Access,
  carryOut: CarryOut,
): Pick<HandledRequest, 'operation' | 'result' | 'injection'> {
  const wanted = request.method === 'HEAD' ? 'GET' : request.method
  const operation = match?.operations.find(({ method }) => method === wanted) ?? request.extra?.operation
  if (access.sandbox === undefined) return { operation, result: access.result }
  const { store } = access.sandbox
  if (request.isTooLarge === true) return { operation, result: refuse(BODY_TOO_LARGE, 'the body is too large') }
  if (operation === undefined) {
    const allowed = allowedMethods(request, match)
    return { result: allowed === undefined ? noSuchRoute(request) : methodNotAllowed(request, allowed) }
  }
  let injection: Injection | undefined
  const result = unlessNotPersisted(() => {
    const tried = tryFaults(store.current.faults, operation, match?.parameter ?? '')
    if (tried !== undefined) store.commit({ kind: 'fired', by: 'api', patches: [{ faults: tried.faults }] })
    const fault = tried?.injection?.failure
    if (fault?.kind === 'hold' && store.context.held >= MAX_HELD) return TOO_MANY_HELD
    const isAfter = fault?.when === 'after'
    const carried = (isAfter ? undefined : failed(operation, fault)) ?? carryOut(operation, { match }, store)
    injection = tried?.injection
    return isAfter ? lost(carried, fault) : carried
  })
  return { operation, result, injection }
}

const TOO_MANY_HELD = refuse(
  {
    code: 'injected_fault',
    message: `The mock holds ${MAX_HELD} requests already. Release some of them with the control API.`,
    status: 503,
  },
  `the mock holds ${MAX_HELD} requests already`,
)

/** Creates the function that carries out an operation, unless it has been switched off. */
function createRunner() {
  const writeList = listWriter()
  return (operation: KnownOperation, { match }: Pick<HandledRequest, 'match'>, store: Store): Result => {
    const { run: runOn } = 'run' in operation ? operation : operationHandlers[operation.operationId]
    const result = gone(operation, store) ?? runOn(store, match?.parameter ?? '')
    if (result.kind !== 'answer' || result.orders === undefined) return result
    const { status, reason, orders } = result
    return { kind: 'answer', status, reason, orders, content: writeList(orders) }
  }
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
