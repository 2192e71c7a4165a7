export interface SmallOrder {
  readonly id: bigint
  petId?: bigint
  quantity?: number
  shipDate?: string
  complete?: boolean
  status: 'pending' | 'shipped' | 'cancelled'
}

/** The orders of the small provider, in memory, in the order in which they came. */
export class SmallStore {
  orders: SmallOrder[] = []
  pets = new Set<bigint>()
  private lastId = 100n
  private lastLargeId = 2n ** 53n + 1n

  /** Adds an order under the next id, unless it brings its own. */
  add(order: Omit<SmallOrder, 'id'> & { id?: bigint }): SmallOrder {
    const added = { ...order, id: order.id ?? this.nextId() }
    this.orders.push(added)
    return added
  }

  find(id: bigint): SmallOrder | undefined {
    return this.orders.find((order) => order.id === id)
  }

  remove(id: bigint): void {
    this.orders = this.orders.filter((order) => order.id !== id)
  }

  /** An id that no order has, and none will get. */
  nextId(): bigint {
    return ++this.lastId
  }

  /** An odd id above 2^53, so that a double cannot hold it. */
  nextLargeId(): bigint {
    return (this.lastLargeId += 1022n)
  }
}
