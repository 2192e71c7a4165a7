import { failedExchange } from '../check.js'
import { type Exchange, findOperation } from '../../contract/index.js'
import type { LoggedRequest, Happened } from '../run-log.js'
import type { Verdict } from './repeat-finding.js'

const HEAD = {
  id: 'openapi.listOrders.digits',
  kind: 'openapi',
  name: 'listOrders: large ids are shown with every digit',
  clause: 'Order',
  states: ['an order with a large id'],
  durationMs: 0,
} as const

/**
 * Finds large ids that went through a JavaScript number: the list shows the rounded id in the place of the exact one,
 * which is known from a provider state. There is no result if no list could have shown it.
 */
export function checkDigits(log: Happened): Verdict[] {
  const lists = listsWithLargeIds(log)
  if (lists.length === 0) return []
  const rounded = lists.find(({ id, exchange }) => isRounded(exchange, id))
  if (rounded === undefined) return [{ result: { ...HEAD, result: 'passed' } }]
  const { id, entry, exchange } = rounded
  const expected = `order ${id} in the list`
  const message = `Order ${id} is shown as ${roundedIn(exchange, id)}: its digits went through a floating-point number.`
  return [
    {
      result: { ...HEAD, ...failedExchange(exchange, expected), message },
      finding: {
        entry,
        expected,
        orderId: id,
        isShownBy: (again, ids) => again !== undefined && ids.some((other) => isRounded(again, other)),
      },
    },
  ]
}

// The first list after each time that the state returned an id which a JavaScript number cannot hold.
function listsWithLargeIds({ states, requests }: Happened): { id: bigint; entry: LoggedRequest; exchange: Exchange }[] {
  const lists = requests.filter(isWholeList)
  const orderIds = new Set(states.map(({ values }) => String(values['orderId'])))
  return states.flatMap(({ name, values, at }) => {
    if (name !== HEAD.states[0]) return []
    const id = BigInt(values['orderId'] as string)
    const list = lists.find(({ begun }) => begun > at)
    const before = lists.findLast(({ ended }) => ended < at)
    // Where ids follow one another, the rounded one may be the id of another order.
    const isOfAnother =
      orderIds.has(`${BigInt(Number(id))}`) || (before?.exchange !== undefined && isRounded(before.exchange, id))
    return list?.exchange === undefined || isOfAnother ? [] : [{ id, entry: list, exchange: list.exchange }]
  })
}

function isWholeList({ request, exchange, isCut }: LoggedRequest): boolean {
  const isList = findOperation(request)?.operation.operationId === 'listOrders'
  return isList && isCut !== true && exchange?.response.status === 200
}

function isRounded(exchange: Exchange, id: bigint): boolean {
  return !shows(exchange, `${id}`) && roundedIn(exchange, id) !== undefined
}

// A double is printed with all its digits, or with the fewest that distinguish it (9223372036854776000).
function roundedIn(exchange: Exchange, id: bigint): string | undefined {
  const double = Number(id)
  return [`${BigInt(double)}`, `${double}`].find((digits) => shows(exchange, digits))
}

function shows({ response }: Exchange, digits: string): boolean {
  return new RegExp(`(?<![\\d.])${digits.replace(/[.+]/g, String.raw`\$&`)}(?![\\d.])`).test(response.body)
}
