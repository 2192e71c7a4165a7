import { InvalidInputError } from '../../input/index.js'
import { ControlError } from './control-error.js'
import { type OrderView, viewOrder } from './order-view.js'
import type { Sandbox } from './sandbox.js'
import type { Id, OrderInput } from '../scenario/document.js'
import { checkOrderInput } from '../scenario/seed.js'
import { readId, readOrder } from '../scenario/read-order.js'

/** Changes for {@link SandboxOrders.patch}: members that are given replace, `null` removes, absent ones stay. */
export type OrderPatch = { readonly [member in keyof Omit<OrderInput, 'id'>]: OrderInput[member] | null }

/** The orders of one sandbox, for tests to read and to set up. */
export class SandboxOrders {
  readonly #sandbox: () => Sandbox

  constructor(sandbox: () => Sandbox) {
    this.#sandbox = sandbox
  }

  /** All orders, in the order in which they are listed. */
  all(): OrderView[] {
    const { world } = this.#sandbox()
    return [...world.orders()].map((order) => viewOrder(order, world))
  }

  /** @throws {InvalidInputError} if the id is no int64 */
  get(id: Id): OrderView | undefined {
    const { world } = this.#sandbox()
    const order = world.order(readId(id))
    return order && viewOrder(order, world)
  }

  /** @throws {ControlError} 404 if there is no such order */
  need(id: Id): OrderView {
    const order = this.get(id)
    if (order !== undefined) return order
    throw new ControlError(
      404,
      'order_not_found',
      `There is no order ${String(id)} in the sandbox "${this.#sandbox().name}".`,
    )
  }

  /**
   * Adds an order; without an id it gets the next free one, without a status it is pending.
   *
   * @throws {InvalidInputError} if a member is wrong
   * @throws {ControlError} 409 if the id is taken
   */
  add(input: OrderInput = {}): OrderView {
    checkOrderInput(input)
    const { world } = this.#sandbox()
    const id = input.id === undefined ? world.store.freeId() : readId(input.id)
    if (world.order(id) !== undefined) {
      throw new ControlError(
        409,
        'order_exists',
        `There is an order ${id} already. Use another id, or none to get the next free one.`,
      )
    }
    return this.#put(id, input)
  }

  /** Makes the order with this id, or replaces it wholly. */
  put(id: Id, input: OrderInput): OrderView {
    checkOrderInput(input)
    const digits = readId(id)
    if (input.id !== undefined && readId(input.id) !== digits) {
      throw new InvalidInputError([{ path: ['id'], message: `is ${String(input.id)}, but the order is ${digits}` }])
    }
    return this.#put(digits, input)
  }

  /**
   * Changes members of an order.
   *
   * @throws {ControlError} 404 if there is no such order
   */
  patch(id: Id, patch: OrderPatch): OrderView {
    const { id: own, ...before } = this.need(id)
    const given = Object.entries(patch).filter(([, value]) => value !== undefined)
    const merged = Object.entries({ ...before, ...Object.fromEntries(given) }).filter(([, value]) => value !== null)
    const order: OrderInput = Object.fromEntries(merged)
    checkOrderInput(order)
    return this.#put(String(own), order)
  }

  /**
   * Ships a pending order.
   *
   * @throws {ControlError} 404 if there is no such order, 409 if it is not pending
   */
  ship(id: Id): OrderView {
    const digits = String(this.need(id).id)
    const result = this.#sandbox().act('ship', digits)
    if (result !== undefined && 'refused' in result.transition) {
      const { status } = result.order
      throw new ControlError(
        409,
        result.transition.refused,
        `Order ${digits} is ${status}. Only a pending order ships.`,
      )
    }
    return this.need(id)
  }

  /**
   * Takes an order away, as if it had never been there.
   *
   * @throws {ControlError} 404 if there is no such order
   */
  remove(id: Id): void {
    this.#sandbox().remove(String(this.need(id).id))
  }

  #put(id: string, input: OrderInput): OrderView {
    const sandbox = this.#sandbox()
    sandbox.put({ ...readOrder(input, { path: [], nowMs: sandbox.world.clock.nowMs }), id })
    return this.need(id)
  }
}
