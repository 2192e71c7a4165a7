import type { ControlOrder, SandboxSummary } from '../../control-client/index.js'
import { readDateTime } from '../../spec/index.js'

/** An order with what the page works out once: its digits, and its instants in milliseconds since the Unix epoch. */
export type ShownOrder = ControlOrder & {
  readonly digits: string
  readonly shipDateMs: number | undefined
  readonly dueMs: number | undefined
  readonly changedAtMs?: number
}

export const STATUSES = ['pending', 'shipped', 'cancelled'] as const

export function isStatus(text: string): text is ShownOrder['status'] {
  return (STATUSES as readonly string[]).includes(text)
}

export function countByStatus(orders: readonly ShownOrder[]): SandboxSummary['counts'] {
  const counts = { pending: 0, shipped: 0, cancelled: 0 }
  for (const { status } of orders) counts[status] += 1
  return counts
}

export function showCounts(counts: SandboxSummary['counts']): string {
  const present = STATUSES.filter((status) => counts[status] > 0)
  if (present.length === 0) return 'no orders'
  return present.map((status) => `${counts[status].toLocaleString('en')} ${status}`).join(', ')
}

/** @param nowMs what the sandbox's clock said when the order was read */
export function showOrder(order: ControlOrder, nowMs: number): ShownOrder {
  return {
    ...order,
    digits: String(order.id),
    shipDateMs: readDateTime(order.shipDate ?? '')?.unixMs,
    // The control API writes each duration in seconds: `PT90.5S`.
    dueMs: order.shipAfter === undefined ? undefined : nowMs + Number.parseFloat(order.shipAfter.slice(2)) * 1000,
  }
}
