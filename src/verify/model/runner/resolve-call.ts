import { ACCEPT_ENCODING } from '../../../contract/index.js'
import { isInt64, operations } from '../../../spec/index.js'
import { DEFAULT_CLIENT, type ProviderRequest } from '../../clients.js'
import type { KnownOrder, Model } from '../oracle/model.js'
import { readOrderList } from '../sequences/order-list.js'
import type { Target, ResolvedCall } from '../oracle/violation.js'
import { type Call, pathOf } from '../sequences/calls.js'
import { credentialsFor } from '../sequences/key-kinds.js'
import type { Near, OrderReference } from '../sequences/order-ids.js'
import type { RunContext } from './run-context.js'

// It may have been cancelled long ago, and be hidden since.
const UNLISTED = ['unplaced', 'gone'] as const

export interface CallContext {
  readonly context: RunContext
  readonly model: Model
  /** Added to every id that is drawn, so that a sequence that runs again names orders nobody has heard of. */
  readonly drawnOffset: bigint
}

/** Creates the request of a call; `undefined` if there is nothing to send because its set-up is missing. */
export function resolveCall(call: Call, known: CallContext): ResolvedCall | undefined {
  const { model, context } = known
  const { memory } = context
  const credentials = credentialsFor(context.real.apiKey, call.key, memory.echoed)
  if (credentials === undefined) return undefined
  const { headers, query } = credentials
  const { Authorization = '' } = headers
  // Keys in addresses end up in logs: not something to do to a live system.
  if (context.isLive && query !== '') return undefined
  const isPerhapsOfOthers = credentials.isPerhapsOfOthers && !memory.refusedKeys.has(Authorization)
  // With somebody else's key, an order of theirs would be cancelled.
  if (memory.keysOfOthers.has(Authorization) || (isPerhapsOfOthers && call.operation !== 'listOrders')) return undefined
  const target = 'order' in call ? targetOf(call.order, known) : undefined
  const path = pathOf(call, target?.text, model.pets)
  if (path === undefined) return undefined
  const { method } = operations[call.operation]
  const since = call.operation === 'listOrders' && call.isConditional ? memory.validated : undefined
  const all = { ...headers, ...since?.headers, ...(call.isCompressed && { 'Accept-Encoding': ACCEPT_ENCODING }) }
  const named = Object.entries(all).map(
    ([name, value]) => [call.isLowerCase ? name.toLowerCase() : name, value] as const,
  )
  const client =
    call.client === undefined || context.real.rejectedClients.has(call.client) ? DEFAULT_CLIENT : call.client
  const request: ProviderRequest = { method, path: `${path}${query}`, headers: Object.fromEntries(named), client }
  return { call, request, target, isPerhapsOfOthers, since: readOrderList(200, since?.list) }
}

function targetOf(reference: OrderReference, known: CallContext): Target | undefined {
  if (reference.kind === 'malformed') return reference
  if (!('label' in reference)) return toOrder(orderOf(reference, known))
  const order = known.model.orders.get(reference.label)
  if (order === undefined) return undefined
  if (reference.kind === 'misread') return { kind: 'malformed', text: reference.misread(order.id) }
  if (reference.kind === 'spelled otherwise') return { kind: reference.kind, text: `${order.id}.0`, order }
  return toOrder(reference.kind === 'known' ? order : orderNear(order, reference.near, known))
}

function toOrder(order: KnownOrder | undefined): Target | undefined {
  return order && { kind: 'order', text: `${order.id}`, order }
}

type ById = Extract<OrderReference, { readonly kind: 'listed' | 'drawn' | 'extreme' }>

function orderOf(reference: ById, { model, context, drawnOffset }: CallContext): KnownOrder | undefined {
  const { lastList } = model
  if (reference.kind === 'listed') {
    const ids = lastList?.ids ?? []
    return model.adoptListed(ids[reference.index % Math.max(ids.length, 1)])
  }
  const isDrawn = reference.kind === 'drawn'
  const id = isDrawn ? reference.id + drawnOffset : reference.id
  if (context.memory.takenIds.has(id)) return undefined
  // On a live system an id is known to be free only if a list has just not shown it.
  if (isDrawn) return context.isLive && lastList?.has(id) !== false ? undefined : model.adopt(id, ['unplaced'])
  return isUnlisted(id, model) ? model.adopt(id, UNLISTED) : undefined
}

/** The order whose id comes near that of another, whether there is one or not; none that is to be looked at afterwards. */
function orderNear(order: KnownOrder, near: Near, { model, context }: CallContext): KnownOrder | undefined {
  if (model.lastList === undefined) return undefined
  const others = model.otherIds()
  const id = near(order.id, model.lastList, others)
  if (id === undefined || id === order.id) return undefined
  if (others.includes(id)) return model.adoptListed(id)
  // Since the store was emptied no other order of this run has the id.
  const takenIds = model.isOwn ? model.knownIds() : context.memory.takenIds
  // A concurrent sequence may get this id.
  if (context.isSettingUp || takenIds.has(id) || !isUnlisted(id, model)) return undefined
  return model.adopt(id, UNLISTED)
}

// A small id may belong to an order whose id the list omits.
function isUnlisted(id: bigint, { lastList }: Model): boolean {
  return lastList?.has(id) === false && isInt64(id) && (lastList.nameless === 0 || Math.abs(Number(id)) > 2 ** 53)
}
