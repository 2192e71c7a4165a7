import { ACCEPT_ENCODING, type OrderStatus } from '../../../contract/index.js'
import { isInt64 } from '../../../spec/index.js'
import { isLarge, type KnownOrder, type Model } from '../oracle/model.js'
import type { CancelTarget, ResolvedCall } from '../oracle/violation.js'
import type { RunContext } from '../runner/run-context.js'
import { credentialsFor } from './key-kinds.js'
import { misreadAs, nearId, type Nearness, OTHER_SPELLING, type OrderReference } from './order-ids.js'
import type { Call } from './step.js'

/** What a call is resolved against. */
export interface CallContext {
  readonly context: RunContext
  readonly model: Model
  /** Added to every id that is drawn, so that a sequence that runs again names orders nobody has heard of. */
  readonly drawnOffset: bigint
}

/** Makes the request of a call; `undefined` if there is nothing to send because its set-up is missing. */
export function resolveCall(call: Call, known: CallContext): ResolvedCall | undefined {
  const { real, given, refusedKeys, keysOfOthers } = known.context
  const credentials = credentialsFor(real.apiKey, call.key, given)
  if (credentials === undefined) return undefined
  const { headers, query, isPerhapsOfOthers } = credentials
  // Keys in addresses end up in logs: not something to do to a live system.
  if (known.context.isLive && query !== '') return undefined
  // With somebody else's key an order of theirs would be cancelled.
  const isRefused = refusedKeys.has(headers['Authorization'] ?? '')
  if (isPerhapsOfOthers && call.operation !== 'listOrders' && !isRefused) return undefined
  if (keysOfOthers.has(headers['Authorization'] ?? '')) return undefined
  const resource = resourceOf(call, known)
  if (resource === undefined) return undefined
  const all = { ...headers, ...(call.isCompressed && { 'Accept-Encoding': ACCEPT_ENCODING }) }
  const named = Object.entries(all).map(([name, value]) => [call.isLowerCase ? name.toLowerCase() : name, value])
  const method = call.operation === 'cancelOrder' ? 'DELETE' : 'GET'
  const request = { method, path: `${resource.path}${query}`, headers: Object.fromEntries(named) }
  return { call, request, target: resource.target, isPerhapsOfOthers: isPerhapsOfOthers && !isRefused }
}

// Of as many digits as ids often have.
const ANOTHER = 100_003n

function resourceOf(
  call: Call,
  known: CallContext,
): { readonly path: string; readonly target?: CancelTarget } | undefined {
  if (call.operation === 'listOrders') {
    return { path: `/store/orders${call.endsInSlash ? '/' : ''}${call.query ?? ''}` }
  }
  if (call.operation === 'getPet') {
    const id = typeof call.pet === 'bigint' ? call.pet : known.model.pets.get(call.pet)
    return id === undefined ? undefined : { path: `/pets/${call.isAnother ? id + ANOTHER : id}` }
  }
  const target = targetOf(call.order, known)
  return target && { path: `/store/orders/${target.text}`, target }
}

// Next to a known order there may be one that was cancelled long ago, or that somebody has just placed.
const ANYTHING: readonly OrderStatus[] = ['absent', 'pending', 'shipped', 'cancelled']

function targetOf(reference: OrderReference, known: CallContext): CancelTarget | undefined {
  if (reference.kind === 'malformed') return { kind: 'malformed', text: reference.text }
  if (reference.kind === 'misread') {
    const order = known.model.orders.get(reference.label)
    if (order === undefined) return undefined
    const text = misreadAs(order.id, reference.as)
    return reference.as === OTHER_SPELLING ? { kind: 'spelled otherwise', text, order } : { kind: 'malformed', text }
  }
  const order = orderOf(reference, known)
  return order && { kind: 'order', text: `${order.id}`, order }
}

type ToOrder = Exclude<OrderReference, { readonly kind: 'malformed' | 'misread' }>

function orderOf(reference: ToOrder, known: CallContext): KnownOrder | undefined {
  const { model } = known
  if (reference.kind === 'listed') {
    const ids = model.lastList?.ids ?? []
    return model.adoptListed(ids[reference.index % Math.max(ids.length, 1)])
  }
  if (reference.kind === 'drawn') {
    const id = reference.id + known.drawnOffset
    return isFree(id, known) ? model.adopt(id, ['absent']) : undefined
  }
  // The ends of int64 are nobody's to cancel before; whether somebody has just placed them is not known.
  if (reference.kind === 'extreme')
    return isUnseen(reference.id, known) ? model.adopt(reference.id, ['absent', 'pending', 'shipped']) : undefined
  const order = model.orders.get(reference.label)
  return order === undefined || reference.kind === 'known' ? order : orderNear(order, reference.by, known)
}

/** The order whose id comes near that of another, whether there is one or not; none that is to be looked at afterwards. */
function orderNear(order: KnownOrder, by: Nearness, known: CallContext): KnownOrder | undefined {
  const { model, context } = known
  if (model.lastList === undefined) return undefined
  const others = model.otherIds()
  const id = nearId(by, order.id, model.lastList, others)
  if (id === undefined) return undefined
  if (others.includes(id)) return model.adoptListed(id)
  // Since the store was emptied no other order of this run has the id.
  const takenIds = model.isOwn ? model.knownIds() : context.takenIds
  return isUnseen(id, known, order, takenIds) ? model.adopt(id, ANYTHING) : undefined
}

// On a live system an id is known to be free only if a list has just not shown it.
function isFree(id: bigint, { context, model }: CallContext): boolean {
  return context.isLive ? model.lastList?.has(id) === false : !context.takenIds.has(id)
}

// A small id may belong to an order whose id the list leaves out.
function isUnseen(
  id: bigint,
  { model, context }: CallContext,
  near?: KnownOrder,
  takenIds: ReadonlySet<bigint> = context.takenIds,
): boolean {
  const { lastList } = model
  // A sequence beside this one may just be given it.
  if (near !== undefined && context.isSettingUp) return false
  if (lastList === undefined || lastList.has(id) || takenIds.has(id) || !isInt64(id)) return false
  return lastList.nameless === 0 || (near !== undefined && isLarge(near))
}
