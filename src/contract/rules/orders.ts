import { isObject, type Json, toInt64 } from '../../spec/index.js'
import { findingsOf, type ExchangeRule } from './rule.js'

export const uniqueIds: ExchangeRule = {
  id: 'unique-ids',
  claim: 'order ids are unique',
  clause: 'Order',
  concerns: ({ operationId }) => operationId === 'listOrders',
  applies: ({ status, exchange }) => status === 200 && exchange.response.isBodyUnknown !== true,
  find({ body }) {
    const entries = 'json' in body && Array.isArray(body.json) ? body.json : []
    const first = new Map<bigint, number>()
    return findingsOf(entries, (order, index) => {
      const id = idOf(order)
      const earlier = id === undefined ? undefined : first.get(id)
      if (id !== undefined && earlier === undefined) first.set(id, index)
      if (earlier === undefined) return []
      return [{ place: `[${index}].id`, is: `is ${id}, the same as [${earlier}].id`, expected: 'unique ids' }]
    })
  },
}

/** The id of an entry of the list, if it has one that an order can have. */
export function idOf(entry: Json | undefined): bigint | undefined {
  const id = isObject(entry) ? entry['id'] : undefined
  return typeof id === 'string' ? undefined : toInt64(id)
}
