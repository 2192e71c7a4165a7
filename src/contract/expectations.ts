/** What may explain an unmet expectation, each with all before it. */
export const EXCUSES = ['none', 'time', 'others'] as const

/**
 * What may explain an unmet expectation: nothing; time, because the specification does not say what ships an order; or
 * other clients of the store.
 */
export type Excuse = (typeof EXCUSES)[number]

interface Expectation {
  /** The section of the specification, by its title. */
  readonly clause: string
  readonly sentence: string
  /** Nothing by default; of a request for an order, what ORDER_STAGES says. */
  readonly excuse?: Excuse
}

const TABLE = {
  'wrong key': { clause: 'Authentication', sentence: 'a missing or invalid API key is rejected with 401' },
  'right key': { clause: 'Authentication', sentence: 'a valid API key is accepted by every operation' },
  'pending order': { clause: 'Cancel an order', sentence: 'cancelling a pending order returns 204' },
  'shipped order': { clause: 'States and transitions', sentence: 'cancelling a shipped order returns 409' },
  'cancelled order': { clause: 'States and transitions', sentence: 'only a pending order can be cancelled' },
  'unknown order': { clause: 'Cancel an order', sentence: 'cancelling an order that cannot be found returns 404' },
  'order in one of several states': {
    clause: 'Errors',
    sentence: 'the response to a cancel request matches the order',
  },
  'several cancels': { clause: 'States and transitions', sentence: 'only one of several cancel requests succeeds' },
  'one cancel': { clause: 'States and transitions', sentence: 'an order is cancelled only once' },
  'a list': { clause: 'List orders', sentence: 'the list is a JSON array, with 200' },
  'every order': { clause: 'List orders', sentence: 'the list is the full set of orders', excuse: 'others' },
  'removed order': {
    clause: 'List orders',
    sentence: 'an order that was removed from the list does not reappear',
    excuse: 'others',
  },
  'no other order': {
    clause: 'List orders',
    sentence: 'the list shows only orders that were placed',
    excuse: 'others',
  },
  'all of many orders': { clause: 'Limits', sentence: 'one call returns all orders', excuse: 'others' },
  'all digits': { clause: 'Order', sentence: 'ids keep all their digits' },
  'the same members': { clause: 'States and transitions', sentence: 'only cancelling an order changes its fields' },
  'sunset date': { clause: 'Versioning', sentence: 'the sunset date does not change' },
  pet: { clause: 'Versioning', sentence: 'the deprecated pet is readable and has a sunset date' },
} as const satisfies Record<string, Expectation>

export type ExpectationName = keyof typeof TABLE

/** The expectations of the specification, by the name of what is known when the request is sent. */
export const EXPECTATIONS: Readonly<Record<ExpectationName, Expectation>> = TABLE
