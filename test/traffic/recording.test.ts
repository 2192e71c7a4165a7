import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readScenarioFolder } from '../../src/server/index.js'
import type { RunningProxy } from '../../src/traffic/index.js'
import { temporaryFile } from '../temporary-file.js'
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

test('fields that do not fit into a scenario are omitted, and orders without an id are counted', async () => {
  const list = '[{"id":1,"quantity":"2","shipDate":"soon","complete":null,"petId":"7","x":1},{"petId":2},{"id":"3"}]'
  const scenario = await recordedOf(list)
  expect(parse(scenario)).toMatchObject({ orders: [{ id: 1, status: 'pending' }] })
  expect(scenario).toContain('Omitted, because a scenario needs their ids: 2 listed')
  expect(scenario).toContain(
    '\n# Omitted, because a scenario cannot contain them: quantity (1), shipDate (1), complete (1), petId (1), other fields (1).\n',
  )
})

test('a date-time keeps its point in time, or its text; an impossible one, and a quantity that is no integer, are counted', async () => {
  const dates = ['2026-02-30T12:00:00Z', '2026-02-28T24:00', '2026-W47-5T09,5-12', '2028-02-29t12:00:00z']
  const orders = dates.map((shipDate, index) => `{"id":${index},"shipDate":"${shipDate}"}`)
  const list = `[${orders.join(',')},{"id":4,"quantity":2.5},{"id":5,"quantity":9007199254740993},{"id":6,"shipDate":"20261102T093000,1234Z"},{"id":7,"shipDate":"9999-12-31T23-05"},{"id":8,"shipDate":"2026-306T24Z"}]`
  const scenario = await recordedOf(list)
  const { orders: listed } = parse(scenario, { intAsBigInt: true }) as { orders: unknown }
  expect(listed).toEqual([
    { id: 0n, status: 'pending' },
    { id: 1n, shipDate: '2026-02-28T24:00', status: 'pending' },
    { id: 2n, shipDate: '2026-11-20T21:30:00Z', status: 'pending' },
    { id: 3n, shipDate: '2028-02-29t12:00:00z', status: 'pending' },
    { id: 4n, status: 'pending' },
    { id: 5n, quantity: 9007199254740993n, status: 'pending' },
    { id: 6n, shipDate: '20261102T093000,1234Z', status: 'pending' },
    { id: 7n, shipDate: '9999-12-31T23-05', status: 'pending' },
    { id: 8n, shipDate: '2026-11-03T00:00:00Z', status: 'pending' },
  ])
  expect(scenario).toContain('\n# Omitted, because a scenario cannot contain them: shipDate (1), quantity (1).\n')
})

test('a scenario loads whatever was recorded of a pet, and says what it cannot hold', async () => {
  const body = `{"id":1,"weight":1e400,"deep":${'['.repeat(120)}${']'.repeat(120)},"<<":{"a":"*b"},"__proto__":{"c":1},"size":123456789012345678901}`
  const { proxy, call } = await proxied((usual) => ({ getPet: () => ({ ...usual.json(200, {}), body }) }))
  await call('GET', '/pets/1')
  const file = temporaryFile('shop.yaml', recorded(proxy))
  const { files, mistakes } = await readScenarioFolder(dirname(file), 0)
  expect([files.get('shop')?.scenario.pets, mistakes]).toEqual([
    new Map([['1', '{"id":1,"<<":{"a":"*b"},"__proto__":{"c":1},"size":123456789012345678901}']]),
    [],
  ])
  expect(recorded(proxy)).toContain('\n# Omitted, because a scenario cannot contain them: fields of pets (2).\n')
})

test('all digits are kept, and each order has a line', async () => {
  const { proxy, call, reach } = await proxied()
  const large = await reach('an order with a large id')
  const shipped = await reach('a shipped order')
  await call('GET', '/store/orders')
  expect(recorded(proxy)).toBe(`# Recorded by orders-mock.
# The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.

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
