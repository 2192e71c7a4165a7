import { stringifyJson } from '../../spec/index.js'
import { parseInstant } from '../instant.js'
import { countByStatus, listOf, type Order, type OrderList, type StatusCounts, viewOrder } from '../sandbox/order.js'
import type { GenerateOrders, ScenarioDocument } from './document.js'

/** What {@link Scenario} is made of: a document that has been read. */
export interface ScenarioParts {
  /** The document without its orders. */
  readonly frame: Omit<ScenarioDocument, 'orders'>
  /** The orders by id, with their dates resolved, in the order in which they are listed. */
  readonly orders: ReadonlyMap<string, Order>
  /** The items of the document's `orders`: generated ones as they were asked for, the others as they were read. */
  readonly items: readonly (Order | { readonly generate: GenerateOrders })[]
  /** JSON texts of the pets, by their ids. */
  readonly pets: ReadonlyMap<string, string>
}

/** A scenario that was read and checked: what a sandbox starts from. Any number of them share it; nothing changes it. */
export class Scenario {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly counts: StatusCounts
  /** @internal The members of a document that are no orders. */
  readonly frame: ScenarioParts['frame']
  /** @internal */
  readonly orders: ReadonlyMap<string, Order>
  /** @internal Orders that ship by the clock. */
  readonly shipping: readonly Order[]
  /** @internal Where the clock starts, in milliseconds since the Unix epoch; at the real time if absent. */
  readonly startMs: number | undefined
  /** @internal */
  readonly sunsetMs: number | undefined
  /** @internal */
  readonly pets: ScenarioParts['pets']
  readonly #items: ScenarioParts['items']
  #json: string | undefined
  #list: OrderList | undefined

  /** @internal */
  constructor({ frame, orders, items, pets }: ScenarioParts) {
    const { title, description, now, sunset } = frame
    this.title = title
    this.description = description
    this.counts = countByStatus(orders.values())
    this.frame = frame
    this.orders = orders
    this.shipping = items.filter((item): item is Order => 'shipAfterMs' in item && item.status === 'pending')
    this.startMs = now === undefined ? undefined : parseInstant(now)
    this.sunsetMs = sunset === undefined ? undefined : parseInstant(sunset)
    this.#items = items
    this.pets = pets
  }

  /** @internal The list of these orders, written when it is first asked for. */
  get list(): OrderList {
    return (this.#list ??= listOf(this.orders.values()))
  }

  /** @internal JSON text of {@link toJSON}, made when it is first asked for. */
  get json(): string {
    return (this.#json ??= stringifyJson(this))
  }

  /** A document that reads as this scenario whenever it is read: dates that were relative are instants in it. */
  toJSON(): ScenarioDocument {
    const orders = this.#items.map((item) => ('generate' in item ? item : viewOrder(item, item.shipAfterMs)))
    return { ...this.frame, orders }
  }
}
