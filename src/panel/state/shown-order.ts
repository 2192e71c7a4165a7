import type { ControlOrder } from '../../control-client/index.js'

/** An order with what the page works out once: its digits, and its instants in milliseconds since the Unix epoch. */
export type ShownOrder = ControlOrder & {
  readonly digits: string
  readonly shipDateMs: number | undefined
  /** When the sandbox's clock ships it. */
  readonly dueMs: number | undefined
}

/** An order to edit; without its digits, what a new one starts from. */
export type OrderDraft = Partial<Omit<ShownOrder, 'digits'>> & { readonly digits?: string | undefined }

export type OrderStatus = ControlOrder['status']

/** @param nowMs what the sandbox's clock said when the order was read */
export function showOrder(order: ControlOrder, nowMs: number): ShownOrder {
  return {
    ...order,
    digits: String(order.id),
    shipDateMs: order.shipDate === undefined ? undefined : Date.parse(order.shipDate),
    dueMs: order.shipAfter === undefined ? undefined : nowMs + durationMs(order.shipAfter),
  }
}

const DURATION = /^(-)?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/

/** The milliseconds of an ISO 8601 duration as the control API writes them: without years and months. */
function durationMs(text: string): number {
  const [, sign, ...exact] = DURATION.exec(text) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = exact.map((digits) => Number(digits ?? 0))
  const total = ((((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
  return sign === undefined ? total : -total
}
