import { expect, test } from 'vitest'
import { afterCancel, delaying, shipIfPending, showing, withNewOrders } from '../providers/deviations.js'
import type { Deviation } from '../providers/small-provider.js'
import type { SmallOrder } from '../providers/small-store.js'
import { failures, verifySmall } from '../verify-once.js'
import { checkSmall, onlyRule } from './check-provider.js'

// The specification does not say what ships or completes an order: time may.

/** Ships every pending order that there is at each of these moments. */
const shipsAllEvery2Seconds: Deviation = (_, store) => {
  setInterval(() => store.orders.forEach(shipIfPending), 2_000).unref()
  return {}
}

/** Once, when a cancel comes, a job has just shipped all orders. */
const shipsAllOnce: Deviation = (usual, store) => {
  let isDone = false
  return {
    cancel: (order) => {
      if (!isDone) for (const each of store.orders) each.status = 'shipped'
      isDone = true
      return usual.cancel(order)
    },
  }
}

/** Ships each order at a moment of its own, some before a cancel comes, as each response takes a while. */
const shipsWhileItResponds: Deviation = (...provider) => {
  let random = 11
  const drawn = () => (random = (random * 48_271) % 2_147_483_647) / 2_147_483_647
  const ships = withNewOrders((order) => void setTimeout(shipIfPending, -700 * Math.log(drawn()), order).unref())
  return { ...ships(...provider), ...delaying('answer', 60)(...provider) }
}

const now = () => new Date().toISOString()
const after60Ms = (act: (order: SmallOrder) => void) =>
  withNewOrders((order) => void setTimeout(act, 60, order).unref())

// One after the other: on a busy machine a sequence would last as long as the time between two jobs.
test.each([
  ['a pending order ships 60 ms after it was placed', after60Ms(shipIfPending)],
  ['a job ships all pending orders every 2 seconds', shipsAllEvery2Seconds],
  ['a job has just shipped all pending orders', shipsAllOnce],
  ['ship dates are reckoned from the present', showing(() => ({ shipDate: now() }))],
  // As a database shows them that keeps no fractions of seconds.
  ['ship dates are the present in whole seconds', showing(() => ({ shipDate: `${now().slice(0, 19)}Z` }))],
  ['an order is complete 60 ms after it was placed', after60Ms((order) => (order.complete = true))],
])('an effect of time is not held against a provider: %s', async (_, deviation) => {
  expect(failures(await checkSmall(deviation))).toEqual([])
})

// "At once" takes as long as it takes: the orders that are refused then have shipped meanwhile.
test('orders that ship while it responds are not refused by themselves', async () => {
  const report = await checkSmall(shipsWhileItResponds, onlyRule('one-cancel-wins'))
  expect(failures(report)).toEqual([])
})

/** One of so many cancels is refused, and would succeed right after. */
function refusesOneOf(many: number): Deviation {
  return (usual) => {
    let random = 7
    return {
      cancel: (order) => {
        if (order.status !== 'pending') return usual.cancel(order)
        random = (random * 48_271) % 2_147_483_647
        return random % many === 0 ? usual.error(409, 'busy') : usual.cancel(order)
      },
    }
  }
}

/** Carries out every eighth cancel twice, and gives the second answer. */
const repeatsEveryEighth: Deviation = (usual) => {
  let cancels = 0
  return {
    cancel: async (order) => {
      const answer = await usual.cancel(order)
      return ++cancels % 8 === 0 ? usual.cancel(order) : answer
    },
  }
}

test.concurrent.each([
  ['a cancel ships other orders', afterCancel((_, { orders }) => orders.forEach(shipIfPending))],
  ['a third of the cancels is refused by chance', refusesOneOf(3)],
  ['a tenth of the cancels is refused by chance', refusesOneOf(10)],
  ['a gateway repeats every eighth cancel', repeatsEveryEighth],
])('a fault that time does not explain is found: %s', async (_, deviation) => {
  const report = await verifySmall(deviation, { checks: ['model'], bail: true, runs: 1 })
  expect(report.summary.failed).toBe(1)
})
