import { type Expectation, EXPECTATIONS, type Freedom, MAY_BECOME, type OrderStatus } from './expectations.js'

/** What the answer to a cancel with the right key must be, by what its order is. */
const CANCEL_EXPECTATIONS: Readonly<Record<OrderStatus, Expectation>> = {
  pending: EXPECTATIONS['pending order'],
  shipped: EXPECTATIONS['shipped order'],
  cancelled: EXPECTATIONS['cancelled order'],
  absent: EXPECTATIONS['unknown order'],
}

/** Whether an answer with this status meets an expectation. */
export function allows({ statuses }: Pick<Expectation, 'statuses'>, status: number): boolean {
  if (typeof statuses !== 'string') return statuses.includes(status)
  if (statuses === 'any 4xx') return status >= 400 && status <= 499
  return !(status >= 200 && status <= 299) && status < 500
}

/**
 * Of all that an order may have been, what fits the answer to its cancel: the table read backwards.
 *
 * @returns nothing if no such order may be answered like that
 */
export function statusesBehind(possible: Iterable<OrderStatus>, answered: number): ReadonlySet<OrderStatus> {
  return new Set([...possible].filter((order) => allows(CANCEL_EXPECTATIONS[order], answered)))
}

/** What an order may be after an answer to its cancel. */
export function statusesAfter(possible: Iterable<OrderStatus>, answered: number): ReadonlySet<OrderStatus> {
  return new Set([...statusesBehind(possible, answered)].map((order) => CANCEL_EXPECTATIONS[order].next ?? order))
}

/** What an order may be once time has passed or others have used the store, besides what it was. */
export function withFreedom(possible: Iterable<OrderStatus>, freedom: 'time' | 'others'): ReadonlySet<OrderStatus> {
  const before = [...possible]
  const reached = before.flatMap((order) => Object.entries(MAY_BECOME[order]))
  // What others wait for happens in time.
  const mayBe = reached.filter(([, by]) => by === 'time' || by === freedom)
  return new Set([...before, ...mayBe.map(([order]) => order as OrderStatus)])
}

/** Whose deeds may explain an answer to a cancel with the right key that does not fit what its order was known to be. */
export function freedomOf(possible: Iterable<OrderStatus>, answered: number): Freedom {
  const before = [...possible]
  // A right key stays right, whatever happens to orders.
  if (answered === 401) return 'none'
  if (statusesBehind(withFreedom(before, 'time'), answered).size > 0) return 'time'
  return statusesBehind(withFreedom(before, 'others'), answered).size > 0 ? 'others' : 'none'
}
