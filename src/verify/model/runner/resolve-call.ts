import { ACCEPT_ENCODING, UNLISTED } from '../../../contract/index.js'
import { isInt64, operations } from '../../../spec/index.js'
import { DEFAULT_CLIENT, keepsCookies, type ProviderRequest } from '../../clients.js'
import type { KnownOrder, Model } from '../oracle/model.js'
import { readOrderList } from '../sequences/order-list.js'
import type { Target, ResolvedCall } from '../oracle/answered-step.js'
import { type Call, hasRightKey, pathOf } from '../sequences/calls.js'
import { credentialsFor } from '../sequences/credentials.js'
import type { Near, OrderReference } from '../sequences/order-ids.js'
import type { RunContext } from './run-context.js'

/** Creates the request of a call; `undefined` if there is nothing to send because its set-up is missing. */
export function resolveCall(call: Call, model: Model, context: RunContext): ResolvedCall | undefined {
  const { memory } = context
  const credentials = credentialsFor(context.provider.apiKey, call.key, memory.echoed)
  if (credentials === undefined) return undefined
  const { headers, query } = credentials
  const { Authorization = '' } = headers
  // Keys in addresses end up in logs: not something to do to a live system.
  if (context.isLive && query !== '') return undefined
  const isPerhapsOfOthers = credentials.isPerhapsOfOthers && !memory.refusedKeys.has(Authorization)
  // With somebody else's key, an order of theirs would be cancelled.
  if (memory.keysOfOthers.has(Authorization) || (isPerhapsOfOthers && call.operation !== 'listOrders')) return undefined
  const target = 'order' in call ? targetOf(call.order, model, context) : undefined
  const template = pathOf(call, target?.text, model.pets)
  if (template === undefined) return undefined
  const path = template.replaceAll(/\{(\w+)\}/g, (_, label: string) => `${model.orders.get(label)?.id ?? 0}`)
  const { method } = operations[call.operation]
  const since = call.operation === 'listOrders' && call.isConditional ? memory.validated : undefined
  const client =
    call.client === undefined || context.provider.rejectedClients.has(call.client) ? DEFAULT_CLIENT : call.client
  const { Cookie } = memory.echoed
  const all = {
    ...(hasRightKey(call) && keepsCookies(client) && Cookie !== '' && { Cookie }),
    ...headers,
    ...since?.headers,
    ...(call.isCompressed && { 'Accept-Encoding': ACCEPT_ENCODING }),
  }
  const named = Object.entries(all).map(
    ([name, value]) => [call.isLowerCase ? name.toLowerCase() : name, value] as const,
  )
  const request: ProviderRequest = { method, path: `${path}${query}`, headers: Object.fromEntries(named), client }
  return { call, request, target, isPerhapsOfOthers, since: readOrderList(200, since?.list) }
}

function targetOf(reference: OrderReference, model: Model, context: RunContext): Target | undefined {
  if (reference.kind === 'malformed') return reference
  if (reference.kind !== 'misread') {
    const order = orderOf(reference, model, context)
    return order && { text: `${order.id}`, order }
  }
  const order = model.orders.get(reference.label)
  return order && { text: reference.misread(order.id), ...(reference.mayCancel && { mayCancel: order }) }
}

type ById = Exclude<OrderReference, { readonly kind: 'malformed' | 'misread' }>

function orderOf(reference: ById, model: Model, context: RunContext): KnownOrder | undefined {
  const { lastList } = model
  if ('label' in reference) {
    const order = model.orders.get(reference.label)
    return order && reference.kind === 'near' ? orderNear(order, reference.near, model, context) : order
  }
  if (reference.kind === 'listed') {
    const ids = lastList?.ids ?? []
    return model.adoptListed(ids[reference.index % Math.max(ids.length, 1)])
  }
  const isDrawn = reference.kind === 'drawn'
  const id = isDrawn ? reference.id + model.drawnOffset : reference.id
  if (context.memory.takenIds.has(id)) return undefined
  // On a live system an id is known to be free only if a list has just not shown it.
  if (isDrawn) return context.isLive && lastList?.has(id) !== false ? undefined : model.adopt(id, ['unplaced'])
  return isUnlisted(id, model) ? model.adopt(id, UNLISTED.wasOneOf) : undefined
}

/** The order whose id comes near that of another, whether there is one or not; none that is to be looked at afterwards. */
function orderNear(order: KnownOrder, near: Near, model: Model, context: RunContext): KnownOrder | undefined {
  if (model.lastList === undefined) return undefined
  const others = model.otherIds()
  const id = near(order.id, model.lastList, others)
  if (id === undefined || id === order.id) return undefined
  if (others.includes(id)) return model.adoptListed(id)
  // Since the store was emptied no other order of this run has the id.
  const takenIds = model.isOwn ? model.knownIds() : context.memory.takenIds
  // A concurrent sequence may get this id.
  if (context.isSettingUp || takenIds.has(id) || !isUnlisted(id, model)) return undefined
  return model.adopt(id, UNLISTED.wasOneOf)
}

// A small id may belong to an order whose id the list omits.
function isUnlisted(id: bigint, { lastList }: Model): boolean {
  return lastList?.has(id) === false && isInt64(id) && (lastList.nameless === 0 || Math.abs(Number(id)) > 2 ** 53)
}
