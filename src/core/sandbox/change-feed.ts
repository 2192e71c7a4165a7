import type { Change, OrderChange, RememberedChange } from './change.js'
import type { JournalEntry } from './journal-entry.js'
import type { OrderStatus } from './order.js'
import type { SandboxState } from './sandbox-state.js'

/** Something that happened in a mock. An order that ships as time passes makes its event when somebody next looks. */
export type MockEvent =
  | { readonly type: 'request'; readonly sandbox: string; readonly entry: JournalEntry }
  | {
      readonly type: 'order'
      readonly sandbox: string
      readonly change: OrderChange
      readonly orderId: string
      readonly status?: OrderStatus
    }
  | { readonly type: 'sandbox'; readonly sandbox: string; readonly change: SandboxChange }
  | { readonly type: 'scenario'; readonly scenario: string; readonly change: 'loaded' | 'removed' }

export type SandboxChange =
  | Exclude<RememberedChange, OrderChange>
  | 'created'
  /** Its journal. */
  | 'cleared'
  | 'undone'
  | 'rewound'
  | 'deleted'
  | 'evicted'

export type MockListener = (event: MockEvent) => void

/** Where the sandboxes of a mock are persisted. A change that it throws {@link PersistError} at is not made. */
export interface ChangeLog {
  /** Called before a change is made, with the whole sandbox as it will be. */
  write(state: SandboxState): void
  /** Called before a sandbox goes. */
  remove(name: string): void
}

/** A change could not be persisted, so it was not made. */
export class PersistError extends Error {
  override readonly name = 'PersistError'
}

/** Where every change of a mock goes: to its change log before it is made, and to its listeners after. */
export class ChangeFeed {
  /** Where changes are persisted, if they are. What it throws at must not be done. */
  log: ChangeLog | undefined
  readonly #listeners = new Set<MockListener>()

  /** @returns a function that ends the subscription */
  subscribe(listener: MockListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether anybody listens: what nobody hears of need not be put into words. */
  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  /** Tells all listeners at once, in the order in which they subscribed. */
  emit(event: MockEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

/** The event of a change. */
export function changeEvent(sandbox: string, { kind, patch }: Change): MockEvent {
  if (!('orderId' in patch)) {
    return { type: 'sandbox', sandbox, change: kind === 'fired' ? 'faults' : (kind as SandboxChange) }
  }
  const { orderId, order } = patch
  const status = order && { status: order.status }
  return { type: 'order', sandbox, change: kind as OrderChange, orderId, ...status }
}
