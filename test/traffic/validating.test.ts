import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { startSmallProvider, type Deviation } from '../verify/providers/small-provider.js'
import { brokenProviders } from '../verify/providers/broken-providers.js'
import { proxied } from './proxied.js'

test('violations are in the event, with the clause that they break', async () => {
  const { call, reach, events, close } = await proxied(
    await startSmallProvider(() => ({ show: ({ id }) => ({ id: String(id), quantity: 1.5 }) })),
  )
  await reach('a pending order')
  expect(await call('GET', '/store/orders')).toMatchObject({ status: 200 })
  expect(events[0]?.violations).toMatchObject([
    { rule: 'schema', operation: 'listOrders', message: '[0].id is "101", not an integer.' },
    { rule: 'schema', operation: 'listOrders', message: '[0].quantity is 1.5, not an integer.' },
  ])
  expect(events[0]?.violations[0]).toMatchObject({ clause: 'Resources and their fields' })
  await close()
})

const gone: Deviation = (usual) => ({
  cancel: (order) => (order.status === 'cancelled' ? usual.error(410, 'gone') : usual.cancel(order)),
})

const openapi = brokenProviders.filter(({ name }) =>
  [
    'answers a cancel with 204 and a body',
    'answers 404 with a page',
    'answers 404 with the status 400 in its body',
    'hangs up on unknown orders',
    'refuses keys without a code',
    'shows pets with an ISO date as the sunset',
    'shows the pet ids as strings',
    'sends a truncated list',
    'redirects the list',
  ].includes(name),
)

test('there are providers to validate', () => {
  expect(openapi).toHaveLength(9)
})

test.each(openapi)('a provider that $name is found out', async ({ start }) => {
  const { proxy, call, reach, events, close } = await proxied(await start())
  await fetch(`${proxy.baseUrl}/store/orders`)
  await call('DELETE', `/store/orders/${await reach('a pending order')}`)
  await call('DELETE', `/store/orders/${await reach('an unknown order id')}`)
  await call('GET', `/pets/${await reach('a pet')}`)
  await reach('an order with every field')
  await call('GET', '/store/orders')
  expect(events.flatMap(({ violations }) => violations).length).toBeGreaterThan(0)
  await close()
})

test('the cancel of an order that the proxy has seen cancelled may be refused with any status', async () => {
  const { call, reach, events, close } = await proxied(await startSmallProvider(gone))
  const orderId = await reach('a pending order')
  const together = await reach('a pending order')
  await call('DELETE', `/store/orders/${orderId}`)
  await call('DELETE', `/store/orders/${orderId}`)
  await Promise.all([1, 2, 3].map(() => call('DELETE', `/store/orders/${together}`)))
  expect(events.map(({ status = 0 }) => status).toSorted((one, other) => one - other)).toEqual([
    204, 204, 410, 410, 410,
  ])
  expect(events.flatMap(({ violations }) => violations)).toEqual([])
  await close()
})

test('an answer that breaks off is a violation, and 502 to the client', async () => {
  const { call, events, close } = await proxied(
    await startSmallProvider(() => ({
      send: (response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n[{"id":')
        setTimeout(() => response.socket?.destroy(), 20)
      },
    })),
  )
  expect(await call('GET', '/store/orders')).toMatchObject({ status: 502 })
  expect(events).toMatchObject([{ violations: [{ rule: 'answered', operation: 'listOrders' }] }])
  await close()
})

test.each([
  ['GET', '/store/orders'],
  ['DELETE', '/store/orders/7'],
])('a provider that says nothing to %s %s is given up after the timeout', async (method, path) => {
  const { call, events, close } = await proxied(
    await startSmallProvider(() => ({ answer: () => new Promise(() => {}) })),
  )
  expect(await call(method, path)).toMatchObject({ status: 502 })
  expect(events).toMatchObject([{ remark: 'it said nothing for too long', violations: [{ rule: 'answered' }] }])
  await close()
})

test('a client that hangs up leaves no blame behind', async () => {
  const provider = new EventEmitter()
  const asked = once(provider, 'asked')
  const { proxy, events, close } = await proxied(
    await startSmallProvider(() => ({
      answer: () => {
        provider.emit('asked')
        return new Promise(() => {})
      },
    })),
  )
  const client = new AbortController()
  const answer = fetch(`${proxy.baseUrl}/store/orders`, { signal: client.signal })
  await asked
  client.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect.poll(() => events).toMatchObject([{ remark: 'the client hung up', violations: [] }])
  expect(events[0]).not.toHaveProperty('status')
  await close()
})
