import { getEventListeners } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'

test('delays of latency and faults add up to ten minutes at most', () => {
  const mock = new OrdersMock({ latencyMs: 1000 })
  const delayOf = (): number =>
    mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' }).effects.delayMs
  mock.sandbox().faults.set([
    { kind: 'delay', delayMs: 2000 },
    { kind: 'delay', delayMs: 3000 },
  ])
  expect(delayOf()).toBe(6000)
  mock.sandbox().faults.set(Array.from({ length: 50 }, () => ({ kind: 'delay' as const, delayMs: 600_000 })))
  expect(delayOf()).toBe(600_000)
})

test('a request that hangs ends when it is aborted, even if garbage was collected meanwhile', async () => {
  const mock = new OrdersMock()
  mock.sandbox().faults.set([{ kind: 'hang' }])
  const controller = new AbortController()
  const headers = { authorization: 'Bearer test-key' }
  const answer = mock.fetch('http://any/v1/store/orders', { headers, signal: controller.signal })
  // What lets go of a request does so a task later.
  for (let round = 0; round < 3; round += 1) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  controller.abort()
  await expect(answer).rejects.toThrow(/aborted/)
})

test('a request that was delayed lets go of its signal, because it may be used again', async () => {
  const { fetch } = new OrdersMock({ latencyMs: 1 })
  const headers = { authorization: 'Bearer test-key' }
  const request = new Request('http://any/v1/store/orders', { method: 'POST', headers, body: '{}' })
  await fetch(request)
  expect(getEventListeners(request.signal, 'abort')).toEqual([])
})

test('a request that was given up before it was sent changes nothing', async () => {
  const mock = new OrdersMock({ scenario: 'pending' })
  const headers = { authorization: 'Bearer test-key' }
  const signal = AbortSignal.abort()
  const answer = mock.fetch('http://any/v1/store/orders/1', { method: 'DELETE', headers, signal })
  await expect(answer).rejects.toThrow(/aborted/)
  expect(mock.sandbox().orders.get(1)?.status).toBe('pending')
})

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  ;(runInNewContext('gc') as () => void)()
}
