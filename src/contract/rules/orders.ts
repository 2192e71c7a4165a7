import { isLosslessNumber } from 'lossless-json'
import { isInt64 } from '../../spec/index.js'
import { exactInteger } from './exact-integer.js'
import type { Finding, Rule } from './rule.js'
import type { Seen } from './seen.js'
import { isOrderList } from './body.js'

type Members = Readonly<Record<string, unknown>>

/** Ids are int64, judged by their digits: no JavaScript number is precise enough for that. */
export const int64: Rule = {
  id: 'int64',
  operations: ['listOrders'],
  claim: 'ids are integers of 64 bits, whatever their size',
  clause: 'Order',
  applies: isOrderList,
  find: (seen) =>
    ordersOf(seen).flatMap((order, index) =>
      ['id', 'petId'].flatMap((name) => outOfInt64(order[name], `[${index}].${name}`)),
    ),
}

/** Ids are unique. */
export const uniqueIds: Rule = {
  id: 'unique-ids',
  operations: ['listOrders'],
  claim: 'no id is given to two orders',
  clause: 'Order',
  applies: isOrderList,
  find(seen) {
    const first = new Map<bigint, number>()
    return ordersOf(seen).flatMap((order, index) => {
      const id = idOf(order)
      if (id === undefined) return []
      const earlier = first.get(id)
      first.set(id, index)
      if (earlier === undefined) return []
      return [{ message: `Orders [${earlier}] and [${index}] have the same id ${id}.`, expected: 'unique ids' }]
    })
  },
}

/** What Prism lets pass: a space where RFC 3339 and ISO 8601 have a `T`. */
export const dateTime: Rule = {
  id: 'date-time',
  operations: ['listOrders'],
  claim: 'shipDate has a T between date and time',
  clause: 'Order',
  applies: isOrderList,
  find: (seen) =>
    ordersOf(seen).flatMap(({ shipDate }, index) => {
      if (typeof shipDate !== 'string' || /^\d{4}-\d\d-\d\dT/i.test(shipDate)) return []
      const message = `[${index}].shipDate is ${JSON.stringify(shipDate)}.`
      return [{ message, expected: 'a date-time such as 2026-11-02T09:30:00Z' }]
    }),
}

function ordersOf({ body }: Seen): readonly Members[] {
  if (!('json' in body) || !Array.isArray(body.json)) return []
  return body.json.map((order: unknown) => (typeof order === 'object' && order !== null ? (order as Members) : {}))
}

// That an id is a number at all is for Prism to say; here only its digits count.
function outOfInt64(value: unknown, where: string): Finding[] {
  if (!isLosslessNumber(value)) return []
  const integer = exactInteger(value.value)
  if (integer !== undefined && isInt64(integer)) return []
  const message = `${where} is ${value.value}, which is ${integer === undefined ? 'no integer' : 'beyond int64'}.`
  return [{ message, expected: 'an integer from -9223372036854775808 to 9223372036854775807' }]
}

function idOf(order: Members): bigint | undefined {
  const { id } = order
  return isLosslessNumber(id) ? exactInteger(id.value) : undefined
}
