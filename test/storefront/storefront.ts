import { OrdersApiError, OrdersClient } from '../../src/client/index.js'

/**
 * A storefront, written with care: it works with every provider that conforms to the specification. `fixtures/recipes.md`
 * quotes it.
 */
export class Storefront {
  readonly #client: OrdersClient
  /** What the customer has cancelled: the list may still show it. */
  readonly #cancelled = new Set<bigint>()

  constructor(options: ConstructorParameters<typeof OrdersClient>[0]) {
    this.#client = new OrdersClient(options)
  }

  /** The orders by their ids, because the list has no sequence; each field but the id may be missing. */
  async orders(): Promise<string[]> {
    const orders = (await this.#client.listOrders()).filter(({ id }) => id !== undefined && !this.#cancelled.has(id))
    const sorted = orders.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    return sorted.map(({ id, quantity, shipDate }) => {
      const date = shipDate === undefined ? 'soon' : new Date(shipDate).toISOString().slice(0, 10)
      return `Order ${id}: ${quantity ?? 'some'} items, ships ${date}`
    })
  }

  /** The status says what happened: neither the body of the 409 nor the values of `code` are specified. */
  async cancel(id: bigint): Promise<'cancelled' | 'shipped' | 'not found' | 'already cancelled'> {
    try {
      await this.#client.cancelOrder(id)
      this.#cancelled.add(id)
      return 'cancelled'
    } catch (error) {
      if (!(error instanceof OrdersApiError)) throw error
      // Any rejection will do for an order that was cancelled before.
      if (this.#cancelled.has(id) && error.status < 500) return 'already cancelled'
      if (error.status === 409) return 'shipped'
      if (error.status === 404) return 'not found'
      throw error
    }
  }

  /** No field of a pet is specified, and an order may refer to a pet that cannot be read. */
  async petName(petId: bigint): Promise<string> {
    const pet: object = await this.#client.getPet(petId).catch(() => ({}))
    return 'name' in pet && typeof pet.name === 'string' ? pet.name : `Pet ${petId}`
  }
}
