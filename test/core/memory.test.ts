import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const COUNT = 10_000
const order = { petId: 7, quantity: 3, shipDate: '2026-11-20T12:00:00Z', complete: false }

test('an order that is added takes up no more than 300 bytes', () => {
  // What V8 compiles for the first orders would count as theirs.
  addOrders()
  const { orders, bytes } = addOrders()
  expect(orders.get(COUNT)?.id).toBe(BigInt(COUNT))
  expect(bytes / COUNT).toBeLessThan(300)
})

test('the text of a scenario, kept to be persisted, takes up as many bytes as it has characters', () => {
  const scenario = { orders: Array.from({ length: COUNT }, (_, index) => ({ id: index + 1, ...order })) }
  const { seed } = new OrdersMock({ scenario }).sandbox().toState()
  const bytes = bytesOf(() => void seed.json)
  expect(seed.json.length / COUNT).toBeGreaterThan(80)
  expect(bytes / seed.json.length).toBeLessThan(2)
})

test('long lists that differ from that of their scenario are kept no longer than they are used', async () => {
  const mock = new OrdersMock()
  collectGarbage()
  const before = process.memoryUsage().arrayBuffers
  for (let index = 0; index < 20; index += 1) {
    const sandbox = mock.sandbox(`large~${index}`)
    sandbox.orders.add()
    expect(sandbox.listBody.length).toBeGreaterThan(800_000)
  }
  // What is held weakly stays until the current job is over.
  await setImmediate()
  collectGarbage()
  collectGarbage()
  // The scenario's own list is one.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3_000_000)
})

function addOrders() {
  const { orders } = new OrdersMock({ scenario: 'empty' }).sandbox()
  const bytes = bytesOf(() => {
    for (let id = 1; id <= COUNT; id += 1) orders.add({ id, ...order })
  })
  return { orders, bytes }
}

/** How many bytes more are in use once something was done. */
function bytesOf(act: () => void): number {
  // A collection that is under way keeps what became garbage since it began.
  collectGarbage()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  act()
  collectGarbage()
  return process.memoryUsage().heapUsed - before
}
