import { type Content, contentOf } from '../operations/result.js'
import type { OrderStore } from '../sandbox/order-store.js'
import type { Order } from '../scenario/order.js'

/** Creates the function that writes lists as `GET /store/orders` returns them, with a line break: each once, until an order in it looks different. */
export function listWriter(): (orders: OrderStore) => Content {
  const written = new WeakMap<object, Content>()
  return (orders) => {
    const known = written.get(orders.listed)
    if (known !== undefined) return known
    const list = contentOf(`[${Array.from(orders.all(), orderJson).join(',')}]\n`)
    written.set(orders.listed, list)
    return list
  }
}

/** An order in a response: its five fields in the specification's order, without absent fields, never with its status. */
function orderJson({ id, petId, quantity, shipDate, complete }: Order): string {
  let json = `{"id":${id}`
  if (petId !== undefined) json += `,"petId":${petId}`
  if (quantity !== undefined) json += `,"quantity":${quantity}`
  if (shipDate !== undefined) json += `,"shipDate":${JSON.stringify(shipDate)}`
  if (complete !== undefined) json += `,"complete":${complete}`
  return `${json}}`
}
