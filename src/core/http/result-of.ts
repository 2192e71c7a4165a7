import { stringifyJson } from '../../spec/index.js'
import type { Outcome } from '../operations/operation-handler.js'
import type { OrderStore } from '../sandbox/order-store.js'
import type { StoredOrder } from '../scenario/order.js'
import { type Content, jsonContent, refuse, type Result } from './result.js'

/** The limit for the kept lists of all sandboxes together: 64 MiB. */
const MAX_LIST_BYTES = 64 * 2 ** 20

/** Creates the function that turns what an operation did into what HTTP shows. It keeps lists until an order in them changes. */
export function createResultOf(): (outcome: Outcome) => Result {
  let lists = new WeakMap<object, Content>()
  let bytes = 0
  const listOf = (orders: OrderStore): Content => {
    const known = lists.get(orders.edition)
    if (known !== undefined) return known
    // With a line break for terminals.
    const list = jsonContent(`[${Array.from(orders.all(), orderJson).join(',')}]\n`)
    bytes += list.body.length
    if (bytes > MAX_LIST_BYTES) [lists, bytes] = [new WeakMap(), list.body.length]
    lists.set(orders.edition, list)
    return list
  }
  return (outcome) => {
    const { kind, reason } = outcome
    if (kind === 'rejected') return refuse(outcome, reason)
    if (kind === 'cancelled') return { kind: 'answer', status: 204, reason }
    const content = kind === 'listed' ? listOf(outcome.orders) : jsonContent(`${stringifyJson(outcome.pet)}\n`)
    return { kind: 'answer', status: 200, content, reason }
  }
}

/** An order in a response: its five fields in the specification's order, without absent fields, never with its status. */
function orderJson({ id, petId, quantity, shipDate, complete }: StoredOrder): string {
  let json = `{"id":${id}`
  if (petId !== undefined) json += `,"petId":${petId}`
  if (quantity !== undefined) json += `,"quantity":${quantity}`
  if (shipDate !== undefined) json += `,"shipDate":${JSON.stringify(shipDate)}`
  if (complete !== undefined) json += `,"complete":${complete}`
  return `${json}}`
}
