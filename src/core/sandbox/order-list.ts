import type { Order } from './order.js'

const encoder = new TextEncoder()

/** The list of orders as `GET /store/orders` answers it, with a line break for terminals. */
export function orderListBody(orders: Iterable<Order>): Uint8Array<ArrayBuffer> {
  return encoder.encode(`[${Array.from(orders, orderJson).join(',')}]\n`)
}

/** An order as a client sees it: its five members in the specification's order, absent ones left out, never its status. */
function orderJson({ id, petId, quantity, shipDate, complete }: Order): string {
  let json = `{"id":${id}`
  if (petId !== undefined) json += `,"petId":${petId}`
  if (quantity !== undefined) json += `,"quantity":${quantity}`
  if (shipDate !== undefined) json += `,"shipDate":${JSON.stringify(shipDate)}`
  if (complete !== undefined) json += `,"complete":${complete}`
  return `${json}}`
}
