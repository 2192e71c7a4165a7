import type { SandboxSummary } from '../../control-client/index.js'
import type { OrderStatus } from '../state/shown-order.js'

type Counts = SandboxSummary['counts']

/** Numbers of orders by status: `6 pending, 2 shipped`; of a list of orders, or counted already. */
export function showCounts(orders: Counts | readonly { readonly status: OrderStatus }[]): string {
  const counts: Partial<Counts> = 'pending' in orders ? orders : countByStatus(orders)
  const words = (['pending', 'shipped', 'cancelled'] as const)
    .filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => `${(counts[status] ?? 0).toLocaleString('en')} ${status}`)
  return words.length === 0 ? 'no orders' : words.join(', ')
}

function countByStatus(orders: readonly { readonly status: OrderStatus }[]): Partial<Counts> {
  const counts: Partial<Record<OrderStatus, number>> = {}
  for (const { status } of orders) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
