import type { OrderOperation } from '../../../contract/index.js'
import { type OperationId, operations, type ProviderStateName } from '../../../spec/index.js'
import type { ClientName } from '../../clients.js'
import type { KeyKind } from './key-kinds.js'
import type { Near, OrderReference } from './order-ids.js'

/** The names of orders and pets in rules, and the provider states that create them. */
export const STATES = {
  pending: 'a pending order',
  another: 'a pending order',
  third: 'a pending order',
  fourth: 'a pending order',
  shipped: 'a shipped order',
  cancelled: 'a cancelled order',
  unknown: 'an unknown order id',
  full: 'an order with every field',
  large: 'an order with a large id',
  'another large': 'an order with a large id',
  'third large': 'an order with a large id',
  'fourth large': 'an order with a large id',
  pet: 'a pet',
  nothing: 'no orders',
} as const satisfies Record<string, ProviderStateName>

export type Name = keyof typeof STATES

/** What the order or pet of a set-up is called. */
export type Label = Name | ProviderStateName | `#${number}`

export type Call = {
  /** How the key is invalid; the valid key is sent if this is omitted. */
  readonly key?: KeyKind | undefined
  /** Which client's headers the request carries; those of curl by default. */
  readonly client?: ClientName | undefined
  /** Whether the names of the headers are sent in lower case, as gateways of HTTP/2 do. */
  readonly isLowerCase?: true
  /** Whether the response may be compressed, as most clients ask for it. */
  readonly isCompressed?: true
  /** Spells the path in another way: that route need not be there, but what it does needs the key there, too. */
  readonly spell?: (path: string) => string
} & (
  | {
      readonly operation: 'listOrders'
      /** A query, of which the specification defines none. */
      readonly suffix?: string
      /** Whether only a list is asked for that differs from the latest one (RFC 9110, section 13). */
      readonly isConditional?: true
    }
  | {
      readonly operation: OrderOperation
      readonly order: OrderReference
      /** A query; a label in braces stands for the id of its order. */
      readonly suffix?: string
    }
  | {
      readonly operation: 'getPet'
      readonly pet: string | bigint
      /** Whether it is about another id than that pet's, which is unlikely to be a pet's. */
      readonly isAnother?: true
    }
)

export function hasRightKey({ key }: Call): boolean {
  return key === undefined
}

/** Whether it is a list as the specification has it. */
export function isPlainList(call: Call): boolean {
  return call.operation === 'listOrders' && call.key === undefined && call.suffix === undefined
}

export function changesOrder({ operation }: Call): boolean {
  return operations[operation].method !== 'GET'
}

// Of as many digits as ids often have.
const ANOTHER = 100_003n

/**
 * Where a call goes.
 * @param order the text in the path of a request for an order
 * @param pets ids by the labels of their set-ups
 * @returns `undefined` if what it is about is not there
 */
export function pathOf(call: Call, order: string | undefined, pets: ReadonlyMap<string, bigint>): string | undefined {
  const path = usualPathOf(call, order, pets)
  const suffix = 'suffix' in call ? call.suffix : ''
  return path && `${call.spell?.(path) ?? path}${suffix ?? ''}`
}

function usualPathOf(call: Call, order: string | undefined, pets: ReadonlyMap<string, bigint>): string | undefined {
  if (call.operation === 'listOrders') return operations.listOrders.path
  if ('order' in call) return order && operations.cancelOrder.path.replace(/\{\w+\}/, order)
  const id = typeof call.pet === 'bigint' ? call.pet : pets.get(call.pet)
  return id === undefined ? undefined : `/pets/${call.isAnother ? id + ANOTHER : id}`
}

export function list(key?: KeyKind): Call & { readonly operation: 'listOrders' } {
  return { operation: 'listOrders', key }
}

export function cancel(order: Label | OrderReference, key?: KeyKind): Call & { readonly operation: 'cancelOrder' } {
  return { operation: 'cancelOrder', order: typeof order === 'string' ? { kind: 'known', label: order } : order, key }
}

export function cancelEach(...orders: readonly (Label | OrderReference)[]): Call[] {
  return orders.map((order) => cancel(order))
}

/** Cancel requests for the ids that a careless provider confuses with those of these orders. */
export function cancelNear(ways: readonly Near[], ...labels: readonly Label[]): Call[] {
  return labels.flatMap((label) => ways.map((near) => cancel({ kind: 'near', label, near })))
}

/** @param pet an id, or the label of a set-up */
export function getPet(pet: Label | bigint, key?: KeyKind): Call {
  return { operation: 'getPet', pet, key }
}

export function inLowerCase(call: Call): Call {
  return { ...call, isLowerCase: true }
}

export function compressed(call: Call): Call {
  return { ...call, isCompressed: true }
}

/** Calls for the documented responses that a provider state of an operation allows for. */
export const CALLS_IN_STATE: Readonly<Record<OperationId, (state: ProviderStateName) => readonly Call[]>> = {
  listOrders: () => [list(), compressed(list())],
  cancelOrder: (state) => [list(), cancel(state), compressed(list())],
  getPet: (state) => [getPet(state), compressed(getPet(state))],
}

// An id that no order has.
export const UNKNOWN = { kind: 'drawn', id: 2n ** 62n + 1_000_003n } as const

/** Calls that harm nobody, whatever the key is: they read, or are about an id that no order has. */
export const HARMLESS_CALLS: readonly ((key?: KeyKind) => Call)[] = [
  (key) => list(key),
  (key) => cancel(UNKNOWN, key),
  (key) => getPet(UNKNOWN.id, key),
  (key) => getPet(1n, key),
]
