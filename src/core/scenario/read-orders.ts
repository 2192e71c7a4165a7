import type { Problems } from '../../input/index.js'
import type { Order } from '../sandbox/order.js'
import { checkItem } from './check-schemas.js'
import type { ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readMembers, toDigits } from './read-order.js'
import type { ScenarioParts } from './scenario.js'

type Item = NonNullable<ScenarioDocument['orders']>[number]

/** How many orders one document may hold, generated ones included. */
const MAX_ORDERS = 100_000

/** How many times a document may ask for generated orders: each time has to find ids that are free. */
const MAX_REQUESTS = 100

/** Reads the orders of a scenario, and makes those that it asks to generate. */
export function readOrders(
  items: readonly Item[],
  nowMs: number,
  problems: Problems,
): Pick<ScenarioParts, 'orders' | 'items'> {
  const named = new Set<string>()
  const read = items.map((item, index) => readItem(item, index, { named, nowMs, problems }))
  const orders = new Map<string, Order>()
  let total = 0
  let requests = 0
  for (const [index, item] of read.entries()) {
    if (item === undefined) continue
    const path = ['orders', index, 'generate']
    const isGenerating = 'generate' in item
    total += isGenerating ? item.generate.count : 1
    requests += isGenerating ? 1 : 0
    if (total > MAX_ORDERS || requests > MAX_REQUESTS) {
      const message = `a document holds at most ${MAX_ORDERS} orders, generated ones included`
      if (total > MAX_ORDERS) problems.add({ path: isGenerating ? [...path, 'count'] : ['orders'], message })
      else problems.add({ path, message: `a document can ask to generate orders ${MAX_REQUESTS} times` })
      break
    }
    if (!isGenerating) orders.set(item.id, item)
    else {
      const isTaken = (id: string): boolean => named.has(id) || orders.has(id)
      problems.collect(path, 'firstId', () => {
        for (const order of generateOrders(item.generate, isTaken)) orders.set(order.id, order)
      })
    }
  }
  return { orders, items: read.filter((item) => item !== undefined) }
}

/** `undefined` if something is wrong with its id, or with what it asks to generate. */
function readItem(
  item: Item,
  index: number,
  { named, nowMs, problems }: { readonly named: Set<string>; readonly nowMs: number; readonly problems: Problems },
): ScenarioParts['items'][number] | undefined {
  const refused = checkItem('orders', index, item)
  problems.add(...refused)
  if (refused.length > 0) return undefined
  if ('generate' in item) return structuredClone(item)
  const path = ['orders', index]
  const id = problems.collect(path, 'id', () => {
    const digits = toDigits(item.id)
    if (named.has(digits)) throw new RangeError(`the id ${digits} is there twice`)
    named.add(digits)
    return digits
  })
  const members = readMembers(item, path, nowMs, problems)
  return id === undefined ? undefined : { id, ...members }
}
