import { ACCEPT_ENCODING, type OrderStatus, type OutgoingRequest } from '../../../contract/index.js'
import { isInt64, toInt64 } from '../../../spec/index.js'
import { isLarge, type KnownOrder, type Model } from '../oracle/model.js'
import { alikeId, byText } from './alike-ids.js'
import { credentialsFor, type Given } from './key-kinds.js'
import { misreadAs, nearId, OTHER_SPELLING } from './near-id.js'
import type { Call, IntegerMember, OrderReference } from './step.js'

/** What a cancel is aimed at. */
export type CancelTarget =
  /** An order, or an id of which it is known what may be behind it. */
  | { readonly kind: 'order'; readonly order: KnownOrder }
  /** Text that is no int64: nothing is demanded of the answer. */
  | { readonly kind: 'malformed' }
  /** Text that some take for the id of an order, and may cancel it. */
  | { readonly kind: 'spelled otherwise'; readonly order: KnownOrder }

/** A call whose labels are replaced by ids. */
export interface ResolvedCall {
  readonly call: Call
  readonly request: OutgoingRequest
  /** For a cancel. */
  readonly target?: CancelTarget
  /** Whether its wrong key may be the right one of somebody else. */
  readonly isPerhapsOfOthers: boolean
}

/** What a call is resolved against. */
export interface CallContext {
  readonly keys: Keys
  readonly model: Model
  /** Ids that orders of this whole run have or had. */
  readonly takenIds: ReadonlySet<bigint>
  /** Added to every id that is drawn, so that a sequence that runs again names orders nobody has heard of. */
  readonly drawnOffset: bigint
}

/** The right key, and what is known of others. */
interface Keys {
  readonly apiKey: string
  readonly given: Given
  /** `Authorization` headers that were refused with 401 when they asked for the list. */
  readonly refused: ReadonlySet<string>
  /** Those that are perhaps the right ones of others. */
  readonly ofOthers: ReadonlySet<string>
}

/** Makes the request of a call; `undefined` if there is nothing to send because its set-up is missing or in doubt. */
export function resolveCall(call: Call, context: CallContext): ResolvedCall | undefined {
  const { apiKey, given, refused, ofOthers } = context.keys
  const credentials = credentialsFor(apiKey, call.key, given)
  if (credentials === undefined) return undefined
  const { headers, query, isPerhapsOfOthers } = credentials
  // Keys in addresses end up in logs: not something to do to a live system.
  if (context.model.isLive && query !== '') return undefined
  // With somebody else's key an order of theirs would be cancelled.
  const isRefused = refused.has(headers['Authorization'] ?? '')
  if (isPerhapsOfOthers && call.operation !== 'listOrders' && !isRefused) return undefined
  if (ofOthers.has(headers['Authorization'] ?? '')) return undefined
  const resource = resourceOf(call, context)
  if (resource === undefined) return undefined
  const { method, path, ...target } = resource
  const all = { ...headers, ...(call.isCompressed && { 'Accept-Encoding': ACCEPT_ENCODING }) }
  const request = { method, path: `${path}${query}`, headers: call.isLowerCase === true ? inLowerCase(all) : all }
  return { call, request, ...target, isPerhapsOfOthers: isPerhapsOfOthers && !isRefused }
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

interface Resource extends Pick<ResolvedCall, 'target'> {
  readonly method: string
  readonly path: string
}

function resourceOf(call: Call, context: CallContext): Resource | undefined {
  if (call.operation === 'listOrders') return { method: 'GET', path: `/store/orders${call.query ?? ''}` }
  if (call.operation === 'getPet') {
    const id = 'id' in call.pet ? call.pet.id : context.model.pets.get(call.pet.label)
    return id === undefined ? undefined : { method: 'GET', path: `/pets/${id}` }
  }
  const aim = aimAt(call.order, context)
  return aim && { method: 'DELETE', path: `/store/orders/${aim.id}`, target: aim.target }
}

interface Aim {
  readonly id: bigint | string
  readonly target: CancelTarget
}

function aimAt(reference: OrderReference, context: CallContext): Aim | undefined {
  const { model } = context
  if (reference.kind === 'malformed') return { id: reference.text, target: { kind: 'malformed' } }
  if (reference.kind === 'listed') {
    const ids = ownIds(model)
    return aimAtOwn(ids[reference.index % Math.max(ids.length, 1)], model)
  }
  if (reference.kind === 'drawn') {
    const id = reference.id + context.drawnOffset
    return isFree(id, context) ? aimAtId(id, model, ['absent']) : undefined
  }
  if (reference.kind === 'extreme') {
    // The ends of int64 are nobody's to cancel before; whether somebody has just placed them is not known.
    return isUnseen(reference.id, context) ? aimAtId(reference.id, model, ['absent', 'pending', 'shipped']) : undefined
  }
  const order = model.orders.get(reference.label)
  return order?.isCertain === true ? aimByOrder(order, reference, context) : undefined
}

type ByOrder = Extract<OrderReference, { readonly label: string }>

function aimByOrder(order: KnownOrder, reference: ByOrder, context: CallContext): Aim | undefined {
  const { model } = context
  if (reference.kind === 'known') return { id: order.id, target: { kind: 'order', order } }
  if (reference.kind === 'alike' || reference.kind === 'beside in text') return aimBeside(order, reference, model)
  if (reference.kind === 'misread') {
    const isSpelling = reference.as === OTHER_SPELLING
    const id = misreadAs(order.id, reference.as)
    return { id, target: isSpelling ? { kind: 'spelled otherwise', order } : { kind: 'malformed' } }
  }
  if (reference.kind === 'member') return aimAtMember(order, reference.name, context)
  const id = nearId(order.id, reference.by, model.lastList?.ids)
  return id !== undefined && isUnseen(id, context, order) ? aimAtId(id, model, ANYTHING) : undefined
}

/** Aims at the id that another member of an order holds, whether an order has it or not. */
function aimAtMember(order: KnownOrder, name: IntegerMember, context: CallContext): Aim | undefined {
  const { model } = context
  const id = toInt64(model.lastList?.membersOf(order.id)?.[name])
  if (id === undefined || id === order.id) return undefined
  if (ownIds(model).includes(id)) return aimAtOwn(id, model)
  // Since the store was emptied no other order of this run has the id.
  const takenIds = model.isOwn ? new Set([...model.orders.values()].map((known) => known.id)) : context.takenIds
  return isUnseen(id, { ...context, takenIds }, order) ? aimAtId(id, model, ANYTHING) : undefined
}

/** Aims at another order whose id, as a text, is close to that of a known one. */
function aimBeside(
  order: KnownOrder,
  reference: Extract<ByOrder, { readonly kind: 'alike' | 'beside in text' }>,
  model: Model,
): Aim | undefined {
  const known = new Set([...model.orders.values()].map(({ id }) => id))
  // Those that are known are to be looked at afterwards.
  const ids = ownIds(model).filter((id) => !known.has(id))
  if (reference.kind === 'alike') return aimAtOwn(alikeId(order.id, reference.by, ids), model)
  const sorted = byText([...ids, order.id])
  return aimAtOwn(sorted[sorted.indexOf(order.id) + reference.distance], model)
}

/** The ids in the list, if all of its orders are this run's. */
function ownIds(model: Model): readonly bigint[] {
  return model.isOwn ? (model.lastList?.ids ?? []) : []
}

function aimAtOwn(id: bigint | undefined, model: Model): Aim | undefined {
  const order = model.adoptListed(id)
  return order && { id: order.id, target: { kind: 'order', order } }
}

// Next to a known order there may be one that was cancelled long ago, or that somebody has just placed.
const ANYTHING: readonly OrderStatus[] = ['absent', 'pending', 'shipped', 'cancelled']

function aimAtId(id: bigint, model: Model, possible: readonly OrderStatus[]): Aim {
  return { id, target: { kind: 'order', order: model.adopt(id, possible) } }
}

// On a live system an id is known to be free only if a list has just not shown it.
function isFree(id: bigint, { takenIds, model }: CallContext): boolean {
  return model.isLive ? model.lastList?.has(id) === false : !takenIds.has(id)
}

// A small id may belong to an order whose id the list leaves out.
function isUnseen(id: bigint, { model, takenIds }: CallContext, near?: KnownOrder): boolean {
  const { lastList } = model
  if (lastList === undefined || lastList.has(id) || takenIds.has(id) || !isInt64(id)) return false
  return lastList.nameless === 0 || (near !== undefined && isLarge(near))
}
