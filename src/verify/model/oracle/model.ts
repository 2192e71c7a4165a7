import type { JsonObject, ProviderStateName } from '../../../spec/index.js'
import {
  type Interval,
  newLife,
  type OrderLife,
  type OrderStatus,
  mayHaveCancelled,
  possibleAt,
} from '../../../contract/index.js'
import type { SetUpStep } from '../sequences/step.js'
import type { OrderList } from '../sequences/order-list.js'

export interface KnownOrder {
  readonly label: string
  /** The provider state that created it; `undefined` if it is not of this run. */
  readonly state: ProviderStateName | undefined
  readonly id: bigint
  life: OrderLife<Interval>
  /** Whether the response to a cancel request has shown that it is what its state says. */
  isStateConfirmed: boolean
  /** As the last list showed it; `undefined` before the first after a set-up, which may change it. */
  listed: JsonObject | undefined
  /** When it was set up, by `performance.now()`. */
  readonly sinceMs: number
}

/** What the run has shown of the store. */
interface Store {
  /** Whether set-ups leave other orders in place. */
  readonly keepsOrders: boolean
  /** The ids of all orders that were set up. */
  readonly takenIds: ReadonlySet<bigint>
  /** The fields of orders that change by themselves. */
  readonly unsteady: ReadonlySet<string>
}

const POSSIBLE: Partial<Record<ProviderStateName, readonly OrderStatus[]>> = {
  'a pending order': ['pending'],
  'an order with a large id': ['pending'],
  'a shipped order': ['shipped'],
  'a cancelled order': ['cancelled'],
  'an unknown order id': ['unplaced'],
  'an order with every field': ['pending', 'shipped', 'cancelled'],
}

/** What is known of the store during one sequence. Nothing at first: orders of others are never validated. */
export class Model {
  readonly orders = new Map<string, KnownOrder>()
  readonly pets = new Map<string, bigint>()
  sunset: string | undefined
  /** Since the last set-up. */
  lastList: OrderList | undefined
  /** Whether the store was emptied first, so that the list shows this run's orders only. */
  isOwn = false
  /**
   * The orders that a list has shown since the last set-up, and a later one has not, by their ids. One that was cancelled,
   * or of which nothing else is known, may have been dropped; but it does not come back.
   */
  readonly missed = new Map<bigint, JsonObject>()
  /** Since the store was emptied. */
  readonly #cancelledIds = new Set<bigint>()
  #count = 0

  /**
   * @param drawnOffset added to every id that is drawn, so that a sequence that runs again names orders nobody has heard of
   */
  constructor(
    readonly store: Store,
    readonly drawnOffset = 0n,
  ) {}

  /** Notes a state that was set up: it may have cleared away, or renewed, everything known so far. */
  stateReached({ state, label, params }: SetUpStep, id: bigint | undefined): void {
    this.lastList = undefined
    this.missed.clear()
    this.pets.clear()
    this.#forgetOrders(state, id)
    if (state === 'no orders') {
      this.isOwn = true
      this.#cancelledIds.clear()
    }
    this.#count = state === 'many orders' ? Number(params?.['count'] ?? 0) : 0
    if (id === undefined) return
    if (state === 'a pet') this.pets.set(label, id)
    const { [state]: possible } = POSSIBLE
    if (possible !== undefined) this.orders.set(label, knownOrder(id, possible, { label, state }))
  }

  /**
   * The fewest orders that the list must show. The count may include cancelled orders, which need not be listed; unless
   * the store was emptied nobody knows how many.
   */
  get minOrders(): number {
    return (this.isOwn ? this.#count : Math.floor(this.#count / 2)) - this.#cancelledIds.size
  }

  #forgetOrders(state: ProviderStateName, id: bigint | undefined): void {
    for (const order of this.orders.values()) {
      if (isOnly(order, 'cancelled')) this.#cancelledIds.add(order.id)
      // Many orders get ids of the provider's choice, and may take the places of others.
      const mayBeGone = order.id === id || state === 'many orders' || state === 'no orders' || !this.store.keepsOrders
      if (mayBeGone || !mustBeListed(order)) this.orders.delete(order.label)
      else order.listed = undefined
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

  listedOnly(): KnownOrder[] {
    const { lastList: list } = this
    return list === undefined ? [] : this.otherIds().map((id) => listedOrder(id, list))
  }

  /**
   * Takes the lists that came at once, in whichever order, for the last ones, and the orders in them, but for those that may
   * have changed meanwhile.
   */
  sawLists(lists: readonly OrderList[], changing: ReadonlySet<KnownOrder>): void {
    const earlier = [...this.knownIds(), ...this.otherIds()].flatMap((id) => {
      const order = this.lastList?.get(id)
      return order === undefined ? [] : [[id, order] as const]
    })
    for (const list of lists) {
      // Any order without an id may be one of them.
      for (const [id, before] of list.nameless === 0 ? earlier : []) if (!list.has(id)) this.missed.set(id, before)
      for (const order of this.orders.values())
        if (!changing.has(order)) order.listed = list.get(order.id) ?? order.listed
    }
    this.lastList = lists.at(-1) ?? this.lastList
  }

  cancelled(order: KnownOrder): void {
    this.#cancelledIds.add(order.id)
  }

  /** Keeps both possibilities open. */
  mayBeCancelled(order: KnownOrder): void {
    order.life = mayHaveCancelled(order.life)
    this.#cancelledIds.add(order.id)
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
  possible: readonly OrderStatus[],
  { label = `order ${id}`, state, listed }: Partial<KnownOrder> = {},
): KnownOrder {
  return { label, state, id, life: newLife(possible), isStateConfirmed: false, listed, sinceMs: performance.now() }
}

function listedOrder(id: bigint, list: OrderList): KnownOrder {
  return knownOrder(id, ['pending', 'shipped', 'cancelled'], { state: 'many orders', listed: list.get(id) })
}

/** What else may be wrong than the response: as long as no other one has shown it, the state may not have taken effect. */
export function doubtOfState({ state, isStateConfirmed }: KnownOrder): string | undefined {
  const isInDoubt = state !== undefined && state !== 'many orders' && !isStateConfirmed
  return isInDoubt ? `Alternatively, the provider state "${state}" did not take effect.` : undefined
}

/** Whether nothing but this is possible, or what becomes of it by itself. */
export function isOnly({ life }: KnownOrder, status: OrderStatus): boolean {
  return possibleAt(life, Infinity).every((each) => each === status || (each === 'gone' && status === 'cancelled'))
}

/** Whether a list must show the order, if it is still there after a set-up: not if it may be cancelled. */
export function mustBeListed({ life }: KnownOrder): boolean {
  return possibleAt(life, Infinity).every((each) => each === 'pending' || each === 'shipped')
}
