import { ToolError } from '../../input/index.js'
import type { JournalEntry } from './journal.js'
import type { OrderStatus } from './order.js'
import type { Keeper, KeptChange } from './records.js'

/** Something that happened in a mock. An order that the real time ships makes none until its clock is next moved: nobody did anything. */
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

export type OrderChange = 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'

export type SandboxChange = 'created' | 'reset' | 'restored' | 'faults' | 'clock' | 'deleted' | 'evicted'

export type MockListener = (event: MockEvent) => void

/** Tells its listeners, at once and in the order in which they came; before a change is made, it tells the keeper. */
export class EventFeed {
  readonly #listeners = new Set<MockListener>()
  #keeper: Keeper | undefined

  /**
   * @returns a function that ends the keeping
   * @throws {ToolError} if there is a keeper already
   */
  setKeeper(keeper: Keeper): () => void {
    if (this.#keeper !== undefined)
      throw new ToolError('The changes of this mock are kept already. Make a mock for each data file.')
    this.#keeper = keeper
    return () => {
      if (this.#keeper === keeper) this.#keeper = undefined
    }
  }

  /**
   * Has a change kept that is about to be made; it is only put together if somebody keeps it.
   *
   * @throws {PersistError} then the change must not be made
   */
  keep(describe: () => KeptChange): void {
    this.#keeper?.(describe())
  }

  /** @returns a function that ends the subscription */
  subscribe(listener: MockListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get hasListeners(): boolean {
    return this.#listeners.size > 0
  }

  emit(event: MockEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
