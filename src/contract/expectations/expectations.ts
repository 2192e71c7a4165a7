import type { OperationId } from '../../spec/index.js'

/** What an order is; `absent` is one that no order has the id of. */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled' | 'absent'

/** `unreadable` is a key that is wrong and that a server may refuse unread: too long, or not ASCII. */
export type KeyKind = 'right' | 'wrong' | 'unreadable'

/** The statuses of an answer that meets an expectation, one by one or as what a reader is told. */
export type Statuses = readonly number[] | 'any 4xx' | 'any status but 2xx and 5xx'

/** One row of the table: what the specification says of an answer. */
export interface Expectation {
  /** The operations that it is about. */
  readonly operations: readonly OperationId[]
  readonly keys: readonly KeyKind[]
  /** What the order of a cancel is known to be; absent where that makes no difference. */
  readonly order?: OrderStatus
  readonly statuses: Statuses
  /** What the order is after such an answer, if that is something else. */
  readonly next?: OrderStatus
  /** The section of the specification, by its title. */
  readonly clause: string
  /** In the present tense. */
  readonly sentence: string
}

const right = { keys: ['right'] } as const
const list = { ...right, operations: ['listOrders'], statuses: [200] } as const
const cancel = { ...right, operations: ['cancelOrder'] } as const
const everything = ['listOrders', 'cancelOrder', 'getPet'] as const

/** What the specification says of the answers, by the name of what is known when the request is sent. */
export const EXPECTATIONS = {
  'wrong key': {
    operations: everything,
    keys: ['wrong'],
    statuses: [401],
    clause: 'Authentication',
    sentence: 'a missing or invalid key is refused with 401',
  },
  'unreadable key': {
    operations: everything,
    keys: ['unreadable'],
    statuses: 'any 4xx',
    clause: 'Authentication',
    sentence: 'an invalid key is refused',
  },
  'pending order': {
    ...cancel,
    order: 'pending',
    statuses: [204],
    next: 'cancelled',
    clause: 'Cancel an order',
    sentence: 'a pending order is cancelled, with 204',
  },
  'shipped order': {
    ...cancel,
    order: 'shipped',
    statuses: [409],
    clause: 'States and transitions',
    sentence: 'an order that has shipped is refused with 409',
  },
  'cancelled order': {
    ...cancel,
    order: 'cancelled',
    statuses: 'any status but 2xx and 5xx',
    clause: 'States and transitions',
    sentence: 'only a pending order can be cancelled',
  },
  'unknown order': {
    ...cancel,
    order: 'absent',
    statuses: [404],
    clause: 'Cancel an order',
    sentence: 'an order that cannot be found is answered with 404',
  },
  'a list': { ...list, clause: 'List orders', sentence: 'the list is a JSON array, with 200' },
  'every order': { ...list, clause: 'List orders', sentence: 'the list is the full set of orders' },
  'all of many orders': { ...list, clause: 'Limits', sentence: 'one call returns all orders' },
  'different ids': { ...list, clause: 'Order', sentence: 'the id of an order is unique' },
  'the same members': {
    ...list,
    clause: 'States and transitions',
    sentence: 'nothing but its own cancel changes an order',
  },
  pet: {
    ...right,
    operations: ['getPet'],
    statuses: [200],
    clause: 'Versioning',
    sentence: 'the deprecated pet is readable and has a sunset date',
  },
} as const satisfies Record<string, Expectation>

/** Whether a list of all orders shows an order. The specification leaves open whether it shows those that were cancelled. */
export const LISTED: Readonly<Record<OrderStatus, 'always' | 'perhaps' | 'never'>> = {
  pending: 'always',
  shipped: 'always',
  cancelled: 'perhaps',
  absent: 'never',
}

/**
 * Whose deeds may explain that an expectation is not met: nobody's; those of time, since the specification does not say
 * what ships an order; or those of others, who may use the store as well.
 */
export type Freedom = 'none' | 'time' | 'others'

/** What an order may become without a call of one's own, and by whom. Nothing makes an order pending again. */
export const MAY_BECOME: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, 'time' | 'others'>>>>> = {
  pending: { shipped: 'time', cancelled: 'others', absent: 'others' },
  shipped: { absent: 'others' },
  cancelled: { absent: 'others' },
  absent: { pending: 'others', shipped: 'others', cancelled: 'others' },
}
