import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { streamEvents } from '../../../src/control/index.js'
import { OrdersMock } from '../../../src/core/index.js'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Has a client follow a mock; `waitingBytes` is what it has not yet read. */
function follow(mock: OrdersMock) {
  const client = { text: '', waitingBytes: 0 }
  const write = (bytes: Uint8Array): void => void (client.text += Buffer.from(bytes).toString())
  const end = streamEvents(mock, {
    write,
    get waitingBytes() {
      return client.waitingBytes
    },
  })
  onTestFinished(end)
  return client
}

test('what is sent at a time is bounded, and a client is told how much it missed', async () => {
  const mock = new OrdersMock()
  const client = follow(mock)
  const authorization = 'Bearer test-key'
  for (let times = 0; times < 10_000; times += 1) mock.handle({ method: 'GET', path: '/store/orders', authorization })
  await vi.advanceTimersByTimeAsync(1_000)
  const told = client.text.match(/event: request/g)?.length ?? 0
  const missed = Number(/event: dropped\ndata: \{"count":(\d+)\}/.exec(client.text)?.[1])
  expect(client.text.length).toBeLessThan(2 ** 20 + 1000)
  expect(told + missed).toBe(10_000)
})

test('a client that could not keep up is told what it missed, though nothing more happens', async () => {
  const mock = new OrdersMock()
  const client = follow(mock)
  client.waitingBytes = 2 ** 24
  mock.sandbox().orders.add({})
  await vi.advanceTimersByTimeAsync(1_000)
  client.waitingBytes = 0
  await vi.advanceTimersByTimeAsync(15_000)
  expect(client.text).toBe('retry: 1000\n\nevent: dropped\ndata: {"count":1}\n\n: still here\n\n')
})

test('a client is not sent what happened before it came', async () => {
  const mock = new OrdersMock()
  const first = follow(mock)
  mock.sandbox().orders.add({})
  const second = follow(mock)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(first.text).toContain('event: order')
  expect(second.text).toBe('retry: 1000\n\n')
})
