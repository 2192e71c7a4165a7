import { failedExchange } from '../check.js'
import { type Exchange, findOperation } from '../../contract/index.js'
import type { LoggedRequest, RunLog } from '../run-log.js'
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
export function checkDigits(log: RunLog): Verdict[] {
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
function listsWithLargeIds({ states, requests }: RunLog): { id: bigint; entry: LoggedRequest; exchange: Exchange }[] {
  return states.flatMap(({ name, values, at }) => {
    if (name !== HEAD.states[0]) return []
    const id = BigInt(values['orderId'] as string)
    const list = requests.find(
      ({ begun, request, exchange, isCut }) =>
        begun > at &&
        isCut !== true &&
        exchange?.response.status === 200 &&
        findOperation(request)?.operation.operationId === 'listOrders',
    )
    return list?.exchange === undefined || BigInt(Number(id)) === id
      ? []
      : [{ id, entry: list, exchange: list.exchange }]
  })
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
