import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import { EventStreams } from '../../../src/control/index.js'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Has so many clients follow a mock; returns what ends their streams, and what each of them was sent. */
function follow(mock: OrdersMock, count: number): { readonly end: () => unknown; readonly sent: string[] } {
  const streams = new EventStreams(mock)
  const closes: (() => void)[] = []
  const sent = Array.from({ length: count }, () => '')
  for (const index of sent.keys()) {
    const write = (bytes: Uint8Array): void => void (sent[index] += Buffer.from(bytes).toString())
    closes.push(streams.add({ write, waitingBytes: 0 }))
  }
  return { sent, end: () => closes.map((close) => close()) }
}

function sinkTo(all: string[]) {
  return { write: (bytes: Uint8Array) => void all.push(Buffer.from(bytes).toString()), waitingBytes: 0 }
}

test('what 300 clients are not told is not put into words', async () => {
  const mock = new OrdersMock()
  const { sent, end } = follow(mock, 300)
  const written = vi.spyOn(JSON, 'stringify')
  for (let times = 0; times < 10_000; times += 1) {
    mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
  }
  await vi.waitFor(() => expect(sent[299]).toContain('event: dropped'))
  end()
  expect(written.mock.calls.length).toBeLessThan(50)
  expect(new Set(sent).size).toBe(1)
})

test('a client that could not keep up is told what it missed, though nothing more happens', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const mock = new OrdersMock()
  const sent: string[] = []
  const sink = { ...sinkTo(sent), waitingBytes: 2 ** 24 }
  onTestFinished(new EventStreams(mock).add(sink))
  mock.sandbox().orders.add({})
  await vi.advanceTimersByTimeAsync(1_000)
  sink.waitingBytes = 0
  await vi.advanceTimersByTimeAsync(15_000)
  expect(sent).toEqual(['retry: 1000\n\n', 'event: dropped\ndata: {"count":1}\n\n', ': still here\n\n'])
})

test('a client is not sent what happened before it came', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const mock = new OrdersMock()
  const streams = new EventStreams(mock)
  const sent: [string[], string[]] = [[], []]
  onTestFinished(streams.add(sinkTo(sent[0])))
  mock.sandbox().orders.add({})
  onTestFinished(streams.add(sinkTo(sent[1])))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent[0].join('')).toContain('event: order')
  expect(sent[1]).toEqual(['retry: 1000\n\n'])
})
