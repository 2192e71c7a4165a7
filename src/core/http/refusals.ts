import { type Operation, operations } from '../../spec/index.js'
import { PersistError } from '../sandbox/change-feed.js'
import type { Fault } from '../scenario/document.js'
import type { Store } from '../sandbox/store.js'
import { formatHttpDate } from '../instant.js'
import { sunsetOf } from './make-response.js'
import type { ApiRequest } from './messages.js'
import { contentOf, refuse, type Result } from '../operations/result.js'

/** The result of a fault that prevents the operation. */
export function failed(operation: object, fault: Fault | undefined): Result | undefined {
  // A truncated list is read as usual and cut on its way; a cancel must not happen, so its connection just closes.
  const isChanging = 'method' in operation && operation.method !== 'GET'
  if (fault === undefined || (fault.kind === 'truncate' && !isChanging)) return undefined
  const reason = `a fault was injected: ${fault.kind}`
  if (fault.kind === 'hold') return { kind: 'no response', connection: 'hold', reason: 'the request is held' }
  if (fault.kind !== 'status')
    return { kind: 'no response', connection: fault.kind === 'hang' ? 'hang' : 'reset', reason }
  return statusOf(fault, `a fault was injected: status ${fault.status ?? 500}`)
}

/** The result of an operation that was carried out, and whose response a fault replaces, cuts short or withholds. */
export function lost(carried: Result, fault: Fault): Result {
  const isCut = fault.kind === 'truncate' && carried.kind === 'answer' && carried.content !== undefined
  if (isCut) return { ...carried, reason: `${carried.reason}; the response was cut short` }
  if (fault.kind === 'status')
    return statusOf(fault, `${carried.reason}; the response was replaced by ${fault.status ?? 500}`)
  return { kind: 'no response', connection: 'reset', reason: `${carried.reason}; the response was lost: ${fault.kind}` }
}

/** The response of a fault of kind `status`; its own headers come later, over all others. */
function statusOf({ status = 500, message = NO_MESSAGE, body }: Fault, reason: string): Result {
  const headers = status === 429 || status === 503 ? { 'Retry-After': '1' } : undefined
  if (body === undefined) return refuse({ code: 'injected_fault', message, status }, reason, headers)
  return { kind: 'answer', status, content: contentOf(body, 'text/plain; charset=utf-8'), headers, reason }
}

const NO_MESSAGE = 'Injected fault. Remove it with the control API, or try again.'

export function gone(operation: Pick<Operation, 'deprecated'>, store: Store): Result | undefined {
  if (operation.deprecated === undefined || store.world.orders.seed.frame.afterSunset !== 'gone') return undefined
  const sunsetMs = sunsetOf(operation, store.world.sunsetMs)
  if (sunsetMs === undefined || store.nowMs < sunsetMs) return undefined
  const date = formatHttpDate(sunsetMs)
  const message = `This operation was switched off on ${date}. See the link with rel="sunset".`
  return refuse({ code: 'gone', message }, `the sunset date ${date} has passed`)
}

const PATHS = new Set(Object.values(operations).map(({ path }) => path))

export function noSuchRoute({ path }: ApiRequest): Result {
  const message = `Path not found: ${path === '' ? '/' : path}. The API has these paths: ${[...PATHS].join(', ')}.`
  return refuse({ code: 'route_not_found', message }, 'the API does not have this path')
}

export function methodNotAllowed({ method, path }: ApiRequest, methods: readonly string[]): Result {
  const allowed = methods.join(', ')
  const message = `${method} is not allowed on ${path}. Use one of ${allowed}.`
  return refuse({ code: 'method_not_allowed', message }, `the path supports only ${allowed}`, { Allow: allowed })
}

/** What an action returns; or the result of a request whose change could not be persisted. Any other error is thrown on. */
export function unlessNotPersisted<Returned>(act: () => Returned): Returned | Result {
  try {
    return act()
  } catch (error) {
    if (!(error instanceof PersistError)) throw error
    return refuse({ code: 'change_not_kept', message: error.message }, 'the change could not be persisted')
  }
}
