import { formatInstant } from '../instant.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Scenario } from '../scenario/scenario.js'
import { type ClockState, nowOf, type TimeSource } from './clock.js'
import { type Order, type OrderView, type StatusCounts, viewOrder } from './order.js'
import { type OrderPatch, OrderStore } from './order-store.js'
import type { SandboxState } from './sandbox-state.js'

/** What a change makes of a world: of an order, or of what else it holds, such as the clock or everything at once. */
export type Patch = OrderPatch | Partial<WorldState>

/** All that a world holds. */
export type WorldState = Pick<World, 'scenario' | 'start' | 'sunsetMs' | 'orders' | 'clock' | 'faults'>

/** What a sandbox holds at one moment, apart from its journal and history. Only patches change it. */
export class World {
  /** The scenario that `reset` leads back to. */
  scenario: string
  /** What `reset` leads back to, if that is not the scenario as it stands. */
  start: Scenario | undefined
  sunsetMs: number | undefined
  orders: OrderStore
  clock: ClockState
  faults: readonly Fault[]
  readonly #time: TimeSource

  constructor(state: SandboxState, time: TimeSource) {
    this.scenario = state.scenario
    this.start = state.start
    this.sunsetMs = state.sunsetMs
    this.orders = new OrderStore(state.seed, state.seededAtMs, state.orders)
    this.clock = state.clock
    this.faults = state.faults
    this.#time = time
  }

  /** Milliseconds since the Unix epoch. */
  get nowMs(): number {
    return nowOf(this.clock, this.#time())
  }

  /** An order as it is now: the clock may have shipped it. */
  order(id: string): Order | undefined {
    const order = this.orders.get(id)
    return order?.shipAfterMs === undefined ? order : this.#asOf(this.nowMs, order)
  }

  /** An order as code and the control API see it. */
  view(id: string): OrderView | undefined {
    const order = this.order(id)
    return order && viewOrder(order, this.orders.shipsAtMs(order) - this.nowMs)
  }

  /** All orders, in the order in which they are listed. */
  viewAll(): OrderView[] {
    const { nowMs } = this
    return Array.from(this.orders.all(), (order) => {
      const now = this.#asOf(nowMs, order)
      return viewOrder(now, this.orders.shipsAtMs(now) - nowMs)
    })
  }

  /** Numbers of orders by status, counted from what differs from the scenario. */
  get counts(): StatusCounts {
    const { nowMs } = this
    const counts = { ...this.orders.seed.counts }
    for (const [seeded, order] of this.orders.differences()) {
      if (seeded !== undefined) counts[seeded.status] -= 1
      if (order !== undefined) counts[order.status] += 1
    }
    for (const { status } of this.orders.dueBy(nowMs)) {
      counts[status] -= 1
      counts.shipped += 1
    }
    return counts
  }

  /** Changes the world, by one patch after the other. @returns for each what takes it back */
  apply(patches: readonly Patch[]): Patch[] {
    return patches.map((patch) => {
      if ('orderId' in patch) return this.orders.apply(patch)
      const members = Object.keys(patch) as (keyof WorldState)[]
      const back: Partial<WorldState> = Object.fromEntries(members.map((member) => [member, this[member]]))
      Object.assign(this, patch)
      return back
    })
  }

  /** All of it as a scenario document. */
  toDocument(): ScenarioDocument {
    const { orders, sunsetMs, faults } = this
    return {
      ...orders.seed.frame,
      now: formatInstant(this.nowMs),
      frozen: this.clock.frozenAtMs !== undefined,
      orders: this.viewAll(),
      ...(sunsetMs !== undefined && { sunset: formatInstant(sunsetMs) }),
      faults,
    }
  }

  #asOf(nowMs: number, order: Order): Order {
    return this.orders.shipsAtMs(order) <= nowMs ? { ...order, status: 'shipped' } : order
  }
}
