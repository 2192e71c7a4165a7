import { isInt64, isObject, type Json, type Operation, toInt64 } from '../../spec/index.js'
import { isAnswer, type ParsedExchange } from '../parse-exchange.js'
import { type Fault, findingsOf, shown } from './faults.js'
import type { Rule } from './rule.js'

/** Ids are int64, by their digits: no JavaScript number is precise enough to tell. */
export const int64: Rule = {
  id: 'int64',
  concerns: listsOrders,
  claim: 'ids are integers of 64 bits, whatever their size',
  clause: 'Order',
  applies: isOrderList,
  find: (parsed) =>
    findingsOf(
      ordersOf(parsed).flatMap((order, index) =>
        ['id', 'petId'].flatMap((name) => outOfInt64(order[name], [index, name])),
      ),
    ),
}

/** Ids are unique. */
export const uniqueIds: Rule = {
  id: 'unique-ids',
  concerns: listsOrders,
  claim: 'no id is given to two orders',
  clause: 'Order',
  applies: isOrderList,
  find(parsed) {
    const first = new Map<bigint, number>()
    return ordersOf(parsed).flatMap((order, index) => {
      const id = idOf(order)
      if (id === undefined) return []
      const earlier = first.get(id)
      first.set(id, index)
      if (earlier === undefined) return []
      return [
        {
          message: `Orders [${earlier}] and [${index}] have the same id ${id}.`,
          expected: 'unique ids',
        },
      ]
    })
  },
}

/** What format checks let pass: a space where RFC 3339 has a `T`. */
export const dateTime: Rule = {
  id: 'date-time',
  concerns: listsOrders,
  claim: 'shipDate is written as in RFC 3339',
  clause: 'Order',
  applies: isOrderList,
  find: (parsed) =>
    findingsOf(
      ordersOf(parsed).flatMap(({ shipDate }, index) => {
        if (typeof shipDate !== 'string' || !/^\d{4}-\d\d-\d\d\s/.test(shipDate)) return []
        const expected = 'a date-time such as 2026-11-02T09:30:00Z or 2026-11-02T11:30:00+02:00'
        return { path: [index, 'shipDate'], is: `is ${shown(shipDate)}, with a space and not a T`, expected }
      }),
    ),
}

function listsOrders({ operationId }: Operation): boolean {
  return operationId === 'listOrders'
}

function isOrderList(parsed: ParsedExchange): boolean {
  return isAnswer(parsed, 'listOrders', 200)
}

function ordersOf({ body }: ParsedExchange): { [member: string]: Json }[] {
  if (!('json' in body) || !Array.isArray(body.json)) return []
  return body.json.map((order) => (isObject(order) ? order : {}))
}

// That it is an integer at all is for the schema to say.
function outOfInt64(value: Json | undefined, path: Fault['path']): Fault[] {
  const isInside = typeof value === 'bigint' ? isInt64(value) : typeof value !== 'number' || Math.abs(value) <= 2 ** 63
  if (isInside) return []
  const expected = 'an integer from -9223372036854775808 to 9223372036854775807'
  return [{ path, is: `is ${shown(value)}, which is beyond int64`, expected }]
}

/** The id of an entry of the list, if it has one that an order can have. */
export function idOf(entry: Json | undefined): bigint | undefined {
  const id = isObject(entry) ? entry['id'] : undefined
  return typeof id === 'string' ? undefined : toInt64(id)
}
