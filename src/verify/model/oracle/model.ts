import type { StateName } from '../sequences/states.js'
import type { SetUpStep } from '../sequences/step.js'
import type { Members, OrderList } from './order-list.js'

/** What the model knows of an order that a state made. */
export interface KnownOrder {
  readonly label: string
  readonly state: StateName
  readonly id: bigint
  /** `absent`: no order has this id. `undecided`: there is an order, but its status is not known. */
  status: 'pending' | 'shipped' | 'cancelled' | 'absent' | 'undecided'
  /** False while a later set-up may have cleared it away, until a list shows it again. */
  isCertain: boolean
  /** As the last list showed them; `undefined` before the first. */
  members?: Members
  /** How many side effects and how many lists came before its set-up. */
  readonly sideEffectsBefore: number
  readonly listsBefore: number
  readonly readsBefore: number
}

/** A cancel that was answered, as the possible cause of harm to an order. */
export interface SideEffect {
  readonly kind: 'cancelled' | 'refused key' | 'refused unknown' | 'refused shipped' | 'malformed' | 'foreign'
  /** The order that it was aimed at, or whose id it came near. */
  readonly order: KnownOrder | undefined
  /** Whether it came near an order and was refused, as any id that no order has should be. */
  readonly isRefused?: boolean
}

const STATUSES: Partial<Record<StateName, KnownOrder['status']>> = {
  'a pending order': 'pending',
  'an order with a large id': 'pending',
  'a shipped order': 'shipped',
  'a cancelled order': 'cancelled',
  'an unknown order id': 'absent',
  'an order with every field': 'undecided',
}

/** What is known of the store during one sequence. Nothing at first: orders of others are never validated. */
export class Model {
  readonly orders = new Map<string, KnownOrder>()
  readonly pets = new Map<string, bigint>()
  readonly sideEffects: SideEffect[] = []
  /** How many lists were read with the right key. */
  lists = 0
  /** How many lists and pets were read with the right key. */
  reads = 0
  /** The last list read, unless a set-up came after it. */
  lastList: OrderList | undefined
  /** Whether the right key was used. */
  hasUsedKey = false
  waitedMs = 0
  /** The fewest orders that the list must show. */
  minOrders = 0
  /** Whether the store was emptied before anything was set up, so that the list shows this run's orders only. */
  isOwn = false
  #sideEffectsBeforeEmpty = 0

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
    this.lastList = undefined
    if (state === 'no orders') {
      this.isOwn = true
      this.#sideEffectsBeforeEmpty = this.sideEffects.length
    }
    this.minOrders = state === 'many orders' ? this.#minOf(step) : 0
    this.#doubtAll(state, id)
    if (id === undefined) return
    if (state === 'a pet') this.pets.set(label, id)
    const status = STATUSES[state]
    if (status !== undefined) this.#add({ label, state, id, status })
  }

  /** Makes an order known that the list shows, and that no set-up of this sequence named. */
  adopt(id: bigint, members: Members): KnownOrder {
    const known = [...this.orders.values()].find((order) => order.id === id)
    if (known !== undefined) return known
    const order = this.#add({ label: `order ${id}`, state: 'many orders', id, status: 'undecided' })
    order.members = members
    return order
  }

  /** Forgets what a list after a set-up no longer shows as it was: the set-up began with a clean store. */
  confirm(list: OrderList, isSame: (before: Members, after: Members) => boolean): void {
    const doubtful = [...this.orders.values()].filter((order) => !order.isCertain)
    const isStoreKept = doubtful.every(({ id, members }) => {
      const shown = list.membersOf(id)
      return shown !== undefined && (members === undefined || isSame(members, shown))
    })
    for (const order of doubtful) {
      if (isStoreKept) order.isCertain = true
      else this.orders.delete(order.label)
    }
  }

  // The count may include cancelled orders, which need not be listed; unless the store was emptied nobody knows how many.
  #minOf({ params }: SetUpStep): number {
    const count = Number(params?.['count'] ?? 0)
    const cancelled = this.sideEffects.slice(this.#sideEffectsBeforeEmpty).filter(({ kind }) => kind === 'cancelled')
    return this.isOwn ? count - cancelled.length : Math.floor(count / 2)
  }

  #doubtAll(state: StateName, id: bigint | undefined): void {
    this.pets.clear()
    for (const order of this.orders.values()) {
      const isListed = order.status !== 'cancelled' && order.status !== 'absent'
      // Many orders get ids of the provider's choice, and may take the places of others.
      if (isListed && order.id !== id && state !== 'many orders' && state !== 'no orders') order.isCertain = false
      else this.orders.delete(order.label)
    }
  }

  #add(order: Pick<KnownOrder, 'label' | 'state' | 'id' | 'status'>): KnownOrder {
    const { sideEffects, lists, reads } = this
    const before = { sideEffectsBefore: sideEffects.length, listsBefore: lists, readsBefore: reads }
    const added = { ...order, isCertain: true, ...before }
    this.orders.set(order.label, added)
    return added
  }
}

/** Whether the id is beyond the integers that a double can tell apart. */
export function isLarge({ id }: KnownOrder): boolean {
  return id > 2n ** 53n || id < -(2n ** 53n)
}
