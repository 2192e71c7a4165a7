import type { OrderStatus } from './order.js'

/** What a sandbox has made of an order of its scenario: given it a status, put another in its place, or removed it. */
export type OrderMark = OrderStatus | 'replaced' | 'removed'

/** By the bytes that stand for them; 0 is no mark. */
const MARKS: readonly (OrderMark | undefined)[] = [undefined, 'pending', 'shipped', 'cancelled', 'replaced', 'removed']

/** Orders of a page, and its bytes: few, because one order may be all that is changed; V8 makes so small arrays cheaply. */
const PAGE = 64

/** A byte for each order of a scenario: what is done most, a change of the status, makes nothing that has to be kept. */
export class OrderMarks {
  readonly #pages: (Uint8Array | undefined)[] = []

  /** The mark of the order at this place of the scenario. */
  get(place: number): OrderMark | undefined {
    return MARKS[this.#pages[Math.floor(place / PAGE)]?.[place % PAGE] ?? 0]
  }

  /** Marks an order, or takes its mark away. */
  set(place: number, mark: OrderMark | undefined): void {
    const page = (this.#pages[Math.floor(place / PAGE)] ??= new Uint8Array(PAGE))
    page[place % PAGE] = MARKS.indexOf(mark)
  }

  /** The places of all orders that have a mark, in the order of the scenario. */
  *places(): Generator<number> {
    for (const [index, page] of this.#pages.entries()) {
      for (const [offset, byte] of page?.entries() ?? []) if (byte !== 0) yield index * PAGE + offset
    }
  }
}
