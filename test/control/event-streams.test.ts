import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { EventStreams } from '../../src/control/index.js'
import { OrdersMock } from '../../src/core/index.js'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.restoreAllMocks().useRealTimers())
})

/** Has a client follow a mock; `waitingBytes` is what it has not yet read. */
function follow(streams: EventStreams) {
  const client = {
    text: '',
    waitingBytes: 0,
    ends: 0,
    write: (bytes: Uint8Array): void => void (client.text += Buffer.from(bytes).toString()),
    end: (): void => void (client.ends += 1),
  }
  const leave = streams.follow(client)
  onTestFinished(leave)
  return Object.assign(client, { leave })
}

test('the stream of a client that reads too slowly ends', async () => {
  const mock = new OrdersMock()
  const client = follow(new EventStreams(mock))
  client.waitingBytes = 2 ** 24
  mock.sandbox().orders.add({})
  mock.sandbox().orders.add({})
  await vi.advanceTimersByTimeAsync(20_000)
  expect(client).toMatchObject({ text: 'retry: 1000\n\n', ends: 1 })
})

test('a client is not sent what happened before it came', async () => {
  const mock = new OrdersMock()
  const streams = new EventStreams(mock)
  const first = follow(streams)
  mock.sandbox().orders.add({})
  mock.sandbox().orders.add({})
  const second = follow(streams)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(first.text).toMatch(/^retry: 1000\n\n(?:event: order\ndata: \{.*\}\n\n){2}$/)
  expect(second.text).toBe('retry: 1000\n\n')
})

test('clients that read too slowly share a bound: the streams of the slowest end', async () => {
  const mock = new OrdersMock()
  const streams = new EventStreams(mock)
  const clients = Array.from({ length: 10 }, () => follow(streams))
  for (const [index, client] of clients.entries()) client.waitingBytes = index * 2 ** 20
  clients[9]?.end()
  mock.sandbox().orders.add({})
  await vi.advanceTimersByTimeAsync(1_000)
  expect(clients.map(({ ends }) => ends)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2])
})

test('every 15 seconds a client hears that the mock is still there; nothing is done for clients that have left', async () => {
  const mock = new OrdersMock()
  // Not all timers are counted: those of other tests' connections run in this process, too.
  const [started, cleared] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')]
  const unsubscribe = vi.fn<() => void>()
  vi.spyOn(mock, 'subscribe').mockReturnValue(unsubscribe)
  const streams = new EventStreams(mock)
  const [client, other] = [follow(streams), follow(streams)]
  const heartbeat = started.mock.results.at(started.mock.calls.findIndex(([, ms]) => ms === 15_000))?.value
  await vi.advanceTimersByTimeAsync(30_000)
  expect(client.text).toBe('retry: 1000\n\n: still here\n\n: still here\n\n')
  other.leave()
  other.leave()
  expect(unsubscribe).not.toHaveBeenCalled()
  client.leave()
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(cleared).toHaveBeenCalledWith(heartbeat)
})
