import type { Problems } from '../../input/index.js'
import type { Order } from '../sandbox/order.js'
import type { ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readMembers, toDigits } from './read-order.js'
import type { ScenarioParts } from './scenario.js'

type Item = NonNullable<ScenarioDocument['orders']>[number]

/** How many orders one document may hold, generated ones included. */
const MAX_ORDERS = 100_000

/** How many times a document may ask for generated orders: each time has to find ids that are free. */
const MAX_REQUESTS = 100

/** Reads the orders of a scenario, which the schema has let pass, and makes those that it asks to generate. */
export function readOrders(
  items: readonly Item[],
  nowMs: number,
  problems: Problems,
): Pick<ScenarioParts, 'orders' | 'items'> {
  checkLimits(items, problems)
  const named = new Set<string>()
  const read = items.map((item, index): ScenarioParts['items'][number] => {
    if ('generate' in item) return structuredClone(item)
    const path = ['orders', index]
    const id = problems.collect(path, 'id', () => {
      const digits = toDigits(item.id)
      if (named.has(digits)) throw new RangeError(`the id ${digits} is there twice`)
      named.add(digits)
      return digits
    })
    return { id: id ?? '', ...readMembers(item, path, nowMs, problems) }
  })
  problems.throwIfAny()
  const orders = new Map<string, Order>()
  const isTaken = (id: string): boolean => named.has(id) || orders.has(id)
  for (const [index, item] of read.entries()) {
    if (!('generate' in item)) orders.set(item.id, item)
    else {
      problems.collect(['orders', index, 'generate'], 'firstId', () => {
        for (const order of generateOrders(item.generate, isTaken)) orders.set(order.id, order)
      })
    }
  }
  return { orders, items: read }
}

function checkLimits(items: readonly Item[], problems: Problems): void {
  const refuseIf = (isTooMuch: boolean, message: string): void => {
    if (isTooMuch) problems.add({ path: ['orders'], message })
  }
  const counts = items.flatMap((item) => ('generate' in item ? item.generate.count : []))
  const total = counts.reduce((sum, count) => sum + count, items.length - counts.length)
  refuseIf(total > MAX_ORDERS, `a document holds at most ${MAX_ORDERS} orders, generated ones included`)
  refuseIf(counts.length > MAX_REQUESTS, `a document can ask to generate orders ${MAX_REQUESTS} times`)
  problems.throwIfAny()
}
