import { isInt64 } from '../../spec/index.js'
import type { OutgoingRequest } from '../exchange.js'
import { headersFor } from './key-kinds.js'
import type { Call, CancelCall, OrderReference, PetCall } from './step.js'
import type { KnownOrder, World } from './world.js'

/** What a cancel is aimed at. */
export type CancelTarget =
  | { readonly kind: 'known'; readonly order: KnownOrder }
  /** An id without an order, near a known one or far from all. */
  | { readonly kind: 'absent' | 'malformed'; readonly near?: KnownOrder }

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
  const headers = headersFor(context.apiKey, call.key)
  if (headers === undefined) return undefined
  if (call.operation === 'listOrders') return { call, request: { method: 'GET', path: '/store/orders', headers } }
  if (call.operation === 'getPet') return resolvePet({ call, headers, context })
  return resolveCancel({ call, headers, context })
}

interface Unresolved<C extends Call> {
  readonly call: C
  readonly headers: Record<string, string>
  readonly context: CallContext
}

function resolvePet({ call, headers, context }: Unresolved<PetCall>): ResolvedCall | undefined {
  const id = 'id' in call.pet ? call.pet.id : context.world.pets.get(call.pet.label)
  if (id === undefined) return undefined
  return { call, request: { method: 'GET', path: `/pets/${id}`, headers } }
}

function resolveCancel({ call, headers, context }: Unresolved<CancelCall>): ResolvedCall | undefined {
  const aim = aimAt(call.order, context)
  if (aim === undefined) return undefined
  const [text, target] = aim
  return { call, request: { method: 'DELETE', path: `/store/orders/${text}`, headers }, target }
}

function aimAt(reference: OrderReference, context: CallContext): [string, CancelTarget] | undefined {
  const { world, isLive } = context
  if (reference.kind === 'malformed') return [reference.text, { kind: 'malformed' }]
  if (reference.kind === 'drawn') {
    const isFree = isLive ? isSeenFree(reference.id, context) : !context.takenIds.has(reference.id)
    return isFree ? [`${reference.id}`, { kind: 'absent' }] : undefined
  }
  if (reference.kind === 'listed') return aimAtListed(reference.index, world)
  const order = world.orders.get(reference.label)
  if (order?.isCertain !== true) return undefined
  if (reference.kind === 'known') return [`${order.id}`, { kind: 'known', order }]
  if (reference.kind === 'overflowing') return [`${order.id + 2n ** 64n}`, { kind: 'malformed', near: order }]
  const id = shifted(order.id, reference.shift)
  return isSeenFree(id, context) ? [`${id}`, { kind: 'absent', near: order }] : undefined
}

function aimAtListed(index: number, world: World): [string, CancelTarget] | undefined {
  const ids = world.isOwn ? (world.lastList?.ids ?? []) : []
  const id = ids[index % Math.max(ids.length, 1)]
  const members = id === undefined ? undefined : world.lastList?.byId.get(id)
  if (id === undefined || members === undefined) return undefined
  return [`${id}`, { kind: 'known', order: world.adopt(id, members) }]
}

function shifted(id: bigint, shift: bigint | 'as a double'): bigint {
  return shift === 'as a double' ? BigInt(Number(id)) : id + shift
}

// Orders of others may have any id; only a list can tell that an id near a known one is free.
function isSeenFree(id: bigint, { world, takenIds }: CallContext): boolean {
  return isInt64(id) && !takenIds.has(id) && world.lastList !== undefined && !world.lastList.byId.has(id)
}
