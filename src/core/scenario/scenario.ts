import { stringifyJson } from '../../spec/index.js'
import { countByStatus, type Order, type StatusCounts, viewOrder } from './order.js'
import type { GenerateOrders, ScenarioDocument } from './document.js'

/** A scenario that was read and checked: what a sandbox starts from. Any number of them share it; nothing changes it. */
export class Scenario {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly counts: StatusCounts
  /** @internal Orders that ship by the clock. */
  readonly shipping: readonly Order[]
  /** @internal Whether a mock has it by name; orders of any other one count as the sandbox's own. */
  isNamed = false
  #json: string | undefined

  /** @internal */
  constructor(
    /** @internal The fields of a document other than its orders. */
    readonly frame: Omit<ScenarioDocument, 'orders'>,
    /** @internal The orders by id, with their dates resolved, in the order in which they are listed. */
    readonly orders: ReadonlyMap<string, Order>,
    /** @internal The items of the document's `orders`: generated ones as they were asked for, the others as they were read. */
    readonly items: readonly (Order | { readonly generate: GenerateOrders })[],
    /** @internal JSON texts of the pets, by their ids. */
    readonly pets: ReadonlyMap<string, string>,
  ) {
    this.title = frame.title
    this.description = frame.description
    this.counts = countByStatus(orders.values())
    this.shipping = items.filter((item): item is Order => 'shipAfterMs' in item && item.status === 'pending')
  }

  /** @internal JSON text of {@link toJSON}, created on demand. */
  get json(): string {
    return (this.#json ??= stringifyJson(this))
  }

  /** A document that reads as this scenario whenever it is read: dates that were relative are instants in it. */
  toJSON(): ScenarioDocument {
    const orders = this.items.map((item) => ('generate' in item ? item : viewOrder(item, item.shipAfterMs)))
    return { ...this.frame, orders }
  }
}
