import { expect, test } from 'vitest'
import { RunContext } from '../../../src/verify/model/runner/run-context.js'
import { runSequence } from '../../../src/verify/model/runner/run-sequence.js'
import { MANY, NO_ORDERS, PENDING } from '../../../src/verify/model/sequences/states.js'
import { cancel, list, send, setUp } from '../../../src/verify/model/sequences/step.js'
import { afterCancel } from '../providers/broken/broken-provider.js'
import { type Deviation, startSmallProvider } from '../providers/small-provider.js'
import type { SmallOrder } from '../providers/small-store.js'
import { withProvider } from '../tables/check-once.js'

// The pending order comes after 999 others whose ids are 2, 3 and so on: its own is 1001, which begins with 10.
const STEPS = [
  setUp(NO_ORDERS),
  setUp(MANY, 'a crowd', { params: { count: 999 } }),
  setUp(PENDING),
  send(list()),
  send(cancel({ kind: 'alike', label: PENDING, by: 'the beginning of it' })),
  send(list()),
  send(cancel(PENDING)),
]

test.concurrent.each([
  ['changes all orders', 'other-orders-untouched', onCancel((all) => all.forEach((order) => (order.quantity = 99)))],
  ['ships all orders', 'other-orders-untouched', onCancel((all) => all.forEach((order) => (order.status = 'shipped')))],
  ['loses all orders', 'other-orders-untouched', onCancel((all) => all.splice(0))],
  ['changes those that begin with its id', 'alike-orders-untouched', onLonger((order) => (order.quantity = 99))],
  ['ships those that begin with its id', 'alike-orders-untouched', onLonger((order) => (order.status = 'shipped'))],
  ['changes nothing else', undefined, onCancel(() => {})],
] as const)('who with a cancel %s breaks the rule: %s', async (_, rule, deviation) => {
  await withProvider(
    () => startSmallProvider(deviation),
    async (provider) => {
      const { violation } = await runSequence(new RunContext(provider), STEPS)
      expect(violation?.rule).toBe(rule)
    },
  )
})

function onCancel(harm: (orders: SmallOrder[], cancelled: SmallOrder) => void): Deviation {
  return (usual, store) => {
    let lastId = 1n
    store.nextId = () => ++lastId
    return afterCancel((order, { orders }) => harm(orders, order))(usual, store)
  }
}

function onLonger(harm: (order: SmallOrder) => void): Deviation {
  return onCancel((orders, cancelled) => {
    for (const order of orders) if (order !== cancelled && `${order.id}`.startsWith(`${cancelled.id}`)) harm(order)
  })
}
