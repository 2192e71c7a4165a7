import type { Likeness } from './alike-ids.js'
import type { KeyKind } from './key-kinds.js'
import type { Misreading, Nearness } from './near-id.js'
import { MANY, NO_ORDERS, type StateName } from './states.js'

/** One step of a sequence: plain data, so that a sequence can be shortened and run again. */
export type Step = SetUpStep | SendStep | WaitStep

/** Sets up a provider state; later steps refer to its order or pet by the label. */
export interface SetUpStep {
  readonly kind: 'set up'
  readonly state: StateName
  readonly label: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Skipped if it is likely to take longer than this. */
  readonly worthMs?: number
}

/** Lets time pass. */
export interface WaitStep {
  readonly kind: 'wait'
  readonly ms: number
}

/** Sends its calls concurrently, and waits for every answer. */
export interface SendStep {
  readonly kind: 'send'
  readonly calls: readonly Call[]
  /** How much later than the one before each call goes out; at the same moment if it is left out. */
  readonly staggerMs?: number
  /** Whether the rule only needs this: what goes wrong here is for another rule to show. */
  readonly isGiven?: true
}

/** One call of an operation. */
export type Call = {
  /** How the key is wrong; the right key is sent if this is left out. */
  readonly key?: KeyKind
  /** Whether the names of the headers are sent in lower case, as gateways of HTTP/2 do. */
  readonly isLowerCase?: true
  /** Whether the answer may be compressed, as most clients ask for it. */
  readonly isCompressed?: true
} & (
  | {
      readonly operation: 'listOrders'
      /** With its question mark. */
      readonly query?: string
    }
  | { readonly operation: 'cancelOrder'; readonly order: OrderReference }
  | { readonly operation: 'getPet'; readonly pet: { readonly label: string } | { readonly id: bigint } }
)

/** A member that holds an integer, as an id is one. */
export type IntegerMember = 'petId' | 'quantity'

/** Which order a cancel is about. */
export type OrderReference =
  /** One that a set-up made. */
  | { readonly kind: 'known'; readonly label: string }
  /** One at this index of the last list read. */
  | { readonly kind: 'listed'; readonly index: number }
  /** One that the last list shows, whose id as a text resembles that of a known order. */
  | { readonly kind: 'alike'; readonly label: string; readonly by: Likeness }
  /** One that the last list shows, and that stands next to a known order if ids are sorted as text. */
  | { readonly kind: 'beside in text'; readonly label: string; readonly distance: -1 | 1 }
  /** The id that is also the value of this member of a known order, as the last list shows it. */
  | { readonly kind: 'member'; readonly label: string; readonly name: IntegerMember }
  /** Another id, one that a careless provider might take for that of a known order. */
  | { readonly kind: 'near'; readonly label: string; readonly by: Nearness }
  /** An id at either end of int64, or around 0. */
  | { readonly kind: 'extreme'; readonly id: bigint }
  /** An id drawn from so many that no order has it. */
  | { readonly kind: 'drawn'; readonly id: bigint }
  /** Text that is not an int64. */
  | { readonly kind: 'malformed'; readonly text: string }
  /** Not an int64 either, but a careless provider might read a known order's id from it. */
  | { readonly kind: 'misread'; readonly label: string; readonly as: Misreading }

export function setUp(
  state: StateName,
  label: string = state,
  how: Pick<SetUpStep, 'params' | 'worthMs'> = {},
): SetUpStep {
  return { kind: 'set up', state, label, ...how }
}

export function send(...calls: readonly Call[]): SendStep {
  return { kind: 'send', calls }
}

export function wait(ms: number): WaitStep {
  return { kind: 'wait', ms }
}

export function list(key?: KeyKind): Call {
  return { operation: 'listOrders', ...(key && { key }) }
}

/** The same call, with the names of its headers in lower case. */
export function inLowerCase(call: Call): Call {
  return { ...call, isLowerCase: true }
}

/** The same call, whose answer may be compressed. */
export function compressed(call: Call): Call {
  return { ...call, isCompressed: true }
}

/** A list with query parameters; the specification defines none. */
export function listWith(query: string): Call {
  return { operation: 'listOrders', query }
}

/** Calls that go out one after the other, without waiting for answers. */
export function staggered(staggerMs: number, ...calls: readonly Call[]): SendStep {
  return { kind: 'send', calls, staggerMs }
}

/** Whether a step sets up a state that is about all orders of the store, those of others included. */
export function isAboutAllOrders(step: Step): boolean {
  return step.kind === 'set up' && (step.state === NO_ORDERS || step.state === MANY)
}

/** @param order a reference, or the label of a set-up */
export function cancel(order: string | OrderReference, key?: KeyKind): Call {
  const reference: OrderReference = typeof order === 'string' ? { kind: 'known', label: order } : order
  return { operation: 'cancelOrder', order: reference, ...(key && { key }) }
}

/** @param pet an id, or the label of a set-up */
export function getPet(pet: string | bigint, key?: KeyKind): Call {
  return { operation: 'getPet', pet: typeof pet === 'string' ? { label: pet } : { id: pet }, ...(key && { key }) }
}
