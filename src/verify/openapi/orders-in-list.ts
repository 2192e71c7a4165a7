import { parseJson, toInt64, type Json } from '../../spec/index.js'
import type { Exchange } from '../../contract/index.js'

/** The ids of a list's orders, with every digit; `undefined` for an order whose id is not an int64. */
export function orderIdsIn({ response }: Exchange): (bigint | undefined)[] {
  const orders = parsed(response.body)
  if (!Array.isArray(orders)) return []
  return orders.map((order) =>
    typeof order === 'object' && order !== null && !Array.isArray(order) ? toInt64(order['id']) : undefined,
  )
}

function parsed(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
