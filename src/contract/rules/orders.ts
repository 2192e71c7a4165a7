import { isInt64, isObject, type Json, type JsonObject, toInt64 } from '../../spec/index.js'
import { describeValue } from '../exchange.js'
import type { ParsedExchange } from '../parse-exchange.js'
import { type Flaw, findingsOf, type ExchangeRule } from './rule.js'

type ListRule = Pick<ExchangeRule, 'id' | 'claim'> & { readonly flawsOf: () => FlawsIn }

type FlawsIn = (order: JsonObject, index: number) => Flaw[]

const LIST_RULES: readonly ListRule[] = [
  {
    // By their digits: no JavaScript number is precise enough to tell.
    id: 'int64',
    claim: 'ids are int64 integers',
    flawsOf: () => (order, index) =>
      ['id', 'petId']
        .filter((name) => isBeyondInt64(order[name]))
        .map((name) => ({
          place: `[${index}].${name}`,
          is: `is ${describeValue(order[name])}, which is beyond int64`,
          expected: 'an integer from -9223372036854775808 to 9223372036854775807',
        })),
  },
  {
    id: 'unique-ids',
    claim: 'order ids are unique',
    flawsOf() {
      const first = new Map<bigint, number>()
      return (order, index) => {
        const id = idOf(order)
        const earlier = id === undefined ? undefined : first.get(id)
        if (id !== undefined && earlier === undefined) first.set(id, index)
        if (earlier === undefined) return []
        return [{ place: `[${index}].id`, is: `is ${id}, the same as [${earlier}].id`, expected: 'unique ids' }]
      }
    },
  },
  {
    // The description's format is RFC 3339, a profile of ISO 8601: it demands nothing more, but clients may count on it.
    id: 'date-time',
    claim: 'shipDate is an ISO 8601 date-time',
    flawsOf:
      () =>
      ({ shipDate }, index) => {
        // Format checks let it pass.
        if (typeof shipDate !== 'string' || !/^\d{4}-\d\d-\d\d\s/.test(shipDate)) return []
        const is = `is ${describeValue(shipDate)}, with a space instead of "T"`
        const expected = 'a date-time such as 2026-11-02T09:30:00Z or 2026-11-02T11:30:00+02:00'
        return [{ place: `[${index}].shipDate`, is, expected }]
      },
  },
]

export const ORDER_RULES: readonly ExchangeRule[] = LIST_RULES.map(({ flawsOf, ...rule }) => ({
  ...rule,
  clause: 'Order',
  concerns: ({ operationId }) => operationId === 'listOrders',
  applies: ({ status, exchange }) => status === 200 && exchange.response.isBodyUnknown !== true,
  find(parsed) {
    const flawsIn = flawsOf()
    return findingsOf(entriesOf(parsed), (entry, index) => (isObject(entry) ? flawsIn(entry, index) : []))
  },
}))

function entriesOf({ body }: ParsedExchange): readonly Json[] {
  return 'json' in body && Array.isArray(body.json) ? body.json : []
}

// The schema says whether it is an integer at all.
function isBeyondInt64(value: Json | undefined): boolean {
  return typeof value === 'bigint' ? !isInt64(value) : typeof value === 'number' && Math.abs(value) > 2 ** 63
}

/** The id of an entry of the list, if it has one that an order can have. */
export function idOf(entry: Json | undefined): bigint | undefined {
  const id = isObject(entry) ? entry['id'] : undefined
  return typeof id === 'string' ? undefined : toInt64(id)
}
