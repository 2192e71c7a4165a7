import type { Fault } from '../scenario/document.js'
import type { ClockState } from './clock.js'
import type { Order, OrderStatus } from './order.js'
import type { SandboxState } from './sandbox-state.js'

export type OrderChange = 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'

export type SandboxChange =
  | 'created'
  | 'reset'
  | 'restored'
  | 'faults'
  | 'clock'
  | 'undone'
  | 'rewound'
  | 'deleted'
  | 'evicted'

/** One change of a sandbox, as its history has it. */
export interface HistoryEntry {
  /** Counts the changes of the sandbox, from 1. */
  readonly id: number
  /** When it was made, real time, RFC 3339. */
  readonly at: string
  /** Who made it: a request to the API, a test or a person through the control API, or time. */
  readonly by: 'api' | 'control' | 'clock'
  /** The request in the journal that made it. */
  readonly requestId?: number
  readonly change: OrderChange | SandboxChange
  readonly orderId?: string
}

/** How a sandbox will differ from what it is. */
export interface StatePatch {
  readonly put?: readonly Order[]
  readonly removedId?: string
  readonly clock?: ClockState
  readonly faults?: readonly Fault[]
  /** All of it is replaced. */
  readonly state?: SandboxState
}

/** A change that is about to be made. */
export interface Change extends Pick<HistoryEntry, 'change' | 'orderId'> {
  readonly by: 'api' | 'control'
  readonly patch: StatePatch
  /** What an order will be. */
  readonly status?: OrderStatus
  /** Orders that the clock has shipped before. */
  readonly noticed?: readonly Order[]
  /** Orders that this makes the clock ship. */
  readonly caused?: readonly Order[]
}

/** An order before a change, `undefined` if there was none; its place among the added ones if it was removed. */
export type OrderBefore = readonly [id: string, order: Order | undefined, index?: number | undefined]

/** What a change has replaced. */
export interface Before {
  readonly orders?: readonly OrderBefore[]
  readonly clock?: ClockState
  readonly faults?: readonly Fault[]
  /** The whole sandbox, where all of it was replaced. */
  readonly state?: SandboxState
}

/** What was changed in one step, and is taken back in one. */
export interface Step {
  readonly entries: readonly Omit<HistoryEntry, 'id' | 'at'>[]
  readonly before: Before
}

/** Where a sandbox is rewound to: before a request of its journal, or after a change of its history; 0 is the start. */
export type RewindTarget = { readonly beforeRequest: number } | { readonly to: number }
