import { type InputPath, InvalidInputError, type Problems } from '../../input/index.js'
import type { Order } from '../sandbox/order.js'
import type { GenerateOrders, Id, ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readOrderMembers, toDigits } from './read-order.js'
import type { ScenarioParts } from './scenario.js'
import { SeedOrders } from './seed-orders.js'

type Items = NonNullable<ScenarioDocument['orders']>
type ReadItem = ScenarioParts['items'][number]

interface Reading {
  readonly nowMs: number
  readonly problems: Problems
}

/** How many orders one document may generate in all. */
const MAX_GENERATED = 1_000_000

/** How many times one document may ask for generated orders; each time has to find ids that are free. */
const MAX_REQUESTS = 100

/** Orders between two pauses. */
const STRIDE = 5000

/** Reads the orders of a scenario, and makes those that it asks to generate; with pauses, because there may be many. */
export function* readSeedOrders(
  items: Items,
  reading: Reading,
): Generator<void, Pick<ScenarioParts, 'orders' | 'items'>> {
  const { problems } = reading
  const named = new Set<string>()
  const read: (ReadItem | undefined)[] = []
  for (const [index, item] of items.entries()) {
    if (index % STRIDE === STRIDE - 1) yield
    const path = ['orders', index]
    read.push(problems.isRefused(path) ? undefined : readItem(item, path, named, reading))
  }
  if (!mayGenerate(items, problems)) return { orders: new SeedOrders(), items: [] }
  const orders = new SeedOrders()
  for (const [index, item] of read.entries()) {
    if (item === undefined) continue
    if ('generate' in item) yield* putGenerated(orders, item.generate, index, { named, problems })
    else orders.add(item)
    if (index % STRIDE === STRIDE - 1) yield
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

/** All that a document generates is bounded together. */
function mayGenerate(items: Items, problems: Problems): boolean {
  let total = 0
  let requests = 0
  for (const [index, item] of items.entries()) {
    const path = ['orders', index]
    if (problems.has(path) || !('generate' in item)) continue
    const fits = problems.collect(['orders'], index, () => {
      requests += 1
      if (requests > MAX_REQUESTS) {
        const message = `a document can ask to generate orders ${MAX_REQUESTS} times`
        throw new InvalidInputError([{ path: [...path, 'generate'], message }])
      }
      total += item.generate.count
      if (total <= MAX_GENERATED) return true
      const message = `a document can generate ${MAX_GENERATED} orders in all; with these it would be ${total}`
      throw new InvalidInputError([{ path: [...path, 'generate', 'count'], message }])
    })
    if (fits === undefined) return false
  }
  return true
}

function* putGenerated(
  orders: SeedOrders,
  request: GenerateOrders,
  index: number,
  { named, problems }: { readonly named: ReadonlySet<string>; readonly problems: Problems },
): Generator<void, void> {
  const path = ['orders', index]
  const isTaken = (id: string): boolean => named.has(id) || orders.has(id)
  const generated = generateOrders(request, { path, isTaken })
  for (let made = 1; ; made += 1) {
    const next = problems.collect(['orders'], index, (): IteratorResult<Order | undefined> => generated.next())
    if (next === undefined || next.done === true) return
    if (next.value !== undefined) orders.add(next.value)
    if (next.value === undefined || made % STRIDE === 0) yield
  }
}
