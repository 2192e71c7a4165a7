/** What a provider state promises, and the values that a provider returns for it. */
export interface ProviderState {
  /** The condition, in the words of `contracts/provider-states.md`. */
  readonly holds: string
  /** The name of the id that is returned. */
  readonly returns?: 'orderId' | 'petId'
  /** The id must be above this one. */
  readonly above?: bigint
  /** The first cancel uses up what the state gives. */
  readonly isUsedUp?: true
}

/** The provider states of the contract (contracts/provider-states.md). */
export const providerStates = {
  'no orders': { holds: 'the store is empty' },
  'a pending order': { holds: 'an order that can be cancelled', returns: 'orderId', isUsedUp: true },
  'a shipped order': { holds: 'an order that has shipped', returns: 'orderId' },
  'a cancelled order': { holds: 'an order that was cancelled', returns: 'orderId' },
  'an unknown order id': { holds: 'an id that no order has', returns: 'orderId' },
  'an order with every field': { holds: 'an order with all five fields', returns: 'orderId' },
  'an order with a large id': {
    holds: 'a pending order whose id is above 2^53',
    returns: 'orderId',
    above: 2n ** 53n,
    isUsedUp: true,
  },
  'many orders': { holds: 'at least `count` pending or shipped orders' },
  'a pet': { holds: 'a pet that can be read', returns: 'petId' },
} as const satisfies Record<string, ProviderState>

export type ProviderStateName = keyof typeof providerStates

/** Looks a state up; `undefined` if it is not one of the contract's, but a consumer's. */
export function findProviderState(name: string): ProviderState | undefined {
  return Object.hasOwn(providerStates, name) ? providerStates[name as ProviderStateName] : undefined
}
