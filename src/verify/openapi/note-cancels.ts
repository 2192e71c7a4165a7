import { operations } from '../../spec/index.js'
import { type Exchange, findOperation } from '../../contract/index.js'
import type { CheckResult } from '../check.js'
import type { LoggedRequest, Happened } from '../run-log.js'
import { orderIdsIn } from './orders-in-list.js'

const NOTE = { kind: 'openapi', clause: 'States and transitions', result: 'note', durationMs: 0 } as const

/** What becomes of cancelled orders, which the specification leaves open. */
export function noteCancels(log: Happened): CheckResult[] {
  return [...noteVanished(log), ...noteRefusals(log)]
}

/** An order that a list showed, that was cancelled then, and that the next list did not show. */
function noteVanished({ requests, states }: Happened): CheckResult[] {
  const lists = requests.filter(isList)
  const history = { lists, listsByBegin: lists.toSorted((a, b) => a.begun - b.begun), states }
  const cancel = requests.find((entry) => isVanishing(entry, history))
  if (cancel === undefined) return []
  const id = findOperation(cancel.request)?.id
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

interface History {
  /** In the order in which they ended. */
  readonly lists: readonly LoggedRequest[]
  readonly listsByBegin: readonly LoggedRequest[]
  readonly states: Happened['states']
}

/** Whether the list before this cancel shows its order, and the list after it does not. */
function isVanishing({ request, exchange, begun, ended }: LoggedRequest, history: History): boolean {
  if (exchange?.response.status !== 204) return false
  const { operation, id } = findOperation(request) ?? {}
  if (operation !== operations.cancelOrder || id === undefined) return false
  const { lists, listsByBegin, states } = history
  const before = lists[countWhile(lists, (list) => list.ended < begun) - 1]
  const after = listsByBegin[countWhile(listsByBegin, (list) => list.begun < ended)]
  if (before?.exchange === undefined || after?.exchange === undefined) return false
  // A state that was set up in between may have begun with an empty store.
  const state = states[countWhile(states, ({ at }) => at < before.begun)]
  if (state !== undefined && state.at < after.ended) return false
  // Long lists take long to read: only one that does not have the digits anywhere is.
  if (after.exchange.response.body.includes(`${id}`)) return false
  return shows(before.exchange, id) && !shows(after.exchange, id)
}

/** How many of these items, from the first, something is true of; it is true of no later one. */
function countWhile<Item>(items: readonly Item[], isTrue: (item: Item) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item !== undefined && isTrue(item)) low = middle + 1
    else high = middle
  }
  return low
}

function isList({ request, exchange }: LoggedRequest): boolean {
  return exchange?.response.status === 200 && findOperation(request)?.operation === operations.listOrders
}

function shows(list: Exchange, id: bigint): boolean {
  return orderIdsIn(list).includes(id)
}

/** The undocumented statuses with which cancels of cancelled orders were refused. */
function noteRefusals({ requests }: Happened): CheckResult[] {
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
