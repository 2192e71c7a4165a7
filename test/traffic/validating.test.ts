import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { send } from '../verify/providers/send.js'
import type { Deviation } from '../verify/providers/small-provider.js'
import { proxied } from './proxied.js'

test('violations are in the event, with the clause that they break', async () => {
  const { call, reach, events } = await proxied(() => ({ show: ({ id }) => ({ id: String(id), quantity: 1.5 }) }))
  await reach('a pending order')
  expect(await call('GET', '/store/orders')).toMatchObject({ status: 200 })
  await expect.poll(() => events).toHaveLength(1)
  expect(events[0]?.violations).toMatchObject([
    { rule: 'schema', operation: 'listOrders', message: '[0].id is "101", not an integer.' },
    { rule: 'schema', operation: 'listOrders', message: '[0].quantity is 1.5, not an integer.' },
  ])
  expect(events[0]?.violations[0]).toMatchObject({ clause: 'Resources and their fields' })
})

const gone: Deviation = (usual) => ({
  cancel: (order) => (order.status === 'cancelled' ? usual.error(410, 'gone') : usual.cancel(order)),
})

test('a cancel request for an order that the proxy has seen cancelled may be rejected with any status', async () => {
  const { call, reach, events } = await proxied(gone)
  const orderId = await reach('a pending order')
  const together = await reach('a pending order')
  await call('DELETE', `/store/orders/${orderId}`)
  await call('DELETE', `/store/orders/${orderId}`)
  await Promise.all([1, 2, 3].map(() => call('DELETE', `/store/orders/${together}`)))
  expect(events.map(({ status = 0 }) => status).toSorted((one, other) => one - other)).toEqual([
    204, 204, 410, 410, 410,
  ])
  expect(events.flatMap(({ violations }) => violations)).toEqual([])
})

test('a claim that held in all traffic is reported as kept, and one that did not is a finding alone', async () => {
  const { call, reach, proxy } = await proxied((usual) => ({ cancel: () => ({ ...usual.error(204, 'x'), body: '' }) }))
  const orderId = await reach('a pending order')
  const kept = () => proxy.check.report().kept.filter(({ id }) => id.startsWith('model.cancelled-once'))
  await call('DELETE', `/store/orders/${orderId}`)
  expect([kept().length, proxy.check.report().findings]).toEqual([1, []])
  await call('DELETE', `/store/orders/${orderId}`)
  const found = proxy.check.report().findings.map(({ id }) => id)
  expect([kept(), found]).toEqual([[], [`model.cancelled-once.${orderId}`]])
})

test('a request without a key that succeeds is a finding', async () => {
  const { proxy } = await proxied((usual) => ({ refuse: () => usual.json(200, []) }))
  await send('GET', `${proxy.baseUrl}/store/orders`)
  await proxy.check.settle()
  expect(proxy.check.report().findings).toMatchObject([
    { id: 'model.key-required', message: 'A request without a key succeeded.' },
  ])
})

test('a response that breaks off is a violation, and 502 to the client', async () => {
  const { call, events } = await proxied(() => ({
    send: (response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n[{"id":')
      setTimeout(() => response.socket?.destroy(), 20)
    },
  }))
  expect(await call('GET', '/store/orders')).toMatchObject({
    status: 502,
    body: expect.stringContaining('"code":"provider_gave_no_answer"'),
  })
  expect(events).toMatchObject([{ violations: [{ rule: 'answered', operation: 'listOrders' }] }])
})

test('a client that hangs up causes no finding', async () => {
  const provider = new EventEmitter()
  const asked = once(provider, 'asked')
  const { proxy, events } = await proxied(() => ({
    answer: () => {
      provider.emit('asked')
      return new Promise(() => {})
    },
  }))
  const client = new AbortController()
  const answer = fetch(`${proxy.baseUrl}/store/orders`, { signal: client.signal })
  await asked
  client.abort()
  await expect(answer).rejects.toThrow('aborted')
  await expect.poll(() => events).toMatchObject([{ remark: 'the client hung up', violations: [] }])
  expect(events[0]).not.toHaveProperty('status')
})

test('nobody waits while a long list is validated, and events keep the order in which responses ended', async () => {
  const { provider, proxy, events } = await proxied((usual) => ({
    listOrders: () =>
      usual.json(
        200,
        Array.from({ length: 20_000 }, (_, id) => ({ id, quantity: 1.5 })),
      ),
  }))
  // Each look at the clock finds the time for a piece used up: others get as many turns as on the slowest machine.
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1_000))
  onTestFinished(() => void vi.restoreAllMocks())
  const authorization = `Bearer ${provider.apiKey}`
  await send('GET', `${proxy.baseUrl}/store/orders`, { authorization })
  const cancelled = await send('DELETE', `${proxy.baseUrl}/store/orders/7`, { authorization })
  expect({ ...cancelled, events: [...events] }).toMatchObject({ status: 404, events: [] })
  await expect
    .poll(() => events.map(({ operation, status }) => `${operation} ${status}`))
    .toEqual(['listOrders 200', 'cancelOrder 404'])
  expect(events[0]?.violations).toMatchObject([{ rule: 'schema' }])
})
