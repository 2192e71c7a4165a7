import { EventEmitter, once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { send } from '../verify/providers/send.js'
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

test('a request without a key that succeeds is a finding', async () => {
  const { proxy } = await proxied((usual) => ({ refuse: () => usual.json(200, []) }))
  await send('GET', `${proxy.baseUrl}/store/orders?a=b`)
  await proxy.check.settle()
  expect(proxy.check.report().findings).toMatchObject([
    {
      id: 'model.key-required',
      message: 'A request without a key succeeded.',
      steps: [expect.stringMatching(/^[\d-]{10}T[\d:.]{12}Z GET \/store\/orders → 200$/)],
    },
  ])
})

const CUT = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n[{"id":'
const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n'

test.each([
  ['breaks off', CUT, 'it closed the connection before its response was complete'],
  ['is an unsolicited 101', SWITCHING, 'it sent 101 (Switching Protocols), which was not requested'],
])('a response that %s is a violation each time, a finding once, and 502 to the client', async (_, bytes, remark) => {
  const { call, events } = await proxied(() => ({ send: (response) => void response.socket?.end(bytes) }))
  const body = expect.stringContaining('"code":"provider_gave_no_answer"') as string
  for (const status of [502, 502]) expect(await call('GET', '/store/orders')).toMatchObject({ status, body })
  const violations = [{ rule: 'answered', operation: 'listOrders' }]
  expect(events).toMatchObject([
    { remark, violations, findings: [{ id: 'openapi.listOrders.answered' }] },
    { remark, violations, findings: [] },
  ])
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
  expect(proxy.check.recorder.isEmpty).toBe(false)
})
