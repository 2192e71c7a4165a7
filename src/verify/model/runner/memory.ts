import type { ProviderResponse } from '../../../contract/index.js'
import type { Json, ProviderStateName } from '../../../spec/index.js'
import type { ResolvedCall } from '../oracle/answered-step.js'
import type { MemberName } from '../sequences/order-list.js'

// Several are joined by a comma, after which the next one begins with its name.
const COOKIE = /(?<=^|, )[^\s=;,]+=[^;,]*/g

/** What is worth remembering of a provider from one sequence to the next. */
export class Memory {
  readonly unavailable = new Map<ProviderStateName, string>()
  readonly takenIds = new Set<bigint>()
  /** Those that were given to a second order. */
  readonly reusedIds = new Set<bigint>()
  /** What was seen to change by itself: fields of orders, or `orders`, which others place. */
  readonly unsteady = new Set<MemberName | 'orders'>()
  /** Whether orders of a state are refused right after they were set up, as often as later. */
  readonly refusedAtOnce = new Map<ProviderStateName, boolean>()
  readonly notes = new Map<string, string>()
  /** `Authorization` headers that were rejected when they asked for the list. */
  readonly refusedKeys = new Set<string>()
  /** Those that were accepted, but are perhaps the right ones of others. */
  readonly keysOfOthers = new Set<string>()
  /** The cookies and similar values of responses to the valid key, which a client would send back. */
  readonly echoed = { Cookie: '', 'If-None-Match': '' }
  /** The latest list that came with validators, and the headers of a request for what has changed since. */
  validated: { readonly headers: Readonly<Record<string, string>>; readonly list: Json | undefined } | undefined
  /** How many violations time or others have explained. */
  explained = 0
  /** Whether states leave other orders in place. */
  keepsOrders = false
  /** Whether they also return fresh ids, so that sequences can run side by side. */
  isShared = false

  /** Takes in what the response to a call shows of keys and of values to send back. */
  sawResponse({ call, request }: ResolvedCall, { status, headers }: ProviderResponse, json: Json | undefined): void {
    const { Authorization } = request.headers
    const isList = call.operation === 'listOrders'
    if (isList && status === 401 && Authorization !== undefined) this.refusedKeys.add(Authorization)
    if (call.key !== undefined) return
    if (isList && status === 200) this.validated = { headers: conditionsFor(headers), list: json }
    if (isList) this.echoed['If-None-Match'] = headers['etag'] ?? ''
    const cookies = (headers['set-cookie'] ?? '').match(COOKIE)
    if (cookies !== null) this.echoed.Cookie = cookies.join('; ')
  }
}

function conditionsFor({ etag, 'last-modified': date }: ProviderResponse['headers']): Readonly<Record<string, string>> {
  return {
    ...(etag !== undefined && { 'If-None-Match': etag }),
    ...(date !== undefined && { 'If-Modified-Since': date }),
  }
}
