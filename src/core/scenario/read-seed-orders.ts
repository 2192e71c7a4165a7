import type { InputPath, Problems } from '../../input/index.js'
import type { Order } from '../sandbox/order.js'
import type { Id, ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readOrderMembers, toDigits } from './read-order.js'
import type { ScenarioParts } from './scenario.js'

type Items = NonNullable<ScenarioDocument['orders']>
type ReadItem = ScenarioParts['items'][number]

interface Reading {
  readonly nowMs: number
  readonly problems: Problems
}

/** How many orders one document may hold, generated ones included. */
const MAX_ORDERS = 100_000

/** How many times a document may ask for generated orders: each time has to find ids that are free. */
const MAX_REQUESTS = 100

/** Reads the orders of a scenario, and makes those that it asks to generate. */
export function readSeedOrders(items: Items, reading: Reading): Pick<ScenarioParts, 'orders' | 'items'> {
  const { problems } = reading
  const orders = new Map<string, Order>()
  if (!fits(items, problems)) return { orders, items: [] }
  const named = new Set<string>()
  const read = items.map((item, index) => {
    const path = ['orders', index]
    return problems.isRefused(path) ? undefined : readItem(item, path, named, reading)
  })
  for (const [index, item] of read.entries()) {
    if (item === undefined) continue
    if (!('generate' in item)) orders.set(item.id, item)
    else {
      const isTaken = (id: string): boolean => named.has(id) || orders.has(id)
      problems.collect(['orders'], index, () => {
        for (const order of generateOrders(item.generate, { path: ['orders', index], isTaken }))
          orders.set(order.id, order)
      })
    }
  }
  return { orders, items: read.filter((item) => item !== undefined) }
}

/** `undefined` if something is wrong with its id, or with what it asks to generate. */
function readItem(item: Items[number], path: InputPath, named: Set<string>, reading: Reading): ReadItem | undefined {
  const { problems } = reading
  if ('generate' in item) return problems.has(path) ? undefined : structuredClone(item)
  // That it lacks one the schema has said.
  const given: Id | undefined = item.id
  const id = problems.collect(path, 'id', () => {
    if (given === undefined) return undefined
    const digits = toDigits(given)
    if (named.has(digits)) throw new RangeError(`the id ${digits} is there twice`)
    named.add(digits)
    return digits
  })
  const order = readOrderMembers({ id: id ?? '' }, item, { ...reading, path })
  return id === undefined ? undefined : order
}

/** Whether the orders of a document, with those that it asks to generate, are not too many. */
function fits(items: Items, problems: Problems): boolean {
  let total = 0
  let requests = 0
  for (const [index, item] of items.entries()) {
    const isGenerating = !problems.has(['orders', index]) && 'generate' in item
    total += isGenerating ? item.generate.count : 1
    requests += isGenerating ? 1 : 0
    if (total > MAX_ORDERS) {
      const path = isGenerating ? ['orders', index, 'generate', 'count'] : ['orders']
      problems.add({ path, message: `a document holds at most ${MAX_ORDERS} orders, generated ones included` })
      return false
    }
    if (requests > MAX_REQUESTS) {
      const message = `a document can ask to generate orders ${MAX_REQUESTS} times`
      problems.add({ path: ['orders', index, 'generate'], message })
      return false
    }
  }
  return true
}
