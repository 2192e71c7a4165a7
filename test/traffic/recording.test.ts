import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { RunningProxy } from '../../src/traffic/index.js'
import { proxied } from './proxied.js'

const AT = new Date('2026-11-20T12:00:00Z')

test('the scenario holds what the list showed, with statuses learned from cancels', async () => {
  const { proxy, call, reach } = await proxied()
  const pending = await reach('a pending order')
  const shipped = await reach('a shipped order')
  const large = await reach('an order with a large id')
  await reach('an order with every field')
  const petId = await reach('a pet')
  await call('GET', '/store/orders')
  await call('DELETE', `/store/orders/${shipped}`)
  await call('DELETE', `/store/orders/${large}`)
  await call('DELETE', `/store/orders/${large}`)
  await call('GET', `/pets/${petId}`)
  expect(parse(recorded(proxy), { intAsBigInt: true })).toEqual({
    title: `Recorded from ${proxy.target}`,
    description: 'As it was on 2026-11-20T12:00:00.000Z.',
    orders: [
      { id: BigInt(pending), petId: 11n, quantity: 2n, status: 'pending' },
      { id: BigInt(shipped), quantity: 1n, complete: true, status: 'shipped' },
      { id: BigInt(large), petId: 14n, status: 'cancelled' },
      {
        id: BigInt(petId) - 1n,
        petId: 12n,
        quantity: 3n,
        shipDate: '2026-11-20T12:00:00Z',
        complete: false,
        status: 'pending',
      },
    ],
    pets: [{ id: BigInt(petId) }],
    sunset: '2027-06-30T00:00:00Z',
  })
})

test('an order that no list showed is learned from its cancel', async () => {
  const { proxy, call, reach } = await proxied()
  const orderId = await reach('a pending order')
  await call('DELETE', `/store/orders/${orderId}`)
  expect(parse(recorded(proxy))).toMatchObject({ orders: [{ id: Number(orderId), status: 'cancelled' }] })
})

test('members that a scenario cannot hold are left out, and orders without an id are counted', async () => {
  const list = '[{"id":1,"quantity":"2","shipDate":"soon","complete":null,"petId":"7","x":1},{"petId":2},{"id":"3"}]'
  const scenario = await recordedOf(list)
  expect(parse(scenario)).toMatchObject({ orders: [{ id: 1, status: 'pending' }] })
  expect(scenario).toContain('Left out, because a scenario needs their ids: 2 listed')
})

test('a date-time of ISO 8601 is kept as it is; an impossible one, and a quantity whose last digits are lost, are left out', async () => {
  const dates = ['2026-02-30T12:00:00Z', '2026-02-28T24:00', '2026-W47-5T09,5-12', '2028-02-29t12:00:00z']
  const orders = dates.map((shipDate, index) => `{"id":${index},"shipDate":"${shipDate}"}`)
  const list = `[${orders.join(',')},{"id":4,"quantity":9007199254740993.0},{"id":5,"quantity":9007199254740993}]`
  const scenario = await recordedOf(list)
  const { orders: listed } = parse(scenario, { intAsBigInt: true }) as { orders: unknown }
  expect(listed).toEqual([
    { id: 0n, status: 'pending' },
    { id: 1n, shipDate: '2026-02-28T24:00', status: 'pending' },
    { id: 2n, shipDate: '2026-W47-5T09,5-12', status: 'pending' },
    { id: 3n, shipDate: '2028-02-29t12:00:00z', status: 'pending' },
    { id: 4n, status: 'pending' },
    { id: 5n, quantity: 9007199254740993n, status: 'pending' },
  ])
})

test('all digits are kept, and each order has a line', async () => {
  const { proxy, call, reach } = await proxied()
  const large = await reach('an order with a large id')
  const shipped = await reach('a shipped order')
  await call('GET', '/store/orders')
  expect(recorded(proxy))
    .toBe(`# The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.

title: Recorded from ${proxy.target}
description: As it was on 2026-11-20T12:00:00.000Z.
orders:
  - { id: ${large}, petId: 14, status: pending }
  - { id: ${shipped}, quantity: 1, complete: true, status: pending }
`)
  expect(large).toMatch(/^900719925\d+$/)
})

function recorded(proxy: RunningProxy): string {
  return proxy.check.recorder.scenario({ baseUrl: proxy.target, at: AT })
}

/** The scenario of a provider that lists this. */
async function recordedOf(list: string): Promise<string> {
  const { proxy, call } = await proxied((usual) => ({ listOrders: () => ({ ...usual.json(200, []), body: list }) }))
  await call('GET', '/store/orders')
  return recorded(proxy)
}
