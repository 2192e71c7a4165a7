import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { logRequests } from '../../src/cli/request-log.js'
import { OrdersMock } from '../../src/core/index.js'

test('a log that nobody reads is bounded, and says what it lacks once somebody does', async () => {
  const reader = new SlowReader()
  const mock = new OrdersMock()
  const context = { stdout: reader, stderr: reader, env: {}, colors: false, stop: new AbortController().signal }
  const endLog = logRequests(mock, 'json', context)
  for (let count = 1; count <= 3_000; count += 1) {
    mock.handle({ method: 'GET', path: `/${'a'.repeat(900)}`, authorization: 'Bearer test-key' })
    if (count % 100 === 0) await nextTurn()
  }
  expect(reader.writableLength).toBeLessThan(1_000_000)
  reader.read()
  await nextTurn()
  mock.handle({ method: 'GET', path: '/store/orders', authorization: 'Bearer test-key' })
  endLog()
  const lines = reader.text.trimEnd().split('\n')
  const events = lines.map((line) => JSON.parse(line) as { event: string; requests?: number; path?: string })
  const unlogged = events.findIndex(({ event }) => event === 'unlogged')
  expect(events[unlogged]?.requests).toBe(3_000 - unlogged)
  expect(events.slice(unlogged + 1)).toMatchObject([{ event: 'request', path: '/store/orders' }])
})

test('a line that is wider than the terminal goes on below', async () => {
  const reader = new SlowReader()
  reader.read()
  const mock = new OrdersMock({ scenario: 'int64' })
  const stop = new AbortController().signal
  const context = { stdout: reader, stderr: reader, env: {}, colors: false, columns: 80, stop }
  const endLog = logRequests(mock, 'pretty', context)
  mock.handle({ method: 'DELETE', path: '/store/orders/9223372036854776000', authorization: 'Bearer test-key' })
  endLog()
  await nextTurn()
  const lines = reader.text.trimEnd().split('\n')
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect(lines.map((line) => line.slice(9, 40))).toEqual([
    'DELETE /store/orders/9223372036',
    'reads as 9223372036854776000 in',
  ])
})

/** Takes nothing until it reads. */
class SlowReader extends Writable {
  text = ''
  #done: (() => void) | undefined
  #reads = false

  read(): void {
    this.#reads = true
    this.#done?.()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    if (this.#reads) done()
    else this.#done = done
  }
}
