import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { streamEvents } from '../../../src/control/index.js'
import { OrdersMock } from '../../../src/core/index.js'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})

/** Has a client follow a mock; `waitingBytes` is what it has not yet read. */
function follow(mock: OrdersMock) {
  const client = {
    text: '',
    waitingBytes: 0,
    ends: 0,
    write: (bytes: Uint8Array): void => void (client.text += Buffer.from(bytes).toString()),
    end: (): void => void (client.ends += 1),
  }
  onTestFinished(streamEvents(mock, client))
  return client
}

test('the stream of a client that reads too slowly ends', async () => {
  const mock = new OrdersMock()
  const client = follow(mock)
  client.waitingBytes = 2 ** 24
  mock.sandbox().orders.add({})
  mock.sandbox().orders.add({})
  await vi.advanceTimersByTimeAsync(20_000)
  expect(client).toMatchObject({ text: 'retry: 1000\n\n', ends: 1 })
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
