import type { OrderStatus } from '../../../contract/index.js'
import type { SetUpStep, StateName } from '../sequences/step.js'
import { changedMember, type Members, type OrderList } from './order-list.js'

/** What the model knows of an order. */
export interface KnownOrder {
  readonly label: string
  /** The state that made it; `undefined` if it is not of this run. */
  readonly state: StateName | undefined
  readonly id: bigint
  /** All that it may be, by what is known and by what time may have done. */
  possible: ReadonlySet<OrderStatus>
  /** False while a later set-up may have cleared it away, until a list shows it again. */
  isCertain: boolean
  /** As the last list showed them; `undefined` before the first. */
  members: Members | undefined
  /** When it was set up, by `performance.now()`. */
  readonly sinceMs: number
}

const POSSIBLE: Partial<Record<StateName, readonly OrderStatus[]>> = {
  'a pending order': ['pending'],
  'an order with a large id': ['pending'],
  'a shipped order': ['shipped'],
  'a cancelled order': ['cancelled'],
  'an unknown order id': ['absent'],
  'an order with every field': ['pending', 'shipped', 'cancelled'],
}

/** What is known of the store during one sequence. Nothing at first: orders of others are never validated. */
export class Model {
  readonly orders = new Map<string, KnownOrder>()
  readonly pets = new Map<string, bigint>()
  /** What the deprecated pet announced first. */
  sunset: string | undefined
  /** The last list read, unless a set-up came after it. */
  lastList: OrderList | undefined
  /** The fewest orders that the list must show. */
  minOrders = 0
  /** Whether the store was emptied before anything was set up, so that the list shows this run's orders only. */
  isOwn = false
  /** A cancelled order that lists show no longer. */
  vanished: KnownOrder | undefined
  /**
   * Ids that a list has shown since the last set-up, and a later one has not. An order that nothing else is known of may
   * have been cancelled, and then dropped; but it does not come back.
   */
  readonly missed = new Set<bigint>()
  /** Ids of cancelled orders that a later set-up has made the model forget. */
  readonly #cancelledIds = new Set<bigint>()
  #cancelledSinceEmpty = 0

  /**
   * @param isLive whether the provider may be a live system; the right key is then used first of all, to see which
   *   ids are free
   * @param unsteady members of orders whose values change by themselves
   */
  constructor(
    readonly isLive = false,
    readonly unsteady: ReadonlySet<string> = new Set(),
  ) {}

  /** Notes a state that was set up: it may have cleared away, or renewed, everything known so far. */
  stateReached(step: SetUpStep, id: bigint | undefined): void {
    const { state, label } = step
    if (state === 'no orders') {
      this.isOwn = true
      this.#cancelledSinceEmpty = 0
    }
    this.minOrders = state === 'many orders' ? this.#minOf(step) : 0
    this.pets.clear()
    this.#doubtAll(state, id)
    if (id === undefined) return
    if (state === 'a pet') this.pets.set(label, id)
    const { [state]: possible } = POSSIBLE
    if (possible !== undefined) this.orders.set(label, knownOrder(id, possible, { label, state }))
  }

  /** Takes nothing for granted any more of what was known before a state was set up. */
  #doubtAll(state: StateName, id: bigint | undefined): void {
    this.lastList = undefined
    this.missed.clear()
    for (const order of this.orders.values()) {
      if (isOnly(order, 'cancelled')) this.#cancelledIds.add(order.id)
      // Many orders get ids of the provider's choice, and may take the places of others.
      if (mustBeListed(order) && order.id !== id && state !== 'many orders' && state !== 'no orders')
        order.isCertain = false
      else this.orders.delete(order.label)
    }
  }

  /** Makes an order known that no set-up of this sequence named. */
  adopt(id: bigint, possible: readonly OrderStatus[]): KnownOrder {
    return this.#remember(knownOrder(id, possible))
  }

  /** Makes an order known that the last list shows; `undefined` if not all of its orders are this run's. */
  adoptListed(id: bigint | undefined): KnownOrder | undefined {
    if (id === undefined || !this.isOwn || this.lastList?.has(id) !== true) return undefined
    return this.#remember(listedOrder(id, this.lastList))
  }

  knownIds(): ReadonlySet<bigint> {
    return new Set([...this.orders.values()].map(({ id }) => id))
  }

  /** The ids that the last list shows and nothing else is known of, if all of its orders are this run's. */
  otherIds(): bigint[] {
    const known = this.knownIds()
    const ids = this.isOwn ? (this.lastList?.ids ?? []) : []
    return ids.filter((id) => !known.has(id) && !this.#cancelledIds.has(id))
  }

  /** The orders with these ids. */
  listedOnly(): KnownOrder[] {
    const { lastList: list } = this
    return list === undefined ? [] : this.otherIds().map((id) => listedOrder(id, list))
  }

  /** Takes a list for the last one. */
  sawList(list: OrderList): void {
    // Any order without an id may be one of them.
    if (list.nameless === 0) for (const id of this.otherIds()) if (!list.has(id)) this.missed.add(id)
    this.lastList = list
  }

  /** Notes that an order is cancelled now. */
  cancelled(order: KnownOrder): void {
    if (isOnly(order, 'cancelled')) return
    order.possible = new Set(['cancelled'])
    this.minOrders--
    this.#cancelledSinceEmpty++
  }

  /** Forgets what a list after a set-up no longer shows as it was: the set-up began with a clean store. */
  confirm(list: OrderList): void {
    const doubtful = [...this.orders.values()].filter((order) => !order.isCertain)
    const isStoreKept = doubtful.every(({ id, members }) => {
      const shown = list.membersOf(id)
      return shown !== undefined && (members === undefined || !changedMember(members, shown, this.unsteady))
    })
    for (const order of doubtful) {
      if (isStoreKept) order.isCertain = true
      else this.orders.delete(order.label)
    }
  }

  // The count may include cancelled orders, which need not be listed; unless the store was emptied nobody knows how many.
  #minOf({ params }: SetUpStep): number {
    const count = Number(params?.['count'] ?? 0)
    return this.isOwn ? count - this.#cancelledSinceEmpty : Math.floor(count / 2)
  }

  /** @returns what was known of the order already, if it was */
  #remember(order: KnownOrder): KnownOrder {
    const known = [...this.orders.values()].find(({ id }) => id === order.id) ?? order
    this.orders.set(known.label, known)
    return known
  }
}

function knownOrder(
  id: bigint,
  possible: Iterable<OrderStatus>,
  { label = `order ${id}`, state, members }: Partial<Pick<KnownOrder, 'label' | 'state' | 'members'>> = {},
): KnownOrder {
  return { label, state, id, possible: new Set(possible), members, isCertain: true, sinceMs: performance.now() }
}

function listedOrder(id: bigint, list: OrderList): KnownOrder {
  return knownOrder(id, ['pending', 'shipped', 'cancelled'], { state: 'many orders', members: list.membersOf(id) })
}

/** Whether nothing but this is possible. */
export function isOnly({ possible }: KnownOrder, status: OrderStatus): boolean {
  return possible.size === 1 && possible.has(status)
}

/** Whether a list must show the order, if it is still there after a set-up: not if it may be cancelled. */
export function mustBeListed({ possible }: KnownOrder): boolean {
  return !possible.has('cancelled') && !possible.has('absent')
}

/** Whether the id is beyond the integers that a double can tell apart. */
export function isLarge({ id }: KnownOrder): boolean {
  return id > 2n ** 53n || id < -(2n ** 53n)
}
