import type { ComponentChildren } from 'preact'
import type { OrderStatus } from '../state/shown-order.js'

/** The status of an order. */
export function StatusBadge({ status }: { readonly status: OrderStatus }): ComponentChildren {
  return <span class={`badge ${status}`}>{status}</span>
}

/** The status of a response; 0 is no answer. */
export function HttpStatus({ status }: { readonly status: number }): ComponentChildren {
  if (status === 0) return <span class="badge failed">none</span>
  return <span class={`badge ${kindOf(status)}`}>{status}</span>
}

function kindOf(status: number): string {
  if (status < 300) return 'fine'
  return status < 500 ? 'refused' : 'failed'
}
