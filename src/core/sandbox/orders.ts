import { InvalidInputError } from '../../input/index.js'
import type { Id, OrderInput, Schemas } from '../scenario/document.js'
import { keepsFields } from '../scenario/read-freedoms.js'
import { MAX_ORDERS, readId, readOrder } from '../scenario/read-order.js'
import { type OrderChange, orderChange } from './change-feed.js'
import { ControlError } from './control-error.js'
import { isFull, type Order, type OrderView } from '../scenario/order.js'
import { type OrderBatch, OUTCOMES, readBatch } from './order-batch.js'
import type { OrderStore } from './order-store.js'
import type { Store } from './store.js'

/** Changes for {@link SandboxOrders.patch}: given fields are replaced, `null` removes a field, absent fields stay. */
export type OrderPatch = Schemas['OrderPatch']

/** The orders of one sandbox, for tests to read and to set up. */
export class SandboxOrders {
  /** @internal */
  constructor(private readonly owner: Store) {}

  /** All orders, in the order in which they are listed. */
  all(): OrderView[] {
    return this.#orders.viewAll(this.owner.nowMs)
  }

  /** @throws {InvalidInputError} if the id is not an int64 */
  get(id: Id): OrderView | undefined {
    const order = this.#orders.get(readId(id))
    return order && this.#orders.view(order, this.owner.nowMs)
  }

  /** @internal @throws {ControlError} 404 if there is no such order */
  need(id: Id): OrderView {
    return this.#orders.view(this.#stored(id), this.owner.nowMs)
  }

  /**
   * Adds an order. Default id: the next free id; default status: pending.
   * @throws {InvalidInputError} if a field is wrong
   * @throws {ControlError} 409 if the id is taken
   */
  add(input: OrderInput = {}): OrderView {
    const members = this.#read(input)
    // An order that is added with every field shows every field, unless its id was given.
    const { freedoms } = this.owner.world
    const showsAll = (free: string): boolean => !isFull(members) || keepsFields(freedoms, free)
    const id = input.id === undefined ? this.#orders.freeId(showsAll) : readId(input.id)
    if (this.#orders.get(id) !== undefined) {
      const message = `Order ${id} already exists. Use another id, or omit it to get the next free one.`
      throw new ControlError(409, 'order_exists', message)
    }
    return this.#put({ id, ...members })
  }

  /** Creates the order with this id, or replaces it entirely. */
  put(id: Id, input: OrderInput): OrderView {
    const members = this.#read(input)
    const digits = readId(id)
    if (input.id !== undefined && readId(input.id) !== digits) {
      throw new InvalidInputError([{ path: ['id'], message: `is ${String(input.id)}, but the order is ${digits}` }])
    }
    return this.#put({ id: digits, ...members })
  }

  /** Changes fields of an order. @throws {ControlError} 404 if there is no such order */
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
   * Ships a pending order, or many in one change; then it returns their number.
   * @throws {ControlError} 404 if there is no such order, 409 if it is not pending, or one of many is not
   */
  ship(id: Id): OrderView
  ship(ids: readonly Id[]): number
  ship(which: Id | readonly Id[]): OrderView | number {
    return this.#end('ship', which)
  }

  /**
   * Cancels a pending order as the API does, or many in one change; then it returns their number.
   * @throws {ControlError} 404 if there is no such order, 409 if it is not pending, or one of many is not
   */
  cancel(id: Id): OrderView
  cancel(ids: readonly Id[]): number
  cancel(which: Id | readonly Id[]): OrderView | number {
    return this.#end('cancel', which)
  }

  /**
   * Deletes an order, or many in one change, as if they had never existed.
   * @throws {ControlError} 404 if there is no such order, 409 if one of many does not exist
   */
  remove(which: Id | readonly Id[]): void {
    if (typeof which === 'object') this.batch({ do: 'delete', ids: which })
    else this.owner.commit(orderChange('removed', 'control', this.#stored(which).id))
  }

  /**
   * Changes many orders in one change: one entry of the history, one event; or none, if one of them cannot be changed.
   * @returns the number of changed orders
   * @throws {ControlError} 409 naming the first ten that cannot be changed
   */
  batch(batch: OrderBatch): number {
    const patches = readBatch(batch, this.#orders)
    if (patches.length > 0) this.owner.commit({ kind: OUTCOMES[batch.do].kind, by: 'control', patches })
    return patches.length
  }

  #end(action: 'ship' | 'cancel', which: Id | readonly Id[]): OrderView | number {
    if (typeof which === 'object') return this.batch({ do: action, ids: which })
    const order = this.#stored(which)
    const { kind, status } = OUTCOMES[action]
    if (order.status === 'pending') return this.#make(kind, { ...order, status })
    const message = `Order ${order.id} is ${order.status}. Only pending orders can be ${kind}.`
    throw new ControlError(409, `order_already_${order.status}`, message)
  }

  get #orders(): OrderStore {
    return this.owner.world.orders
  }

  /** @throws {ControlError} 404 if there is no such order */
  #stored(id: Id): Order {
    const order = this.#orders.get(readId(id))
    if (order !== undefined) return order
    const message = `There is no order ${String(id)} in the sandbox "${this.owner.name}".`
    throw new ControlError(404, 'order_not_found', message)
  }

  #read(input: OrderInput): Omit<Order, 'id'> {
    return readOrder(input, this.owner.nowMs)
  }

  #put(order: Order): OrderView {
    const isNew = this.#orders.get(order.id) === undefined
    if (isNew) this.#checkRoom(this.#orders)
    const isTimed = order.shipAfterMs !== undefined
    const after = isTimed ? { ...order, pendingSinceMs: this.owner.nowMs } : order
    return this.#make(isNew ? 'added' : 'replaced', after)
  }

  #checkRoom({ size }: OrderStore): void {
    this.owner.context.checkRoomFor(1)
    if (size < MAX_ORDERS) return
    const message = `The sandbox already has ${size} orders; the limit is ${MAX_ORDERS}. Remove some, or reset the sandbox.`
    throw new ControlError(409, 'too_many_orders', message)
  }

  #make(kind: OrderChange, order: Order): OrderView {
    this.owner.commit(orderChange(kind, 'control', order.id, order))
    return this.need(order.id)
  }
}
