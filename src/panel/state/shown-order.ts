import type { Order } from '../control/schemas.js'
import { durationMs } from './duration.js'

/** An order with what the page works out once: its digits, and its instants in milliseconds since the Unix epoch. */
export type ShownOrder = Order & {
  readonly digits: string
  readonly shipDateMs: number | undefined
  /** When the sandbox's clock ships it. */
  readonly dueMs: number | undefined
}

/** An order to edit; without its digits, what a new one starts from. */
export type OrderDraft = Partial<Omit<ShownOrder, 'digits'>> & { readonly digits?: string | undefined }

/** @param nowMs what the sandbox's clock said when the order was read */
export function showOrder(order: Order, nowMs: number): ShownOrder {
  return {
    ...order,
    digits: String(order.id),
    shipDateMs: order.shipDate === undefined ? undefined : Date.parse(order.shipDate),
    dueMs: order.shipAfter === undefined ? undefined : nowMs + durationMs(order.shipAfter),
  }
}
