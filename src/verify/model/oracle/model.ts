import type { Members, OrderList } from './order-list.js'
import type { SetUpStep, StateName } from '../sequences/step.js'

/** What the model holds for true of an order that a state made. */
export interface KnownOrder {
  readonly label: string
  readonly state: StateName
  readonly id: bigint
  /** `absent`: no order has this id. `undecided`: there is an order, whose status nobody told. */
  status: 'pending' | 'shipped' | 'cancelled' | 'absent' | 'undecided'
  /** False while a later set-up may have cleared it away, until a list shows it again. */
  isCertain: boolean
  /** As the list showed them last; `undefined` while no list has. */
  members?: Members
  /** How many deeds and how many lists there were when it was set up. */
  readonly deedsBefore: number
  readonly listsBefore: number
}

/** Something that was done to the provider after set-ups, and might have harmed an order. */
export interface Deed {
  readonly kind: 'cancelled' | 'refused key' | 'refused unknown' | 'refused shipped' | 'malformed' | 'foreign'
  /** The order that it aimed at, or whose id it came near. */
  readonly order: KnownOrder | undefined
}

const STATUSES: Partial<Record<StateName, KnownOrder['status']>> = {
  'a pending order': 'pending',
  'an order with a large id': 'pending',
  'a shipped order': 'shipped',
  'a cancelled order': 'cancelled',
  'an unknown order id': 'absent',
  'an order with every field': 'undecided',
}

/** The model's knowledge during one sequence. It begins with nothing: what others put into the store is never judged. */
export class World {
  readonly orders = new Map<string, KnownOrder>()
  readonly pets = new Map<string, bigint>()
  readonly deeds: Deed[] = []
  /** How many lists were read with the right key. */
  lists = 0
  /** The list read last, unless a set-up came after it. */
  lastList: OrderList | undefined
  /** Whether the right key was used. */
  hasUsedKey = false
  /** How long the sequence has waited for nothing. */
  waitedMs = 0
  /** How many orders the list must show at the least. */
  leastOrders = 0

  /** Whether the store was emptied before anything was set up: then all that the list shows is the run's own. */
  isOwn = false
  #deedsBeforeEmpty = 0

  /** @param isLive whether the right key is used before anything else, to see which ids are free */
  constructor(readonly isLive = false) {}

  /** Takes note of a state that was reached: it may have cleared away, or renewed, all that was known before. */
  stateReached(step: SetUpStep, id: bigint | undefined): void {
    this.lastList = undefined
    if (step.state === 'no orders') this.#emptied()
    this.leastOrders = step.state === 'many orders' ? this.#leastOf(step) : 0
    this.#doubtAll(step.state, id)
    if (step.state === 'a pet' && id !== undefined) this.pets.set(step.label, id)
    const status = STATUSES[step.state]
    if (status === undefined || id === undefined) return
    this.#add({ label: step.label, state: step.state, id, status })
  }

  /** An order of the list that no set-up of this sequence named. */
  adopt(id: bigint, members: Members): KnownOrder {
    const known = [...this.orders.values()].find((order) => order.id === id)
    if (known !== undefined) return known
    const order = this.#add({ label: `order ${id}`, state: 'many orders', id, status: 'undecided' })
    order.members = members
    return order
  }

  /** Drops what a list after a set-up no longer shows as it was: then the set-up began with a clean store. */
  confirm(list: OrderList, isSame: (before: Members, after: Members) => boolean): void {
    const doubtful = [...this.orders.values()].filter((order) => !order.isCertain)
    const survives = ({ id, members }: KnownOrder) => {
      const shown = list.byId.get(id)
      return shown !== undefined && (members === undefined || isSame(members, shown))
    }
    const isStoreKept = doubtful.every(survives)
    for (const order of doubtful) {
      if (isStoreKept) order.isCertain = true
      else this.orders.delete(order.label)
    }
  }

  #emptied(): void {
    this.isOwn = true
    this.#deedsBeforeEmpty = this.deeds.length
  }

  // Orders that were cancelled may count, and be listed no more; in a store that was not emptied nobody knows how many.
  #leastOf({ params }: SetUpStep): number {
    const count = Number(params?.['count'] ?? 0)
    const cancelled = this.deeds.slice(this.#deedsBeforeEmpty).filter(({ kind }) => kind === 'cancelled')
    return this.isOwn ? count - cancelled.length : Math.floor(count / 2)
  }

  #doubtAll(state: StateName, id: bigint | undefined): void {
    this.pets.clear()
    for (const order of this.orders.values()) {
      const isListed = order.status !== 'cancelled' && order.status !== 'absent'
      // Many orders come under ids of the provider's choice, and may stand where others stood.
      if (isListed && order.id !== id && state !== 'many orders' && state !== 'no orders') order.isCertain = false
      else this.orders.delete(order.label)
    }
  }

  #add(order: Pick<KnownOrder, 'label' | 'state' | 'id' | 'status'>): KnownOrder {
    const added = { ...order, isCertain: true, deedsBefore: this.deeds.length, listsBefore: this.lists }
    this.orders.set(order.label, added)
    return added
  }
}

/** Whether the order's id is beyond what a double can count. */
export function isLarge({ id }: KnownOrder): boolean {
  return id > 2n ** 53n || id < -(2n ** 53n)
}
