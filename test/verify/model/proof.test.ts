import { expect, test } from 'vitest'
import { cancelIfPending, withNewOrders } from '../providers/deviations.js'
import { type Deviation, SMALL_KEY } from '../providers/small-provider.js'
import { checkSmall, onlyRule } from './check-provider.js'

const isNear = (authorization = '') => authorization.toLowerCase() === `bearer ${SMALL_KEY.toLowerCase()}`

const outOfEveryOtherList: Deviation = (_, store) => {
  let lists = 0
  return { listed: () => (lists++ % 2 === 0 ? store.orders.slice(0, -1) : store.orders) }
}

const missingFromThreeLists: Deviation = (_, store) => {
  const missing = new Map<bigint, number>()
  const isMissing = (id: bigint) => {
    missing.set(id, (missing.get(id) ?? 0) + 1)
    return Number(missing.get(id)) <= 3
  }
  return { listed: () => store.orders.filter(({ id, status }) => status !== 'shipped' || !isMissing(id)) }
}

const rejectedAtFirst: Deviation = (usual) => {
  const named = new Set<bigint>()
  return {
    cancel: (order) =>
      order.status === 'pending' && named.size < named.add(order.id).size
        ? usual.error(409, 'order_shipped')
        : usual.cancel(order),
  }
}

test.concurrent.each<[string, rule: string, Deviation, message: RegExp]>([
  [
    'pending orders are not listed',
    'cancelled-once',
    (_, store) => ({ listed: () => store.orders.filter(({ status }) => status !== 'pending') }),
    /^Order \d+ \(a pending order\) is not in the list\. \(/,
  ],
  [
    'shipped orders are missing from three lists',
    'shipped-is-refused',
    missingFromThreeLists,
    / is not in the list\. Alternatively, the provider state "a shipped order" did not/,
  ],
  ['every other list lacks an order', 'list-is-complete', outOfEveryOtherList, / The next list shows it\. \(/],
  [
    'the first cancel is rejected',
    'cancelled-once',
    rejectedAtFirst,
    /^Order \d+ is pending, but cancelOrder returned 409\. \(/,
  ],
  [
    'a response is not documented',
    'cancelled-once',
    (usual) => ({ cancel: () => usual.error(403, 'no') }),
    /^Order -?\d+ is pending, but cancelOrder returned 403\. \(Cancel an order: /,
  ],
])('the state is suspected only where nothing proves that it took effect: %s', async (_, rule, deviation, message) => {
  const { checks } = await checkSmall(deviation, onlyRule(rule))
  expect(checks.find(({ result }) => result === 'failed')?.message).toMatch(message)
})

test.concurrent('a key that the list rejects is invalid for cancels, too, not the key of others', async () => {
  const { checks } = await checkSmall((usual) => ({
    admits: (call) => (call.operation === 'cancelOrder' && isNear(call.authorization)) || usual.admits(call),
  }))
  expect(checks.filter(({ result }) => result === 'failed')).toMatchObject([{ request: { method: 'DELETE' } }])
})

test.concurrent('orders that others remove for good are not missed', async () => {
  let count = 0
  const deviation = withNewOrders(({ id }, store) => void (++count % 3 === 0 && store.remove(id)))
  const { checks } = await checkSmall(deviation, onlyRule('cancelled-once'))
  expect(checks.map(({ result }) => result)).not.toContain('failed')
  expect(count).toBeGreaterThan(6)
})

test.concurrent('pending orders that are rejected as soon as they are set up have not shipped', async () => {
  let count = 0
  const deviation = withNewOrders((order) => void (++count % 3 === 0 && cancelIfPending(order)))
  const { checks } = await checkSmall(deviation, onlyRule('cancelled-once'))
  expect(checks.map(({ result }) => result)).toEqual(['failed'])
})
