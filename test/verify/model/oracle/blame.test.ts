import { expect, test } from 'vitest'
import { Model } from '../../../../src/verify/model/oracle/model.js'
import { learnFrom, validateAnswers } from '../../../../src/verify/model/oracle/validate-answers.js'
import type { AnsweredCall, Violation } from '../../../../src/verify/model/oracle/violation.js'
import { resolveCall } from '../../../../src/verify/model/sequences/resolve-call.js'
import { LARGE_ID, MANY, NO_ORDERS, PENDING, SHIPPED } from '../../../../src/verify/model/sequences/states.js'
import { type Call, cancel, list, setUp } from '../../../../src/verify/model/sequences/step.js'
import { readOrderList } from '../../../../src/verify/model/oracle/order-list.js'

import { type Deviation, startSmallProvider } from '../../providers/small-provider.js'
import { ruleBrokenBy } from '../../tables/check-once.js'

// Blame lands where the fault is.

type Answered = readonly [call: Call, status: number, body?: string]

const SNOWFLAKE = 1_152_921_504_606_946_741n

test('a shipped order that is gone while its cancel is refused is gone because of that', () => {
  const model = modelOf([SHIPPED, 7n])
  expect(validate(model, [list(), 200, '[{"id":7}]'])).toBeUndefined()
  const violation = validate(model, [cancel(SHIPPED), 409], [list(), 200, '[]'])
  expect(violation).toMatchObject({ rule: 'refused-shipped-changes-nothing', ifBack: { rule: 'list-is-complete' } })
})

test('what a refused cancel does to an order explains the other cancels that are sent at once', () => {
  const violation = validate(modelOf([SHIPPED, 7n]), [cancel(SHIPPED), 409], [cancel(SHIPPED), 204])
  expect(violation?.rule).toBe('shipped-is-refused')
  expect(violation?.explainedBy).toContain('refused-shipped-changes-nothing')
})

test('orders that are gone after a cancel was refused are gone because of that', () => {
  const model = new Model()
  model.stateReached(setUp(NO_ORDERS), undefined)
  model.stateReached(setUp(MANY, MANY, { params: { count: 2 } }), undefined)
  expect(validate(model, [list(), 200, '[{"id":1},{"id":2}]'])).toBeUndefined()
  expect(validate(model, [cancel({ kind: 'listed', index: 0 }), 409])).toBeUndefined()
  model.orders.clear()
  expect(validate(model, [list(), 200, '[{"id":2}]'])?.rule).toBe('refused-shipped-changes-nothing')
})

test('of many orders, one that changes while another is cancelled was not changed by its own refusal', () => {
  const model = new Model()
  model.stateReached(setUp(NO_ORDERS), undefined)
  model.stateReached(setUp(MANY, MANY, { params: { count: 2 } }), undefined)
  expect(validate(model, [list(), 200, '[{"id":1,"quantity":1},{"id":2,"quantity":1}]'])).toBeUndefined()
  const [first, second] = [0, 1].map((index) => cancel({ kind: 'listed', index }))
  if (first !== undefined && second !== undefined) validate(model, [first, 204], [second, 409])
  expect(validate(model, [list(), 200, '[{"id":2}]'])?.rule).toBe('other-orders-untouched')
})

test.each<[state: typeof PENDING | typeof LARGE_ID, answered: Answered, rule: string]>([
  [PENDING, [list(), 200, '[]'], 'list-is-complete'],
  [PENDING, [list(), 200, `[{"id":${BigInt(Number(SNOWFLAKE))}}]`], 'large-ids-keep-digits'],
  [PENDING, [cancel(PENDING), 500], 'pending-is-cancelled'],
  [PENDING, [cancel(PENDING), 404], 'large-ids-keep-digits'],
  [LARGE_ID, [list(), 200, '[]'], 'large-ids-keep-digits'],
  [LARGE_ID, [cancel(LARGE_ID), 500], 'large-ids-keep-digits'],
])('that ids are large is blamed only where digits may be lost: %s, %j', (state, answered, rule) => {
  expect(validate(modelOf([state, SNOWFLAKE]), answered)?.rule).toBe(rule)
})

test('of a large id that is not found, however many ask for it, the digits are to blame', () => {
  const violation = validate(modelOf([LARGE_ID, SNOWFLAKE]), [cancel(LARGE_ID), 404], [cancel(LARGE_ID), 404])
  expect(violation?.rule).toBe('large-ids-keep-digits')
})

test('an id with a fraction of zero is an integer, and keeps its digits', () => {
  expect(readOrderList('[{"id":9007199254740993.0},{"id":7.0}]')?.ids).toEqual([9_007_199_254_740_993n, 7n])
})

function modelOf(
  ...orders: readonly (readonly [state: typeof PENDING | typeof SHIPPED | typeof LARGE_ID, id: bigint])[]
) {
  const model = new Model()
  for (const [state, id] of orders) model.stateReached(setUp(state), id)
  return model
}

/** Sends calls at once, and takes what is allowed into the model. */
function validate(model: Model, ...sent: readonly Answered[]): Violation | undefined {
  const answers = sent.flatMap(([call, status, body = '']): AnsweredCall[] => {
    const resolved = resolveCall(call, { apiKey: 'k', model, takenIds: new Set() })
    if (resolved === undefined) return []
    const request = { ...resolved.request, url: `http://shop/v1${resolved.request.path}` }
    const response = { status, headers: {}, body, isUtf8: true }
    return [{ ...resolved, status, outcome: { request, response, durationMs: 1 } }]
  })
  const violation = validateAnswers({ model, answers })
  if (violation === undefined) learnFrom({ model, answers })
  return violation
}

const unshipsOthers: Deviation = (usual, store) => ({
  cancel: (order) => {
    const answer = usual.cancel(order)
    const isCancelled = order.status === 'cancelled'
    for (const other of store.orders) if (isCancelled && other.status === 'shipped') other.status = 'pending'
    return answer
  },
})

const startUnshipping = () => startSmallProvider(unshipsOthers)

test('what the cancel of another order does to a shipped one is no doing of its own refusals', async () => {
  await expect(ruleBrokenBy(startUnshipping, 'model.refused-shipped-changes-nothing')).resolves.toBeUndefined()
  await expect(ruleBrokenBy(startUnshipping, 'model.other-orders-untouched')).resolves.toBe('other-orders-untouched')
})
