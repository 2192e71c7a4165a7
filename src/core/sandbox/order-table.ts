import { Database } from '@mswjs/data/lib/db/Database.js'
import { ENTITY_TYPE, PRIMARY_KEY } from '@mswjs/data/lib/glossary.js'
import type { Order } from './order.js'

const MODEL = 'order'

type OrderEntity = Order & { readonly [ENTITY_TYPE]: typeof MODEL; readonly [PRIMARY_KEY]: 'id' }

/**
 * Orders in a database of @mswjs/data, by their id's decimal digits.
 *
 * It stands on the library's `Database` rather than on its `factory`: queries of the factory scan the whole table even
 * for a primary key, and bring graphql, lodash and msw along (170 ms at start instead of 10). The database itself
 * reads, writes and deletes by key in constant time. Digits as keys keep every int64 exact, and "0" truthy.
 */
export class OrderTable {
  readonly #database = new Database<Record<typeof MODEL, Record<string, never>>>({ [MODEL]: {} })
  readonly #rows = this.#database.getModel(MODEL) as unknown as ReadonlyMap<string, Order>

  #highestId = 0

  /** The highest id up to 2^53-1 that was ever put here, 0 if there was none above it. */
  get highestId(): number {
    return this.#highestId
  }

  get(id: string): Order | undefined {
    return this.#rows.get(id)
  }

  has(id: string): boolean {
    return this.#rows.has(id)
  }

  /** Adds the order, or replaces the one with its id in its place. */
  put(order: Order): void {
    const entity: OrderEntity = { ...order, [ENTITY_TYPE]: MODEL, [PRIMARY_KEY]: 'id' }
    this.#database.create(MODEL, entity as never)
    this.raiseHighestId(Number(order.id))
  }

  /** Counts an id as one that was put here, if a number holds it exactly. */
  raiseHighestId(id: number): void {
    if (Number.isSafeInteger(id) && id > this.#highestId) this.#highestId = id
  }

  delete(id: string): void {
    this.#database.delete(MODEL, id)
  }

  /** All orders in the order in which they were added. */
  values(): Iterable<Order> {
    return this.#rows.values()
  }
}
