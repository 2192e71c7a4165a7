import type { StateName } from '../sequences/step.js'

/** What the specification says and a single exchange cannot show. */
export interface Rule {
  /** In the present tense. */
  readonly name: string
  /** The section of the specification, by its title. */
  readonly clause: string
  /** Without one of these the rule cannot be checked. */
  readonly states: readonly StateName[]
  /** Whether it takes so long that once is enough. */
  readonly isSlow?: boolean
}

const TRANSITIONS = 'States and transitions'
const CANCEL = 'Cancel an order'
const LIST = 'List orders'

/** In the order in which they are looked at: what many sequences take for granted comes first. */
export const RULES = {
  'new-orders-show-at-once': {
    name: 'a new order is in the next list',
    clause: LIST,
    states: ['a pending order'],
  },
  'pending-is-cancelled': { name: 'a pending order can be cancelled', clause: CANCEL, states: ['a pending order'] },
  'shipped-is-refused': {
    name: 'a shipped order cannot be cancelled',
    clause: TRANSITIONS,
    states: ['a shipped order'],
  },
  'unknown-is-not-found': {
    name: 'an id that no order has cannot be cancelled',
    clause: CANCEL,
    states: ['an unknown order id'],
  },
  'cancelled-stays-cancelled': {
    name: 'a cancelled order cannot be cancelled again',
    clause: TRANSITIONS,
    states: ['a pending order'],
  },
  'cancelled-is-refused': {
    name: 'an order that was cancelled some time ago cannot be cancelled again',
    clause: TRANSITIONS,
    states: ['a cancelled order'],
  },
  'cancelled-for-good': {
    name: 'a cancelled order is still cancelled a second later',
    clause: TRANSITIONS,
    states: ['a pending order'],
    isSlow: true,
  },
  'one-cancel-wins': {
    name: 'exactly one of several concurrent cancels succeeds',
    clause: TRANSITIONS,
    states: ['a pending order'],
  },
  'list-is-complete': {
    name: 'the list shows every order, with the same values each time',
    clause: LIST,
    states: ['a pending order', 'a shipped order', 'an order with every field'],
  },
  'list-takes-no-query': {
    name: 'query parameters do not change what the list holds',
    clause: LIST,
    states: ['a pending order', 'a shipped order'],
  },
  'list-is-whole': {
    name: 'one list shows all of many orders',
    clause: 'Limits',
    states: ['many orders'],
  },
  'ids-are-unique': { name: 'no two orders of the list share an id', clause: 'Order', states: [] },
  'large-ids-keep-digits': {
    name: 'ids above 2^53 keep every digit',
    clause: 'Order',
    states: ['an order with a large id'],
  },
  'wrong-key-list': { name: 'a wrong key, however near, lists no orders', clause: 'Authentication', states: [] },
  'wrong-key-cancel': { name: 'a wrong key, however near, cancels no order', clause: 'Authentication', states: [] },
  'wrong-key-pet': { name: 'a wrong key, however near, reads no pet', clause: 'Authentication', states: [] },
  'wrong-key-stays-wrong': {
    name: 'a wrong key stays wrong after the right one was used',
    clause: 'Authentication',
    states: [],
  },
  'refused-key-changes-nothing': {
    name: 'a cancel refused with 401 changes nothing',
    clause: 'Authentication',
    states: ['a pending order'],
  },
  'refused-shipped-changes-nothing': {
    name: 'a cancel refused with 409 changes nothing',
    clause: TRANSITIONS,
    states: ['a shipped order'],
  },
  'refused-unknown-changes-nothing': {
    name: 'a cancel refused with 404 changes nothing',
    clause: CANCEL,
    states: ['a pending order', 'an unknown order id'],
  },
  'malformed-id-changes-nothing': {
    name: 'a cancel of what is no id harms no order',
    clause: CANCEL,
    states: ['a pending order'],
  },
  'other-orders-untouched': {
    name: 'a cancel touches no other order',
    clause: CANCEL,
    states: ['a pending order', 'a shipped order'],
  },
  'pet-keeps-sunset': {
    name: 'the deprecated pet tells its sunset each time',
    clause: 'Versioning',
    states: ['a pet'],
  },
} as const satisfies Record<string, Rule>

export type RuleId = keyof typeof RULES

export const RULE_IDS = Object.keys(RULES) as readonly RuleId[]
