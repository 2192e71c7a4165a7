import type { KeyKind } from './key-kinds.js'

/** The provider states that the model starts from. */
export type StateName =
  | 'no orders'
  | 'a pending order'
  | 'a shipped order'
  | 'a cancelled order'
  | 'an unknown order id'
  | 'an order with every field'
  | 'an order with a large id'
  | 'many orders'
  | 'a pet'

/** One step of a sequence: plain data, so that a sequence can be cut shorter and played again. */
export type Step = SetUpStep | SendStep | WaitStep

/** Brings the provider into a state; later steps speak of its order or pet by the label. */
export interface SetUpStep {
  readonly kind: 'set up'
  readonly state: StateName
  readonly label: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Left out where it would take longer than this. */
  readonly worthMs?: number
}

/** Lets time go by. */
export interface WaitStep {
  readonly kind: 'wait'
  readonly ms: number
}

/** Sends its calls all at once, and waits for all answers. */
export interface SendStep {
  readonly kind: 'send'
  readonly calls: readonly Call[]
}

/** One call of an operation, with the right key unless it names another. */
export type Call = ListCall | CancelCall | PetCall

export interface ListCall {
  readonly operation: 'listOrders'
  readonly key?: KeyKind
  /** With its question mark. */
  readonly query?: string
}

export interface CancelCall {
  readonly operation: 'cancelOrder'
  readonly order: OrderReference
  readonly key?: KeyKind
}

export interface PetCall {
  readonly operation: 'getPet'
  readonly pet: { readonly label: string } | { readonly id: bigint }
  readonly key?: KeyKind
}

/** Which order a cancel is about. */
export type OrderReference =
  /** One that a set-up made. */
  | { readonly kind: 'known'; readonly label: string }
  /** The so-manieth of the list read last. */
  | { readonly kind: 'listed'; readonly index: number }
  /** Another id that a careless reader could take for that of a known order. */
  | { readonly kind: 'near'; readonly label: string; readonly by: Nearness }
  /** An id at an end of int64, or in its middle. */
  | { readonly kind: 'extreme'; readonly id: bigint }
  /** An id drawn from so many that no order has it. */
  | { readonly kind: 'drawn'; readonly id: bigint }
  /** What is no int64. */
  | { readonly kind: 'malformed'; readonly text: string }
  /** What is no int64 either, but begins with the id of a known order, or has the same 64 bits. */
  | { readonly kind: 'misread'; readonly label: string; readonly as: 'followed by a letter' | 'plus 2^64' }

/** How an id comes near another. */
export type Nearness =
  | 'one more'
  | 'one less'
  | 'two more'
  | 'two less'
  | 'as a double'
  | 'plus 2^16'
  | 'plus 2^32'
  | 'with the other sign'
  | 'without its last digit'
  | 'without its first digit'
  | 'its last digit'
  | 'its last two digits'
  | 'with a digit more'
  | 'its place from 0'
  | 'its place from 1'
  | 'its place from the end'

/** @param worthMs how long it may take at the most; however long if it is left out */
export function setUp(
  state: StateName,
  label: string = state,
  { params, worthMs }: Pick<SetUpStep, 'params' | 'worthMs'> = {},
): SetUpStep {
  return { kind: 'set up', state, label, ...(params && { params }), ...(worthMs !== undefined && { worthMs }) }
}

// States that take longer than this are set up for what matters most alone.
const SPARE_MS = 500

/** A set-up that is left out where states are slow. */
export function spare(state: StateName, label: string = state): SetUpStep {
  return setUp(state, label, { worthMs: SPARE_MS })
}

export function send(...calls: readonly Call[]): SendStep {
  return { kind: 'send', calls }
}

export function wait(ms: number): WaitStep {
  return { kind: 'wait', ms }
}

/** A sequence of steps and of parts. */
export function inTurn(...parts: readonly (Step | readonly Step[])[]): readonly Step[] {
  return parts.flat()
}

export function list(key?: KeyKind): ListCall {
  return { operation: 'listOrders', ...withKey(key) }
}

/** A list with query parameters, of which the specification knows none. */
export function listWith(query: string): ListCall {
  return { operation: 'listOrders', query }
}

/** A cancel of the order that a set-up made under this label, or of another. */
export function cancel(order: string | OrderReference, key?: KeyKind): CancelCall {
  const reference: OrderReference = typeof order === 'string' ? { kind: 'known', label: order } : order
  return { operation: 'cancelOrder', order: reference, ...withKey(key) }
}

export function getPet(pet: PetCall['pet'], key?: KeyKind): PetCall {
  return { operation: 'getPet', pet, ...withKey(key) }
}

function withKey(key: KeyKind | undefined): { key?: KeyKind } {
  return key === undefined ? {} : { key }
}
