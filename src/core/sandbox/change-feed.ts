import type { JournalEntry } from './kept-request.js'
import type { Order, OrderStatus, OrderView } from '../scenario/order.js'
import type { OrderReplacement, OrderStore } from './order-store.js'
import type { SandboxState, World } from './world.js'

export type OrderChange = 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'

export type RememberedChange = OrderChange | 'clock' | 'faults' | 'freedoms' | 'reset' | 'restored' | 'rewound'

/** Who makes a change: a request to the API, the control of the mock, or its clock. */
export type ChangeMaker = 'api' | 'control' | 'clock'

/** What a change replaces in a state: an order, or another part, such as the clock or everything at once. */
export type Patch = OrderReplacement | Partial<World>

/** A change of a sandbox that has been decided; `fired` is a fault that was tried, which cannot be undone. */
export interface Change {
  readonly by: ChangeMaker
  readonly kind: RememberedChange | 'fired'
  /** One for each order that it changes, or one for another part. */
  readonly patches: readonly Patch[]
}

/** A change of one order; without the order it is removed. */
export function orderChange(kind: OrderChange, by: ChangeMaker, orderId: string, order?: Order): Change {
  return { kind, by, patches: [{ orderId, order }] }
}

/** An event in a mock. When time ships an order, the event is emitted the next time the sandbox is read. */
export type MockEvent =
  | { readonly type: 'request'; readonly sandbox: string; readonly entry: JournalEntry }
  | {
      readonly type: 'order'
      readonly sandbox: string
      readonly change: OrderChange
      readonly orderId: string
      readonly status?: OrderStatus
      /** As in the control API at that time; absent if it was removed. */
      readonly order?: OrderView
    }
  | { readonly type: 'sandbox'; readonly sandbox: string; readonly change: SandboxChange }
  | { readonly type: 'scenario'; readonly scenario: string; readonly change: 'loaded' | 'removed' }

/** `orders`: many at once; `cleared` is its journal. */
type SandboxChange =
  | Exclude<RememberedChange, OrderChange>
  | 'orders'
  | 'created'
  | 'cleared'
  | 'undone'
  | 'deleted'
  | 'evicted'

export type MockListener = (event: MockEvent) => void

/** Where the sandboxes of a mock are persisted. If it throws {@link PersistError}, the change is not made. */
export interface ChangeLog {
  /** Called before a change is made, with the whole sandbox as it will be. */
  write(state: SandboxState): void
  /** Called before a sandbox is deleted or evicted. */
  remove(name: string): void
}

/** A change could not be persisted, so it was not made. */
export class PersistError extends Error {
  override readonly name = 'PersistError'
}

/** Passes each change of a mock to its change log before the change is made, and to its listeners afterwards. */
export class ChangeFeed {
  log: ChangeLog | undefined
  readonly #listeners = new Set<MockListener>()
  readonly #unheard: MockEvent[] = []

  subscribe(listener: MockListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  /** Calls all listeners at once, in the order in which they subscribed; what one of them causes follows after that. */
  emit(event: MockEvent): void {
    if (this.#unheard.push(event) > 1) return
    const errors: unknown[] = []
    for (const each of this.#unheard) {
      for (const listener of this.#listeners) {
        try {
          listener(each)
        } catch (error) {
          errors.push(error)
        }
      }
    }
    this.#unheard.length = 0
    if (errors.length > 0) throw errors[0]
  }
}

/** The event of a change. @param orders those of the sandbox after it @param nowMs what its clock shows */
export function changeEvent(sandbox: string, { kind, patches }: Change, orders: OrderStore, nowMs: number): MockEvent {
  const [patch] = patches
  if (patches.length > 1) return { type: 'sandbox', sandbox, change: 'orders' }
  if (patch === undefined || !('orderId' in patch)) {
    return { type: 'sandbox', sandbox, change: kind === 'fired' ? 'faults' : (kind as SandboxChange) }
  }
  const { orderId } = patch
  const stored = orders.get(orderId)
  const order = stored && orders.view(stored, nowMs)
  return { type: 'order', sandbox, change: kind as OrderChange, orderId, ...(order && { status: order.status, order }) }
}
