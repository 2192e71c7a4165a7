import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersMock, type OrderView } from '../../../src/core/index.js'

const id = fc.integer({ min: 1, max: 700 })
const change = fc.oneof(fc.record({ removed: id }), fc.record({ put: id, quantity: fc.integer({ min: 1, max: 9 }) }))

test('a long list shows each order as it is, whatever was changed, removed and added', () => {
  const mock = new OrdersMock({ scenario: { orders: [{ generate: { count: 600 } }] } })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      mock.sandbox().reset()
      const { orders } = mock.sandbox()
      for (const each of changes) {
        if ('put' in each) orders.put(each.put, { quantity: each.quantity })
        else if (orders.get(each.removed) !== undefined) orders.remove(each.removed)
      }
      const shown = orders.all().map(asJson)
      expect(JSON.stringify(listOf(mock))).toBe(JSON.stringify(shown))
    }),
    { numRuns: 10 },
  )
})

test.each([0, 1, 249, 250, 251, 500])('a list of %i orders is one JSON array', (count) => {
  const mock = new OrdersMock({ scenario: { orders: count === 0 ? [] : [{ generate: { count } }] } })
  expect(listOf(mock)).toHaveLength(count)
})

test('a list of which every order is removed is empty', () => {
  const mock = new OrdersMock({ scenario: { orders: [{ generate: { count: 300 } }] } })
  for (let number = 1; number <= 300; number += 1) mock.sandbox().orders.remove(number)
  expect(listOf(mock)).toEqual([])
})

function listOf(mock: OrdersMock): unknown[] {
  const { body } = mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
  return JSON.parse(new TextDecoder().decode(body)) as unknown[]
}

/** As the API shows it: without its status. */
function asJson({ id: digits, petId, quantity, shipDate, complete }: OrderView): object {
  return { id: Number(digits), petId: petId && Number(petId), quantity, shipDate, complete }
}
