import { isInt64 } from '../../../spec/index.js'
import type { OutgoingRequest } from '../../../contract/index.js'
import { credentialsFor, type Credentials } from './key-kinds.js'
import type { Call, CancelCall, ListCall, OrderReference, PetCall } from './step.js'
import { nearId } from './near-id.js'
import { isLarge, type KnownOrder, type World } from '../oracle/model.js'

/** What a cancel is aimed at. */
export type CancelTarget =
  | { readonly kind: 'known'; readonly order: KnownOrder }
  /** An id that no order has. */
  | { readonly kind: 'absent' }
  /** An id that no list showed, but which may be an order of somebody else by now. */
  | { readonly kind: 'foreign'; readonly near?: KnownOrder }
  | { readonly kind: 'malformed'; readonly near?: KnownOrder }

/** A call with its labels replaced by what the world knows. */
export interface ResolvedCall {
  readonly call: Call
  readonly request: OutgoingRequest
  /** For a cancel. */
  readonly target?: CancelTarget
}

/** What a call is resolved against. */
export interface CallContext {
  readonly apiKey: string
  readonly world: World
  /** Ids that orders of this whole run had or have. */
  readonly takenIds: ReadonlySet<bigint>
  /** Without states an id counts as absent only after a list has not shown it. */
  readonly isLive: boolean
}

/** Makes the request of a call, or `undefined` if there is nothing to send: its set-up is missing, or in doubt. */
export function resolveCall(call: Call, context: CallContext): ResolvedCall | undefined {
  const credentials = credentialsFor(context.apiKey, call.key)
  // A key in an address is written into logs, which is nothing to do to a live system.
  if (credentials === undefined || (context.isLive && credentials.query !== '')) return undefined
  if (call.operation === 'listOrders') return resolveList({ call, credentials, context })
  if (call.operation === 'getPet') return resolvePet({ call, credentials, context })
  return resolveCancel({ call, credentials, context })
}

interface Unresolved<C extends Call> {
  readonly call: C
  readonly credentials: Credentials
  readonly context: CallContext
}

function resolveList({ call, credentials: { headers, query } }: Unresolved<ListCall>): ResolvedCall {
  return { call, request: { method: 'GET', path: `/store/orders${call.query ?? query}`, headers } }
}

function resolvePet({ call, credentials: { headers, query }, context }: Unresolved<PetCall>): ResolvedCall | undefined {
  const id = 'id' in call.pet ? call.pet.id : context.world.pets.get(call.pet.label)
  if (id === undefined) return undefined
  return { call, request: { method: 'GET', path: `/pets/${id}${query}`, headers } }
}

function resolveCancel({
  call,
  credentials: { headers, query },
  context,
}: Unresolved<CancelCall>): ResolvedCall | undefined {
  const aim = aimAt(call.order, context)
  if (aim === undefined) return undefined
  const [text, target] = aim
  return { call, request: { method: 'DELETE', path: `/store/orders/${text}${query}`, headers }, target }
}

type Aim = readonly [pathSegment: string, target: CancelTarget]

function aimAt(reference: OrderReference, context: CallContext): Aim | undefined {
  switch (reference.kind) {
    case 'known':
    case 'near':
    case 'misread':
      return aimByKnown(reference, context)
    case 'listed':
      return aimAtListed(reference.index, context.world)
    case 'drawn':
      return isFree(reference.id, context) ? [`${reference.id}`, { kind: 'absent' }] : undefined
    case 'extreme':
      return isUnseen(reference.id, context) ? [`${reference.id}`, { kind: 'foreign' }] : undefined
    case 'malformed':
      return [reference.text, { kind: 'malformed' }]
    default:
      return undefined
  }
}

function aimByKnown(
  reference: Extract<OrderReference, { readonly label: string }>,
  context: CallContext,
): Aim | undefined {
  const order = context.world.orders.get(reference.label)
  if (order?.isCertain !== true) return undefined
  if (reference.kind === 'known') return [`${order.id}`, { kind: 'known', order }]
  if (reference.kind === 'misread') return [MISREAD[reference.as](order.id), { kind: 'malformed', near: order }]
  const id = nearId(order.id, reference.by, context.world.lastList)
  return id !== undefined && isUnseen(id, context, order) ? [`${id}`, { kind: 'foreign', near: order }] : undefined
}

const MISREAD = {
  'followed by a letter': (id: bigint) => `${id}x`,
  'plus 2^64': (id: bigint) => `${id + 2n ** 64n}`,
}

function aimAtListed(index: number, world: World): Aim | undefined {
  const ids = world.isOwn ? (world.lastList?.ids ?? []) : []
  const id = ids[index % Math.max(ids.length, 1)]
  const members = id === undefined ? undefined : world.lastList?.byId.get(id)
  if (id === undefined || members === undefined) return undefined
  return [`${id}`, { kind: 'known', order: world.adopt(id, members) }]
}

// On a live system an id is free only if a list has just not shown it.
function isFree(id: bigint, { isLive, takenIds, world }: CallContext): boolean {
  return isLive ? world.lastList?.byId.has(id) === false : !takenIds.has(id)
}

// Small ids may belong to orders whose id the list hides.
function isUnseen(id: bigint, { world, takenIds }: CallContext, near?: KnownOrder): boolean {
  const { lastList } = world
  if (lastList === undefined || lastList.byId.has(id) || takenIds.has(id) || !isInt64(id)) return false
  return lastList.nameless === 0 || (near !== undefined && isLarge(near))
}
