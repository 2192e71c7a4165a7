import type { ProviderStateName } from '../../../spec/index.js'

/** What rules call their orders and pets, and the states that give them. */
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
