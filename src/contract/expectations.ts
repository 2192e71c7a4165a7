/** The status of an order, or `absent` if no order has the id. */
export type StatusOrAbsent = 'pending' | 'shipped' | 'cancelled' | 'absent'

/** The responses in the specification, each with its section, by the name of what is known when the request is sent. */
export const EXPECTATIONS = {
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
  'every order': { clause: 'List orders', sentence: 'the list is the full set of orders' },
  'removed order': { clause: 'List orders', sentence: 'an order that was removed from the list does not reappear' },
  'all of many orders': { clause: 'Limits', sentence: 'one call returns all orders' },
  'different ids': { clause: 'Order', sentence: 'the id of an order is unique' },
  'all digits': { clause: 'Order', sentence: 'ids keep all their digits' },
  'the same members': { clause: 'States and transitions', sentence: 'only cancelling an order changes its fields' },
  'sunset date': { clause: 'Versioning', sentence: 'the sunset date does not change' },
  pet: { clause: 'Versioning', sentence: 'the deprecated pet is readable and has a sunset date' },
} as const satisfies Record<string, { clause: string; sentence: string }>

export type ExpectationName = keyof typeof EXPECTATIONS

/**
 * What may explain an unmet expectation: nothing; time, because the specification does not say what ships an order; or
 * other clients of the store.
 */
export type Freedom = 'none' | 'time' | 'others'

export interface CancelExpectation {
  readonly name: ExpectationName
  readonly allows: (status: number) => boolean
  /** Which statuses these are, and why. */
  readonly expected: string
  /** What an order may become without a call of the verifier, and by whom. Nothing makes an order pending again. */
  readonly mayBecome: Readonly<Partial<Record<StatusOrAbsent, Exclude<Freedom, 'none'>>>>
}

/** The expected response to a cancel request, by the status of its order. */
export const CANCEL_EXPECTATIONS: Readonly<Record<StatusOrAbsent, CancelExpectation>> = {
  pending: {
    name: 'pending order',
    allows: (status) => status === 204,
    expected: '204: the order is pending',
    mayBecome: { shipped: 'time', cancelled: 'others', absent: 'others' },
  },
  shipped: {
    name: 'shipped order',
    allows: (status) => status === 409,
    expected: '409: the order has shipped',
    mayBecome: { absent: 'others' },
  },
  cancelled: {
    name: 'cancelled order',
    // No response at all is 0 here.
    allows: (status) => (status >= 100 && status <= 199) || (status >= 300 && status <= 499),
    expected: 'any status except 2xx and 5xx, because the order is already cancelled',
    mayBecome: { absent: 'others' },
  },
  absent: {
    name: 'unknown order',
    allows: (status) => status === 404,
    expected: '404: no order has this id',
    mayBecome: { pending: 'others', shipped: 'others' },
  },
}

/**
 * The possible statuses of an order that fit the response to its cancel request (the inverse of the table).
 * @returns nothing if no such order may get that response
 */
export function statusesBehind(possible: Iterable<StatusOrAbsent>, answered: number): ReadonlySet<StatusOrAbsent> {
  return new Set([...possible].filter((order) => CANCEL_EXPECTATIONS[order].allows(answered)))
}

/** What may explain a response to a cancel request with the valid key that fits none of the possible statuses of its order. */
export function freedomOf(possible: Iterable<StatusOrAbsent>, answered: number): Freedom {
  // A valid key stays valid, whatever happens to orders.
  if (answered === 401) return 'none'
  const reached = [...possible].flatMap((order) => Object.entries(CANCEL_EXPECTATIONS[order].mayBecome))
  const explaining = reached.filter(([order]) => CANCEL_EXPECTATIONS[order as StatusOrAbsent].allows(answered))
  return (['time', 'others'] as const).find((by) => explaining.some((each) => each[1] === by)) ?? 'none'
}
