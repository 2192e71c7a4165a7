import { operations } from '../../spec/index.js'
import { type Exchange, findOperation } from '../../contract/index.js'
import type { CheckResult } from '../check.js'
import type { LoggedRequest, RunLog } from '../run-log.js'
import { orderIdsIn } from './orders-in-list.js'

const NOTE = { kind: 'openapi', clause: 'States and transitions', result: 'note', durationMs: 0 } as const

/** What becomes of cancelled orders, which the specification leaves open. */
export function noteCancels(log: RunLog): CheckResult[] {
  return [...noteVanished(log), ...noteRefusals(log)]
}

/** An order that a list showed, that was cancelled then, and that the next list did not show. */
function noteVanished(log: RunLog): CheckResult[] {
  const id = log.requests.map((entry) => vanishedBy(entry, log)).find((found) => found !== undefined)
  if (id === undefined) return []
  const message = `Cancelled orders are no longer in the list (order ${id}, for one). The specification leaves that open.`
  return [
    {
      ...NOTE,
      id: 'openapi.listOrders.cancelled-orders',
      name: 'listOrders: what becomes of cancelled orders',
      message,
    },
  ]
}

function vanishedBy(
  { request, exchange, begun, ended }: LoggedRequest,
  { requests, states }: RunLog,
): bigint | undefined {
  const called = findOperation(request)
  if (called?.operation !== operations.cancelOrder || exchange?.response.status !== 204) return undefined
  const { id } = called
  const before = requests.findLast((other) => isList(other) && other.ended < begun)
  const after = requests.find((other) => isList(other) && other.begun > ended)
  if (id === undefined || before?.exchange === undefined || after?.exchange === undefined) return undefined
  // A state that was set up in between may have begun with an empty store.
  if (states.some(({ at }) => at > before.begun && at < after.ended)) return undefined
  return shows(before.exchange, id) && !shows(after.exchange, id) ? id : undefined
}

function isList({ request, exchange }: LoggedRequest): boolean {
  return exchange?.response.status === 200 && findOperation(request)?.operation === operations.listOrders
}

function shows(list: Exchange, id: bigint): boolean {
  return orderIdsIn(list).includes(id)
}

/** The undocumented statuses with which cancels of cancelled orders were refused. */
function noteRefusals({ requests }: RunLog): CheckResult[] {
  const refusals = requests
    .filter((entry) => entry.isLeftOpen())
    .flatMap(({ exchange }) => exchange?.response.status ?? [])
  const statuses = [...new Set(refusals)].toSorted((a, b) => a - b)
  if (statuses.length === 0) return []
  const message = `Cancelling an order that was cancelled already is refused with ${statuses.join(' and ')}, which is not documented. The specification leaves that open.`
  return [
    {
      ...NOTE,
      id: 'openapi.cancelOrder.cancelled-orders',
      name: 'cancelOrder: how a second cancel is refused',
      message,
    },
  ]
}
