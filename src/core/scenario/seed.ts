import { createSchemaCheck, type InputPath, InvalidInputError, readAt } from '../../input/index.js'
import { stringifyJson } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import type { Order, OrderStatus } from '../sandbox/order.js'
import { OrderTable } from '../sandbox/order-table.js'
import { orderListJson } from '../http/order-json.js'
import type { Fault, OrderInput, ScenarioDocument } from './document.js'
import { generateOrders } from './generate-orders.js'
import { readId, readOrder } from './read-order.js'
import { scenarioSchema } from './schema.generated.js'

/** Numbers of orders by status. */
export type StatusCounts = Readonly<Record<OrderStatus, number>>

/** What a sandbox starts from: a scenario with its dates resolved. Any number of sandboxes share it; nothing changes it. */
export interface Seed {
  readonly orders: OrderTable
  readonly counts: StatusCounts
  /** Orders that ship by the clock. */
  readonly shipping: readonly Order[]
  /** The body of the list of these orders, made when it is first asked for. */
  readonly listBody: () => Uint8Array<ArrayBuffer>
  /** JSON text of the pets, by their id's digits. */
  readonly pets: ReadonlyMap<string, string>
  /** Whether an order names the pet. */
  readonly namesPet: (petId: string) => boolean
  /** Where the clock starts, in milliseconds since the Unix epoch; at the real time if absent. */
  readonly startMs?: number
  readonly frozen: boolean
  readonly sunsetMs?: number
  readonly afterSunset: 'serve' | 'gone'
  readonly faults: readonly Fault[]
  /** What it was made of: the same two make the same seed again. */
  readonly document: ScenarioDocument
  readonly baseMs: number
}

const checkSchema = lazily(() => createSchemaCheck(scenarioSchema))
const checkOrderSchema = lazily(() => createSchemaCheck(scenarioSchema, '#/$defs/Order'))

/**
 * Checks a scenario against its schema.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function checkScenario(document: unknown): asserts document is ScenarioDocument {
  const problems = checkSchema()(document)
  if (problems.length > 0) throw new InvalidInputError(problems)
}

/**
 * Checks the members of an order against the schema.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function checkOrderInput(input: unknown): asserts input is OrderInput {
  const problems = checkOrderSchema()(input)
  if (problems.length > 0) throw new InvalidInputError(problems)
}

/**
 * Checks a list of faults against the schema.
 *
 * @throws {InvalidInputError} naming each member that is wrong
 */
export function checkFaults(faults: unknown): asserts faults is readonly Fault[] {
  const document = { faults }
  checkScenario(document)
  checkFaultMembers(document.faults ?? [])
}

/**
 * Resolves a scenario that has passed {@link checkScenario}; relative dates count from its own `now`, else from `nowMs`.
 *
 * @throws {InvalidInputError} if an id comes twice or is no int64, or a date is no real one
 */
export function createSeed(document: ScenarioDocument, nowMs: number): Seed {
  const startMs = readInstantMember(document, 'now')
  const sunsetMs = readInstantMember(document, 'sunset')
  const orders = readOrders(document, startMs ?? nowMs)
  checkFaultMembers(document.faults ?? [])
  return {
    orders,
    counts: countByStatus(orders.values()),
    shipping: [...orders.values()].filter((order) => order.shipAfterMs !== undefined && order.status === 'pending'),
    listBody: lazily(() => new TextEncoder().encode(orderListJson(orders.values()))),
    pets: readPets(document),
    namesPet: lazySet(() => [...orders.values()].flatMap(({ petId }) => petId ?? [])),
    ...(startMs !== undefined && { startMs }),
    frozen: document.frozen ?? false,
    ...(sunsetMs !== undefined && { sunsetMs }),
    afterSunset: document.afterSunset ?? 'serve',
    faults: document.faults ?? [],
    document,
    baseMs: nowMs,
  }
}

/** Counts orders by status. */
export function countByStatus(orders: Iterable<Order>): Record<OrderStatus, number> {
  const counts: Record<OrderStatus, number> = { pending: 0, shipped: 0, cancelled: 0 }
  for (const { status } of orders) counts[status] += 1
  return counts
}

function readInstantMember(document: ScenarioDocument, member: 'now' | 'sunset'): number | undefined {
  const text = document[member]
  return text === undefined ? undefined : readAt([member], () => parseInstant(text))
}

function readOrders({ orders = [] }: ScenarioDocument, nowMs: number): OrderTable {
  const table = new OrderTable()
  const named = new Set<string>()
  const ids = orders.map((item, index) => {
    if ('generate' in item) return ''
    const id = readId(item.id, ['orders', index, 'id'])
    if (named.has(id)) throw duplicate(id, ['orders', index, 'id'])
    named.add(id)
    return id
  })
  const isTaken = (id: string): boolean => named.has(id) || table.has(id)
  for (const [index, item] of orders.entries()) {
    const path: InputPath = ['orders', index]
    if ('generate' in item) {
      for (const order of generateOrders(item.generate, { path, isTaken })) table.put(order)
    } else {
      table.put({ id: ids[index] ?? '', ...readOrder(item satisfies OrderInput, { path, nowMs }) })
    }
  }
  return table
}

function readPets({ pets = [] }: ScenarioDocument): Map<string, string> {
  const found = new Map<string, string>()
  for (const [index, pet] of pets.entries()) {
    const id = readId(pet.id, ['pets', index, 'id'])
    if (found.has(id)) throw duplicate(id, ['pets', index, 'id'])
    found.set(id, stringifyJson({ ...pet, id: BigInt(id) }))
  }
  return found
}

/** What a schema cannot say of faults: that their members go together. */
function checkFaultMembers(faults: readonly Fault[]): void {
  for (const [index, { kind, delayMs, operation, orderId, status }] of faults.entries()) {
    const path = ['faults', index]
    if (kind === 'delay' && delayMs === undefined) throw wrong([...path, 'delayMs'], 'is required for a delay')
    if (kind !== 'status' && status !== undefined) throw wrong([...path, 'status'], 'is for faults of kind status')
    if (typeof delayMs === 'object' && delayMs.min > delayMs.max) {
      throw wrong([...path, 'delayMs'], 'min must not be greater than max')
    }
    if (orderId !== undefined && operation !== undefined && operation !== 'cancelOrder') {
      throw wrong([...path, 'orderId'], `is for cancelOrder; ${operation} has no order in its path`)
    }
  }
}

function wrong(path: InputPath, message: string): InvalidInputError {
  return new InvalidInputError([{ path, message }])
}

function duplicate(id: string, path: InputPath): InvalidInputError {
  return wrong(path, `the id ${id} is there twice`)
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

function lazySet(list: () => readonly string[]): (item: string) => boolean {
  const set = lazily(() => new Set(list()))
  return (item) => set().has(item)
}
