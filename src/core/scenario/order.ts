import { formatDuration } from '../instant.js'
import type { Schemas } from './document.js'

/** The status of an order. The API never shows it; cancelling depends on it (specification, "States and transitions"). */
export type OrderStatus = Schemas['ScenarioStatus']

/** An order in the engine. Ids are canonical decimal digits, so that no int64 loses one. */
export interface Order {
  readonly id: string
  readonly petId?: string
  /** Beyond 2^53-1 it is a bigint, whatever its type says: it is only ever written. */
  readonly quantity?: number
  /** A date-time as it was set, ISO 8601. */
  readonly shipDate?: string
  readonly complete?: boolean
  readonly status: OrderStatus
  /** Milliseconds after which a pending order ships by the clock, counted from `pendingSinceMs`. */
  readonly shipAfterMs?: number
  /** When the count began, in milliseconds since the Unix epoch; absent on an order of the scenario: since it was loaded. */
  readonly pendingSinceMs?: number
}

/** An order with its status, as code and the control API see it. Its ids keep every digit. */
export type OrderView = Omit<Schemas['Order'], 'id' | 'petId'> & { readonly id: bigint; readonly petId?: bigint }

export type StatusCounts = Schemas['Counts']

export function countByStatus(orders: Iterable<Pick<Order, 'status'>>): StatusCounts {
  const counts = { pending: 0, shipped: 0, cancelled: 0 }
  for (const { status } of orders) counts[status] += 1
  return counts
}

export function isFull({ petId, quantity, shipDate, complete }: Omit<Order, 'id'>): boolean {
  return [petId, quantity, shipDate, complete].every((member) => member !== undefined)
}

/** What an order looks like. @param leftMs milliseconds until the clock ships it, if it does */
export function viewOrder({ id, petId, quantity, shipDate, complete, status }: Order, leftMs = Infinity): OrderView {
  const shipAfter = leftMs < Infinity ? formatDuration(Math.max(0, leftMs)) : undefined
  const pet = petId === undefined ? undefined : BigInt(petId)
  const fields = { id: BigInt(id), petId: pet, quantity, shipDate, complete, status, shipAfter }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as OrderView
}

/** The double that an id has become in a client that stores ids as numbers; `undefined` if none of its digits is lost. */
export function roundedDouble(text: string): number | undefined {
  const double = Number(text)
  if (!Number.isInteger(double) || Number.isSafeInteger(double)) return undefined
  // A double is written with all its digits, or with as few as tell it from its neighbours (9223372036854776000).
  return text === String(double) || text === String(BigInt(double)) ? double : undefined
}
