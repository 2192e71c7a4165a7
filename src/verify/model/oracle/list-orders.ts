import { describeAnswer, possibleAt } from '../../../contract/index.js'
import { doubtOfState, isOnly, type KnownOrder, type Model, mustBeListed } from './model.js'
import { changedMember, type OrderList, textOf } from '../sequences/order-list.js'
import { isPlainList } from '../sequences/calls.js'
import type { AnsweredCall, AnsweredStep } from './answered-step.js'
import { tellAnswer, violationOf } from './violation.js'

/**
 * Validates lists against the known orders: each is there, as it was before. Orders that are being cancelled at the
 * same time, or were cancelled before, may be there or not; nothing is expected of orders that others had put there.
 */
export function validateLists({ model, lists, changing }: AnsweredStep) {
  const leaving = [...changing].filter((order) => !isOnly(order, 'shipped'))
  const lasting = [...model.orders.values(), ...model.listedOnly()].filter(
    (order) =>
      !possibleAt(order.life, Infinity).includes('unplaced') && !isOnly(order, 'cancelled') && !leaving.includes(order),
  )
  const minOrders = model.minOrders - leaving.length
  for (const answered of lists) {
    const { list } = answered
    // An undocumented query may be rejected, but must not change the contents of the list.
    if (list === undefined && !isPlainList(answered.call) && answered.status !== 200) continue
    if (answered.status === 304 && answered.since !== undefined) {
      const stale = missing(answered.since, answered, lasting, model)
      if (stale !== undefined) return stale
      continue
    }
    if (list === undefined) return noList(answered)
    const violation =
      tooShort(list, answered, minOrders) ??
      missing(list, answered, lasting, model) ??
      reappeared(list, answered, model) ??
      appeared(list, answered, model) ??
      changed(list, answered, lasting, model)
    if (violation !== undefined) return violation
  }
  return undefined
}

function noList(answered: AnsweredCall) {
  const isNoArray = answered.status === 200
  const actual = isNoArray ? '200 with a body that is not a JSON array' : describeAnswer(answered.answer)
  const end = isNoArray ? `returned ${actual}` : tellAnswer(answered)
  const message = `Reading the list of orders ${end}.`
  return violationOf('a list', answered, { message, expected: '200 with a JSON array of orders', actual })
}

function tooShort({ length }: OrderList, answered: AnsweredCall, minOrders: number) {
  if (length >= minOrders) return undefined
  return violationOf('all of many orders', answered, {
    message: `There are at least ${minOrders} orders, but the list shows ${length}.`,
    expected: `at least ${minOrders} orders in one list`,
    actual: `${length} orders`,
  })
}

function missing(list: OrderList, answered: AnsweredCall, lasting: readonly KnownOrder[], { store }: Model) {
  const absent = lasting.filter((order) => mustBeListed(order) && !list.has(order.id))
  // One that nobody can have cancelled says more.
  const order = absent.find((each) => isOnly(each, 'shipped')) ?? absent[0]
  // Any order without an id may be one of them.
  if (order === undefined || absent.length <= list.nameless) return undefined
  const rounded = list.ids.find((id) => Number(id) === Number(order.id) && !store.takenIds.has(id))
  const lostDigits = rounded === undefined ? '' : ` It shows ${rounded}: digits were lost.`
  return violationOf(rounded === undefined ? 'every order' : 'all digits', answered, {
    order,
    message: `Order ${order.id} (${order.state}) is not in the list.${lostDigits}`,
    doubt: order.listed === undefined ? doubtOfState(order) : undefined,
    expected: `order ${order.id} (${order.state}) in the list`,
    actual: `${list.length} orders without it`,
  })
}

/** An order that stays missing may have been cancelled; an order that reappears was there all the time. */
function reappeared(list: OrderList, answered: AnsweredCall, { missed, store }: Model) {
  const [id, before] = [...missed].find(([each]) => list.has(each)) ?? []
  const after = id === undefined ? undefined : list.get(id)
  if (before === undefined || after === undefined) return undefined
  // A new one that has its id by chance is seldom the same in all its members.
  const isSame = Object.keys(after).length > 1 && changedMember(before, after, store.unsteady) === undefined
  return violationOf('removed order', answered, {
    ...(isSame && { excuse: 'none' }),
    message: `Order ${id} was listed, was missing from a later list, and is listed again.`,
    expected: `order ${id} in every list, or in none once it has been missing`,
    actual: `order ${id} again`,
  })
}

/** An order that was not set up since the last list, in a store that was emptied for this run. */
function appeared(list: OrderList, answered: AnsweredCall, { isOwn, lastList, orders, store }: Model) {
  if (!isOwn || lastList === undefined || lastList.nameless > 0 || store.unsteady.has('orders')) return undefined
  const placed = new Set([...orders.values()].filter((order) => !isOnly(order, 'unplaced')).map((order) => order.id))
  const id = list.ids.find((each) => !lastList.has(each) && !placed.has(each))
  if (id === undefined) return undefined
  return violationOf('no other order', answered, {
    message: `Order ${id} is in the list, although nobody placed it since the last list.`,
    expected: 'only orders that were placed',
    actual: `order ${id}`,
  })
}

function changed(list: OrderList, answered: AnsweredCall, lasting: readonly KnownOrder[], { store }: Model) {
  for (const order of lasting) {
    const [before, after] = [order.listed, list.get(order.id)]
    const member = before && after && changedMember(before, after, store.unsteady)
    if (member === undefined) continue
    const [was, is] = [textOf(before, member), textOf(after, member)]
    return violationOf('the same members', answered, {
      // A date that is expected, an order that is being fulfilled; what others have changed.
      excuse: member === 'shipDate' || member === 'complete' ? 'time' : 'others',
      order,
      member,
      message: `The ${member} of order ${order.id} (${order.state}) was ${was} and is now ${is}.`,
      expected: `order ${order.id} with ${member} ${was}, as before`,
      actual: `${member} ${is}`,
    })
  }
  return undefined
}
