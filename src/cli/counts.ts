import type { Sandbox } from '../core/index.js'

/** Writes numbers of orders by status: `5 pending, 2 shipped`. */
export function showCounts(counts: Sandbox['counts']): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return parts.length === 0 ? 'no orders' : parts.map(([status, count]) => `${count} ${status}`).join(', ')
}
