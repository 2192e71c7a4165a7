import { ACCEPT_ENCODING, type OutgoingRequest } from '../../../contract/index.js'
import { isInt64, toInt64 } from '../../../spec/index.js'
import { isLarge, type KnownOrder, type Model } from '../oracle/model.js'
import { alikeId, byText } from './alike-ids.js'
import { credentialsFor } from './key-kinds.js'
import { misreadAs, nearId } from './near-id.js'
import type { Call, IntegerMember, OrderReference } from './step.js'

/** What a cancel is aimed at. */
export type CancelTarget =
  | {
      readonly kind: 'known'
      readonly order: KnownOrder
      /** The order in which its id stands as well. */
      readonly near?: KnownOrder
    }
  /** An id that no order has. */
  | { readonly kind: 'absent' }
  /** An id that no list showed, but that an order of somebody else may have by now. */
  | { readonly kind: 'foreign'; readonly near?: KnownOrder }
  | { readonly kind: 'malformed'; readonly near?: KnownOrder }

/** A call whose labels are replaced by ids. */
export interface ResolvedCall {
  readonly call: Call
  readonly request: OutgoingRequest
  /** For a cancel. */
  readonly target?: CancelTarget
}

/** What a call is resolved against. */
export interface CallContext {
  readonly apiKey: string
  readonly model: Model
  /** Ids that orders of this whole run have or had. */
  readonly takenIds: ReadonlySet<bigint>
  /** Added to every id that is drawn, so that a sequence that runs again names orders nobody has heard of. */
  readonly drawnOffset?: bigint
}

/** Makes the request of a call; `undefined` if there is nothing to send because its set-up is missing or in doubt. */
export function resolveCall(call: Call, context: CallContext): ResolvedCall | undefined {
  const credentials = credentialsFor(context.apiKey, call.key)
  if (credentials === undefined) return undefined
  const { headers, query } = credentials
  // Keys in addresses end up in logs: not something to do to a live system.
  if (context.model.isLive && query !== '') return undefined
  const resource = resourceOf(call, context)
  if (resource === undefined) return undefined
  const { method, path, ...target } = resource
  const compression = 'isCompressed' in call && { 'Accept-Encoding': ACCEPT_ENCODING }
  return { call, request: { method, path: `${path}${query}`, headers: { ...headers, ...compression } }, ...target }
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

type Reference<Kind extends OrderReference['kind']> = Extract<OrderReference, { readonly kind: Kind }>

interface Aim {
  readonly id: bigint | string
  readonly target: CancelTarget
}

function aimAt(reference: OrderReference, context: CallContext): Aim | undefined {
  if ('label' in reference) return aimByKnown(reference, context)
  if (reference.kind === 'listed') return aimAtListed(reference.index, context.model)
  if (reference.kind === 'malformed') return { id: reference.text, target: { kind: 'malformed' } }
  if (reference.kind === 'drawn') {
    const id = reference.id + (context.drawnOffset ?? 0n)
    return isFree(id, context) ? { id, target: { kind: 'absent' } } : undefined
  }
  const { id } = reference
  return isUnseen(id, context) ? { id, target: { kind: 'foreign' } } : undefined
}

function aimByKnown(
  reference: Extract<OrderReference, { readonly label: string }>,
  context: CallContext,
): Aim | undefined {
  const order = context.model.orders.get(reference.label)
  if (order?.isCertain !== true) return undefined
  if (reference.kind === 'known') return { id: order.id, target: { kind: 'known', order } }
  if (reference.kind === 'alike' || reference.kind === 'beside in text')
    return aimBeside(order, reference, context.model)
  if (reference.kind === 'misread') {
    return { id: misreadAs(order.id, reference.as), target: { kind: 'malformed', near: order } }
  }
  if (reference.kind === 'member') return aimAtMember(order, reference.name, context)
  const id = nearId(order.id, reference.by, context.model.lastList?.ids)
  return id !== undefined && isUnseen(id, context, order) ? { id, target: { kind: 'foreign', near: order } } : undefined
}

/** Aims at the id that another member of an order holds, whether an order has it or not. */
function aimAtMember(order: KnownOrder, name: IntegerMember, { model, takenIds }: CallContext): Aim | undefined {
  const id = toInt64(model.lastList?.membersOf(order.id)?.[name])
  if (id === undefined || id === order.id) return undefined
  if (ownIds(model).includes(id)) return aimAtOwn(id, model, order)
  // Since the store was emptied no other order of this run has the id.
  const taken = model.isOwn ? new Set([...model.orders.values()].map((known) => known.id)) : takenIds
  const isAimed = isUnseen(id, { model, takenIds: taken }, order)
  return isAimed ? { id, target: { kind: 'foreign', near: order } } : undefined
}

/** Aims at another order whose id, as a text, is close to that of a known one. */
function aimBeside(order: KnownOrder, reference: Reference<'alike' | 'beside in text'>, model: Model): Aim | undefined {
  const known = new Set([...model.orders.values()].map(({ id }) => id))
  // Those that are known are to be looked at afterwards.
  const ids = ownIds(model).filter((id) => !known.has(id))
  if (reference.kind === 'alike') return aimAtOwn(alikeId(order.id, reference.by, ids), model, order)
  const sorted = byText([...ids, order.id])
  return aimAtOwn(sorted[sorted.indexOf(order.id) + reference.distance], model)
}

function aimAtListed(index: number, model: Model): Aim | undefined {
  const ids = ownIds(model)
  return aimAtOwn(ids[index % Math.max(ids.length, 1)], model)
}

/** The ids in the list, if all of its orders are this run's. */
function ownIds(model: Model): readonly bigint[] {
  return model.isOwn ? (model.lastList?.ids ?? []) : []
}

function aimAtOwn(id: bigint | undefined, model: Model, near?: KnownOrder): Aim | undefined {
  const members = id === undefined ? undefined : model.lastList?.membersOf(id)
  if (id === undefined || members === undefined) return undefined
  return { id, target: { kind: 'known', order: model.adopt(id, members), ...(near && { near }) } }
}

// On a live system an id is known to be free only if a list has just not shown it.
function isFree(id: bigint, { takenIds, model }: CallContext): boolean {
  return model.isLive ? model.lastList?.has(id) === false : !takenIds.has(id)
}

// A small id may belong to an order whose id the list leaves out.
function isUnseen(
  id: bigint,
  { model, takenIds }: Pick<CallContext, 'model' | 'takenIds'>,
  near?: KnownOrder,
): boolean {
  const { lastList } = model
  if (lastList === undefined || lastList.has(id) || takenIds.has(id) || !isInt64(id)) return false
  return lastList.nameless === 0 || (near !== undefined && isLarge(near))
}
