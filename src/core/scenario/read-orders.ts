import type { Problems } from '../../input/index.js'
import type { Order } from '../sandbox/order.js'
import type { ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readMembers, toDigits } from './read-order.js'
import type { ScenarioParts } from './scenario.js'

type Item = NonNullable<ScenarioDocument['orders']>[number]

/** How many orders one document may hold, generated ones included. */
const MAX_ORDERS = 100_000

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
  const total = items.reduce((sum, item) => sum + ('generate' in item ? item.generate.count : 1), 0)
  if (total <= MAX_ORDERS) return
  problems.add({ path: ['orders'], message: `a document holds at most ${MAX_ORDERS} orders, generated ones included` })
  problems.throwIfAny()
}
