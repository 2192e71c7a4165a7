import { InvalidInputError } from '../../input/index.js'
import type { Id, OrderInput } from '../scenario/document.js'
import { readId, readOrder } from '../scenario/read-order.js'
import type { SandboxClock } from './clock.js'
import { ControlError } from './control-error.js'
import type { Change } from './change.js'
import { type Order, type OrderAction, TRANSITIONS, type Transition } from './order.js'
import type { OrderStore } from './order-store.js'
import { type OrderView, viewOrder } from './order-view.js'

/** Changes for {@link SandboxOrders.patch}: members that are given replace, `null` removes, absent ones stay. */
export type OrderPatch = { readonly [member in keyof Omit<OrderInput, 'id'>]: OrderInput[member] | null }

/** Clients cancel, tests ship. */
const CANCELLED_BY_API = { by: 'api', change: 'cancelled' } as const
const SHIPPED_BY_CONTROL = { by: 'control', change: 'shipped' } as const

/** The sandbox of the orders. */
interface OrdersOwner {
  readonly name: string
  readonly clock: SandboxClock
  /** A reset puts another in its place. */
  readonly store: OrderStore
  commit(change: Change): void
}

/** The orders of one sandbox, for tests to read and to set up. */
export class SandboxOrders {
  readonly #owner: OrdersOwner

  constructor(owner: OrdersOwner) {
    this.#owner = owner
  }

  /** All orders, in the order in which they are listed. */
  all(): OrderView[] {
    return [...this.lazily()]
  }

  /** All orders as they are now, each made when it is asked for: a million at once would keep others waiting. */
  lazily(): Iterable<OrderView> {
    return viewAll([...this.#store.all()], this.#place())
  }

  /** @throws {InvalidInputError} if the id is no int64 */
  get(id: Id): OrderView | undefined {
    const order = this.#store.get(readId(id))
    return order && this.#view(order)
  }

  /** @throws {ControlError} 404 if there is no such order */
  need(id: Id): OrderView {
    const order = this.get(id)
    if (order !== undefined) return order
    const message = `There is no order ${String(id)} in the sandbox "${this.#owner.name}".`
    throw new ControlError(404, 'order_not_found', message)
  }

  /**
   * Adds an order; without an id it gets the next free one, without a status it is pending.
   *
   * @throws {InvalidInputError} if a member is wrong
   * @throws {ControlError} 409 if the id is taken
   */
  add(input: OrderInput = {}): OrderView {
    const members = this.#read(input)
    const id = input.id === undefined ? this.#store.freeId() : readId(input.id)
    if (this.#store.get(id) !== undefined) {
      const message = `There is an order ${id} already. Use another id, or none to get the next free one.`
      throw new ControlError(409, 'order_exists', message)
    }
    return this.#put({ id, ...members })
  }

  /** Makes the order with this id, or replaces it wholly. */
  put(id: Id, input: OrderInput): OrderView {
    const members = this.#read(input)
    const digits = readId(id)
    if (input.id !== undefined && readId(input.id) !== digits) {
      throw new InvalidInputError([{ path: ['id'], message: `is ${String(input.id)}, but the order is ${digits}` }])
    }
    return this.#put({ id: digits, ...members })
  }

  /**
   * Changes members of an order.
   *
   * @throws {ControlError} 404 if there is no such order
   */
  patch(id: Id, patch: OrderPatch): OrderView {
    const { id: own, shipAfter, ...rest } = this.need(id)
    // Only a pending order ships by the clock: the time that is left goes with the status.
    const isTimed = shipAfter !== undefined && (patch.status ?? 'pending') === 'pending'
    const before = { ...rest, ...(isTimed && { shipAfter }) }
    const given = Object.entries(patch).filter(([, value]) => value !== undefined)
    const merged = Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([, value]) => value !== null)
    return this.#put({ id: String(own), ...this.#read(Object.fromEntries(merged)) })
  }

  /**
   * Ships a pending order.
   *
   * @throws {ControlError} 404 if there is no such order, 409 if it is not pending
   */
  ship(id: Id): OrderView {
    const digits = String(this.need(id).id)
    const result = this.act('ship', digits)
    if (result !== undefined && 'refused' in result.transition) {
      const message = `Order ${digits} is ${result.order.status}. Only a pending order ships.`
      throw new ControlError(409, result.transition.refused, message)
    }
    return this.need(id)
  }

  /**
   * Takes an order away, as if it had never been there.
   *
   * @throws {ControlError} 404 if there is no such order
   */
  remove(id: Id): void {
    const digits = String(this.need(id).id)
    this.#owner.commit({ by: 'control', change: 'removed', orderId: digits, patch: { removedId: digits } })
  }

  /**
   * Cancels or ships an order if its status allows it, in one step.
   *
   * @param id canonical decimal digits
   * @returns the order as it was and what became of it; `undefined` if there is no such order
   */
  act(action: OrderAction, id: string): { order: Order; transition: Transition } | undefined {
    const order = this.#store.get(id)
    if (order === undefined) return undefined
    const transition = TRANSITIONS[order.status][action]
    if ('to' in transition) {
      const status = transition.to
      const who = action === 'cancel' ? CANCELLED_BY_API : SHIPPED_BY_CONTROL
      this.#owner.commit({ ...who, orderId: id, status, patch: { put: [{ ...order, status }] } })
    }
    return { order, transition }
  }

  /** The id of another order that a client asks for by this text once it has kept the id as a double. */
  idThatReadsAs(text: string): string | undefined {
    return this.#store.idThatReadsAs(text)
  }

  get #store(): OrderStore {
    return this.#owner.store
  }

  #read(input: OrderInput): Omit<Order, 'id'> {
    return readOrder(input, this.#owner.clock.nowMs)
  }

  #put(order: Order): OrderView {
    const change = this.#store.get(order.id) === undefined ? 'added' : 'replaced'
    const isTimed = order.shipAfterMs !== undefined
    const after = isTimed ? { ...order, pendingSinceMs: this.#owner.clock.nowMs } : order
    this.#owner.commit({ by: 'control', change, orderId: after.id, status: after.status, patch: { put: [after] } })
    return this.need(after.id)
  }

  #view(order: Order): OrderView {
    return viewOrder(order, this.#place())
  }

  #place(): ViewingPlace {
    return { seededAtMs: this.#store.seededAtMs, nowMs: this.#owner.clock.nowMs }
  }
}

type ViewingPlace = Parameters<typeof viewOrder>[1]

function* viewAll(orders: readonly Order[], place: ViewingPlace): Generator<OrderView> {
  for (const order of orders) yield viewOrder(order, place)
}
