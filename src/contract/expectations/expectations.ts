/** What an order is; `absent` is one that no order has the id of. */
export type OrderStatus = 'pending' | 'shipped' | 'cancelled' | 'absent'

/** One row of the table: what the specification says of an answer. */
export interface Expectation {
  /** The section of the specification, by its title. */
  readonly clause: string
  /** In the present tense. */
  readonly sentence: string
}

/** What the specification says of the answers, by the name of what is known when the request is sent. */
export const EXPECTATIONS = {
  'wrong key': { clause: 'Authentication', sentence: 'a missing or invalid key is refused with 401' },
  'pending order': { clause: 'Cancel an order', sentence: 'a pending order is cancelled, with 204' },
  'shipped order': { clause: 'States and transitions', sentence: 'an order that has shipped is refused with 409' },
  'cancelled order': { clause: 'States and transitions', sentence: 'only a pending order can be cancelled' },
  'unknown order': { clause: 'Cancel an order', sentence: 'an order that cannot be found is answered with 404' },
  'order in one of several states': { clause: 'Errors', sentence: 'a cancel is answered as its order allows' },
  'several cancels': { clause: 'States and transitions', sentence: 'one of several cancels of an order succeeds' },
  'a list': { clause: 'List orders', sentence: 'the list is a JSON array, with 200' },
  'every order': { clause: 'List orders', sentence: 'the list is the full set of orders' },
  'all of many orders': { clause: 'Limits', sentence: 'one call returns all orders' },
  'different ids': { clause: 'Order', sentence: 'the id of an order is unique' },
  'the same members': { clause: 'States and transitions', sentence: 'nothing but its own cancel changes an order' },
  pet: { clause: 'Versioning', sentence: 'the deprecated pet is readable and has a sunset date' },
} as const satisfies Record<string, Expectation>

export type ExpectationName = keyof typeof EXPECTATIONS
