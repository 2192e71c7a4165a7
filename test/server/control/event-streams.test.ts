import { afterEach, expect, test, vi } from 'vitest'
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

test('what 300 clients are not told is not put into words', async () => {
  const mock = new OrdersMock()
  const { sent, end } = follow(mock, 300)
  const written = vi.spyOn(JSON, 'stringify')
  const dated = vi.spyOn(Date.prototype, 'toISOString')
  for (let times = 0; times < 10_000; times += 1) {
    mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
  }
  await vi.waitFor(() => expect(sent[299]).toContain('event: dropped'))
  end()
  expect(written.mock.calls.length).toBeLessThan(50)
  expect(dated.mock.calls.length).toBeLessThan(50)
  expect(new Set(sent).size).toBe(1)
})
