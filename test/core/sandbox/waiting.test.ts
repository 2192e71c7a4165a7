import { expect, onTestFinished, test, vi } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

const get = { method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' }
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'

test('nothing but a request that matches ends a wait, and with it the timer', async () => {
  const [started, cleared] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
  onTestFinished(() => void vi.restoreAllMocks())
  const mock = new OrdersMock()
  const { requests } = mock.sandbox()
  mock.handle(get)
  const waiting = requests.next({ status: 401 }, { timeoutMs: 54_321 })
  const timer = started.mock.results.at(started.mock.calls.findIndex(([, ms]) => ms === 54_321))?.value
  mock.sandbox().rewind({ to: 0 })
  mock.handle(get)
  mock.handle({ ...get, authorization: undefined })
  expect(await waiting).toMatchObject({ id: 4, status: 401 })
  expect(await requests.next({ since: '1' })).toMatchObject({ id: 3 })
  expect(cleared).toHaveBeenCalledWith(timer)
  await expect(requests.next({ operation: 'listOrder' })).rejects.toThrow('there is no operation "listOrder"')
})

test('a mock holds 1,000 requests, and lets 1,000 callers wait', async () => {
  const mock = new OrdersMock()
  const { faults, requests } = mock.sandbox()
  faults.set([{ kind: 'hold' }])
  const held = Array.from({ length: 1000 }, () => mock.handle(get).held?.response)
  const { status, held: none } = mock.handle(get)
  expect([status, none]).toEqual([503, undefined])
  expect(requests.all().at(-1)?.reason).toBe('the mock holds 1000 requests already')
  requests.release(1)
  expect(await held[0]).toMatchObject({ status: 200 })
  expect(mock.handle(get).status).toBe(undefined)
  const waiting = Array.from({ length: 1000 }, () => requests.next({ status: 404 }))
  await expect(requests.next({ status: 404 })).rejects.toMatchObject({ status: 503, code: 'too_many_waiters' })
  mock.handle({ ...get, path: '/nowhere' })
  await Promise.all(waiting)
})

// A service worker never hears that a page gave a request up.
test('a client that gives up ends its held request, which is not carried out', async () => {
  const mock = new OrdersMock({ scenario: 'pending' })
  const { faults, requests, orders } = mock.sandbox()
  faults.set([{ kind: 'hold' }])
  const giveUp = new AbortController()
  const headers = { authorization: 'Bearer test-key' }
  const { signal } = giveUp
  const left = mock.fetch('http://any/v1/store/orders/1', { method: 'DELETE', headers, signal }).then(String, String)
  await requests.next()
  giveUp.abort()
  expect(await left).toMatch(/abort/i)
  const reason = 'the request was held, and ended without being carried out'
  expect(requests.all()).toMatchObject([{ status: 0, reason }])
  expect(orders.get(1)?.status).toBe('pending')
})

test('a deleted sandbox ends the requests that it holds, and the waits for others', async () => {
  const mock = new OrdersMock()
  const box = mock.createSandbox({ name: 'box' })
  box.faults.set([{ kind: 'hold' }])
  const { held } = mock.handle({ ...get, authorization: `Bearer ${box.apiKey}` })
  const waiting = box.requests.next({ status: 200 })
  mock.deleteSandbox('box')
  await expect(waiting).rejects.toMatchObject({ status: 404, message: 'The sandbox "box" is gone.' })
  expect(await held?.response).toMatchObject({ status: undefined, effects: { connection: 'reset' } })
})

test.each<[string, string | undefined, ...string[]]>([
  [`00-${TRACE}-00f067aa0ba902b7-01`, TRACE],
  [`cc-${TRACE}-00f067aa0ba902b7-01-what-the-future-holds`, TRACE],
  [` 00-${TRACE}-00f067aa0ba902b7-00\t`, TRACE],
  [`00-${TRACE}-00f067aa0ba902b7-01-more`, undefined],
  [`ff-${TRACE}-00f067aa0ba902b7-01`, undefined],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, undefined],
  [`00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  [`00-${TRACE}-00f067aa0ba902b7`, undefined],
  ['', undefined],
  [`00-${TRACE}-00f067aa0ba902b7-01`, undefined, `00-${TRACE}-00f067aa0ba902b7-01`],
])('the trace of %j is %s (W3C Trace Context)', (traceparent, traceId, ...second) => {
  const mock = new OrdersMock()
  const headers = [traceparent, ...second].flatMap((value) => ['TraceParent', value])
  mock.handle({ ...get, rawHeaders: ['Accept', '*/*', ...headers] })
  const { requests } = mock.sandbox()
  expect(requests.all()[0]?.traceId).toBe(traceId)
  expect(requests.count({ traceId: TRACE })).toBe(traceId === undefined ? 0 : 1)
})

test('a hundred requests without a valid key stay in the journal, and it says how many more there were', () => {
  const mock = new OrdersMock()
  const { requests } = mock.sandbox()
  for (let count = 0; count < 10; count += 1) mock.handle(get)
  for (let count = 0; count < 130; count += 1) mock.handle({ ...get, authorization: `Bearer wrong-${count}` })
  expect([requests.count(), requests.count({ status: 200 }), requests.evicted, requests.evictedUnkeyed]).toEqual([
    110, 10, 30, 30,
  ])
  expect(requests.all({ status: 401 })[0]?.id).toBe(41)
  requests.clear()
  expect([requests.evicted, requests.evictedUnkeyed]).toEqual([0, 0])
})
