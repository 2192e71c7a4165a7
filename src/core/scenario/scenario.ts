import { stringifyJson } from '../../spec/index.js'
import { formatInstant } from '../instant.js'
import { orderListBody } from '../sandbox/order-list.js'
import { countByStatus, type Order, type StatusCounts } from '../sandbox/order.js'
import { viewOrder } from '../sandbox/order-view.js'
import type { Fault, GenerateOrders, OrderInput, ScenarioDocument } from './document.js'

/** What {@link Scenario} is made of: a document that has been read. Instants are milliseconds since the Unix epoch. */
export interface ScenarioParts {
  readonly title: string | undefined
  readonly description: string | undefined
  /** The orders by id, with their dates resolved, in the order in which they are listed. */
  readonly orders: ReadonlyMap<string, Order>
  /** The items of the document's `orders`: generated ones as they were asked for, the others as they were read. */
  readonly items: readonly (Order | { readonly generate: GenerateOrders })[]
  readonly pets: readonly { readonly id: string; readonly json: string; readonly document: object }[]
  /** Where the clock starts; at the real time if absent. */
  readonly startMs: number | undefined
  readonly frozen: boolean
  readonly sunsetMs: number | undefined
  readonly afterSunset: 'serve' | 'gone'
  readonly faults: readonly Fault[]
}

/** A scenario that was read and checked: what a sandbox starts from. Any number of them share it; nothing changes it. */
export class Scenario {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly orders: ReadonlyMap<string, Order>
  readonly counts: StatusCounts
  /** Orders that ship by the clock. */
  readonly shipping: readonly Order[]
  /** The highest id up to 2^53-1; 0 if there is none above it. */
  readonly highestId: number
  readonly startMs: number | undefined
  readonly frozen: boolean
  readonly sunsetMs: number | undefined
  readonly afterSunset: 'serve' | 'gone'
  readonly faults: readonly Fault[]
  /** As they were given. */
  readonly pets: readonly object[]
  readonly #items: ScenarioParts['items']
  readonly #petsById: ReadonlyMap<string, string>
  #json: string | undefined
  #listBody: Uint8Array<ArrayBuffer> | undefined
  #petIds: ReadonlySet<string> | undefined

  constructor({ items, pets, ...parts }: ScenarioParts) {
    this.title = parts.title
    this.description = parts.description
    this.orders = parts.orders
    this.startMs = parts.startMs
    this.frozen = parts.frozen
    this.sunsetMs = parts.sunsetMs
    this.afterSunset = parts.afterSunset
    this.faults = parts.faults
    this.counts = countByStatus(parts.orders.values())
    this.shipping = items.filter((item): item is Order => !('generate' in item) && isShippedByClock(item))
    this.pets = pets.map(({ document }) => document)
    this.highestId = highestIdOf(parts.orders.keys())
    this.#items = items
    this.#petsById = new Map(pets.map(({ id, json }) => [id, json]))
  }

  /** The body of the list of these orders, written when it is first asked for. */
  get listBody(): Uint8Array<ArrayBuffer> {
    return (this.#listBody ??= orderListBody(this.orders.values()))
  }

  /** JSON text of a pet. */
  pet(id: string): string | undefined {
    return this.#petsById.get(id)
  }

  /** Whether an order names the pet. */
  namesPet(id: string): boolean {
    this.#petIds ??= new Set([...this.orders.values()].flatMap(({ petId }) => petId ?? []))
    return this.#petIds.has(id)
  }

  /** JSON text of {@link toJSON}, made when it is first asked for. */
  get json(): string {
    return (this.#json ??= inOnePiece(stringifyJson(this)))
  }

  /** A document that reads as this scenario whenever it is read: dates that were relative are instants in it. */
  toJSON(): ScenarioDocument {
    return {
      ...this.frame,
      ...(this.startMs !== undefined && { now: formatInstant(this.startMs) }),
      ...(this.frozen && { frozen: true }),
      ...(this.sunsetMs !== undefined && { sunset: formatInstant(this.sunsetMs) }),
      orders: this.#items.map((item) => ('generate' in item ? item : asInput(item))),
      faults: this.faults,
    }
  }

  /** The members of a document that no change of a sandbox touches. */
  get frame(): Pick<ScenarioDocument, 'title' | 'description' | 'pets' | 'afterSunset'> {
    return {
      ...(this.title !== undefined && { title: this.title }),
      ...(this.description !== undefined && { description: this.description }),
      ...(this.pets.length > 0 && { pets: this.pets as NonNullable<ScenarioDocument['pets']> }),
      ...(this.afterSunset === 'gone' && { afterSunset: this.afterSunset }),
    }
  }
}

/** V8 keeps a text as the parts that it was put together from, at eight times the memory, until a character is read. */
function inOnePiece(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text
}

function highestIdOf(ids: Iterable<string>): number {
  let highest = 0
  for (const id of ids) if (Number(id) > highest && Number.isSafeInteger(Number(id))) highest = Number(id)
  return highest
}

function isShippedByClock({ shipAfterMs, status }: Order): boolean {
  return shipAfterMs !== undefined && status === 'pending'
}

function asInput(order: Order): OrderInput & { readonly id: bigint } {
  // A document's type knows quantities as numbers only; a larger integer keeps its digits all the same.
  return viewOrder(order, order.shipAfterMs) as OrderInput & { readonly id: bigint }
}
