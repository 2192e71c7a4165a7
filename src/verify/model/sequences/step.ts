import * as fc from 'fast-check'
import type { ProviderStateName } from '../../../spec/index.js'
import type { KeyKind } from './key-kinds.js'
import type { Near, OrderReference } from './order-ids.js'

export type StateName = ProviderStateName

/** What rules call their orders and pets, and the states that give them. */
const STATES = {
  pending: 'a pending order',
  another: 'a pending order',
  third: 'a pending order',
  fourth: 'a pending order',
  shipped: 'a shipped order',
  cancelled: 'a cancelled order',
  unknown: 'an unknown order id',
  full: 'an order with every field',
  large: 'an order with a large id',
  'another large': 'an order with a large id',
  'third large': 'an order with a large id',
  'fourth large': 'an order with a large id',
  pet: 'a pet',
  nothing: 'no orders',
} as const satisfies Record<string, StateName>

type Name = keyof typeof STATES

/** What the order or pet of a set-up is called. */
export type Label = Name | StateName | `#${number}`

/** One step of a sequence: data, so that a sequence can be shortened and run again. */
export type Step = SetUpStep | SendStep | { readonly kind: 'wait'; readonly ms: number }

/** Sets up a provider state; later steps refer to its order or pet by the label. */
export interface SetUpStep {
  readonly kind: 'set up'
  readonly state: StateName
  readonly label: string
  readonly params?: Readonly<Record<string, unknown>>
  /** Skipped if it is likely to take longer than this. */
  readonly worthMs?: number
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
  readonly key?: KeyKind | undefined
  /** Whether the names of the headers are sent in lower case, as gateways of HTTP/2 do. */
  readonly isLowerCase?: true
  /** Whether the answer may be compressed, as most clients ask for it. */
  readonly isCompressed?: true
} & (
  | {
      readonly operation: 'listOrders'
      /** With its question mark; the specification defines none. */
      readonly query?: string
      /** Whether the path ends in a slash. Such a route need not be there; but if it is, it needs the key as well. */
      readonly endsInSlash?: true
    }
  | { readonly operation: 'cancelOrder'; readonly order: OrderReference }
  | {
      readonly operation: 'getPet'
      readonly pet: string | bigint
      /** Whether it is about another id than that pet's, which is unlikely to be a pet's. */
      readonly isAnother?: true
    }
)

/** A part of a sequence; a call by itself is sent alone. */
export type Part = Step | Call | readonly Part[]

/** Draws the parts of a sequence; what can vary in them is drawn. */
export type Sequence = fc.Arbitrary<readonly Part[]>

// States that take longer than this are only set up for what matters most.
const OPTIONAL_MS = 500

/** As many calls as a provider takes at once without refusing some. */
export const MAX_AT_ONCE = 12

/** The same sequence each time. */
export function always(...parts: readonly Part[]): Sequence {
  return fc.constant(parts)
}

/** One part after the other. */
export function inTurn(...parts: readonly Part[]): Step[] {
  return parts.flatMap((part) => {
    if ('kind' in part) return [part]
    return 'operation' in part ? [send(part)] : inTurn(...part)
  })
}

/** What a rule needs before it can show anything. */
export function given(...parts: readonly Part[]): Step[] {
  return inTurn(...parts).map((step) => (step.kind === 'send' ? { ...step, isGiven: true } : step))
}

export function setUp(...names: readonly Name[]): SetUpStep[] {
  return names.map((name) => setUpState(STATES[name], name))
}

/** Set-ups that are skipped where states are slow. */
export function optional(...names: readonly Name[]): SetUpStep[] {
  return names.map((name) => setUpState(STATES[name], name, { worthMs: OPTIONAL_MS }))
}

export function setUpState(state: StateName, label: Label, how: Pick<SetUpStep, 'params' | 'worthMs'> = {}): SetUpStep {
  return { kind: 'set up', state, label, ...how }
}

export function wait(ms: number): Step {
  return { kind: 'wait', ms }
}

/** Calls that go out at once. */
export function send(...calls: readonly (Call | readonly Call[])[]): SendStep {
  return { kind: 'send', calls: calls.flat() }
}

/** Calls, as many at once as a provider can be expected to take. */
export function inBatches(calls: readonly Call[]): SendStep[] {
  if (calls.length === 0) return []
  return [send(calls.slice(0, MAX_AT_ONCE)), ...inBatches(calls.slice(MAX_AT_ONCE))]
}

export function list(key?: KeyKind): Call {
  return { operation: 'listOrders', key }
}

export function cancel(order: Label | OrderReference, key?: KeyKind): Call {
  return { operation: 'cancelOrder', order: typeof order === 'string' ? { kind: 'known', label: order } : order, key }
}

/** Cancels of each of these orders. */
export function cancelEach(...orders: readonly (Label | OrderReference)[]): Call[] {
  return orders.map((order) => cancel(order))
}

/** Cancels of the ids that a careless provider confuses with those of these orders. */
export function cancelNear(ways: readonly Near[], ...labels: readonly Label[]): Call[] {
  return labels.flatMap((label) => ways.map((near) => cancel({ kind: 'near', label, near })))
}

/** @param pet an id, or the label of a set-up */
export function getPet(pet: Label | bigint, key?: KeyKind): Call {
  return { operation: 'getPet', pet, key }
}

/** The same call, with the names of its headers in lower case. */
export function inLowerCase(call: Call): Call {
  return { ...call, isLowerCase: true }
}

/** The same call, whose answer may be compressed. */
export function compressed(call: Call): Call {
  return { ...call, isCompressed: true }
}
