import { type CheckResult, failedExchange } from '../check.js'
import { type Exchange, findOperation } from '../../contract/index.js'
import type { RunLog } from '../run-log.js'

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
export function checkDigits(log: RunLog): CheckResult[] {
  const lists = listsWithLargeIds(log)
  if (lists.length === 0) return []
  const rounded = lists.find(({ id, exchange }) => !shows(exchange, `${id}`) && roundedIn(exchange, id) !== undefined)
  if (rounded === undefined) return [{ ...HEAD, result: 'passed' }]
  const { id, exchange } = rounded
  return [
    {
      ...HEAD,
      ...failedExchange(exchange, `"id": ${id}`),
      message: `Order ${id} is shown as ${roundedIn(exchange, id)}: its digits went through a floating-point number.`,
    },
  ]
}

// The first list after each time that the state returned an id which a JavaScript number cannot hold.
function listsWithLargeIds({ states, requests }: RunLog): { id: bigint; exchange: Exchange }[] {
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
    return list?.exchange === undefined || BigInt(Number(id)) === id ? [] : [{ id, exchange: list.exchange }]
  })
}

// A double is printed with all its digits, or with the fewest that distinguish it (9223372036854776000).
function roundedIn(exchange: Exchange, id: bigint): string | undefined {
  const double = Number(id)
  return [`${BigInt(double)}`, `${double}`].find((digits) => shows(exchange, digits))
}

function shows({ response }: Exchange, digits: string): boolean {
  return new RegExp(`(?<![\\d.])${digits.replace(/[.+]/g, String.raw`\$&`)}(?![\\d.])`).test(response.body)
}
