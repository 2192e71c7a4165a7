import { format } from '@cfworker/json-schema'
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
    const faults = ordersOf(parsed).flatMap((order, index): Fault[] => {
      const id = idOf(order)
      const earlier = id === undefined ? undefined : first.get(id)
      if (id !== undefined) first.set(id, earlier ?? index)
      if (earlier === undefined) return []
      return [{ path: [index, 'id'], is: `is ${id}, as is that of [${earlier}]`, expected: 'unique ids' }]
    })
    return findingsOf(faults)
  },
}

/**
 * The specification asks for a date-time of ISO 8601. That the description's format is RFC 3339, a profile of it, demands
 * nothing more; but clients may count on it.
 */
export const dateTime: Rule = {
  id: 'date-time',
  concerns: listsOrders,
  claim: 'shipDate is written as in ISO 8601',
  clause: 'Order',
  applies: isOrderList,
  find: (parsed) =>
    findingsOf(
      shipDatesOf(parsed).flatMap(([shipDate, index]) => {
        // Format checks let it pass.
        if (!/^\d{4}-\d\d-\d\d\s/.test(shipDate)) return []
        const expected = 'a date-time such as 2026-11-02T09:30:00Z or 2026-11-02T11:30:00+02:00'
        return { path: [index, 'shipDate'], is: `is ${shown(shipDate)}, with a space and not a T`, expected }
      }),
    ),
  note(parsed) {
    const [other] = shipDatesOf(parsed).find(([shipDate]) => isDateTime(shipDate) && !isRfc3339(shipDate)) ?? []
    if (other === undefined) return undefined
    return `A shipDate is ${shown(other)}, as ISO 8601 allows. Many clients only read the form of RFC 3339, such as 2026-11-02T09:30:00Z.`
  },
}

const EXTENDED = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?:Z|([+-]\d\d)(?::(\d\d))?)?$/i
const BASIC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(?:(\d\d)(?:[.,]\d+)?)?(?:Z|([+-]\d\d)(\d\d)?)?$/i

/** Whether a text is a date-time of ISO 8601: also in its basic format, with a decimal comma, without seconds or an offset. The two formats do not mix. */
export function isDateTime(text: string): boolean {
  const [, year, month, day, hour, minute, second = '00', offset = '+00', offsetMinute = '00'] =
    EXTENDED.exec(text) ?? BASIC.exec(text) ?? []
  const clock = `${hour}:${minute}:${second}`.replace('24:00:00', '00:00:00')
  return isRfc3339(`${year}-${month}-${day}T${clock}${offset}:${offsetMinute}`)
}

function isRfc3339(text: string): boolean {
  return format['date-time']?.(text) === true
}

function shipDatesOf(parsed: ParsedExchange): [shipDate: string, index: number][] {
  return ordersOf(parsed).flatMap(({ shipDate }, index) => (typeof shipDate === 'string' ? [[shipDate, index]] : []))
}

function listsOrders({ operationId }: Operation): boolean {
  return operationId === 'listOrders'
}

function isOrderList(parsed: ParsedExchange): boolean {
  return isAnswer(parsed, 'listOrders', 200) && parsed.exchange.response.isBodyUnknown !== true
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
