import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { serveDuringTest } from '../verify/providers/during-test.js'
import { send } from '../verify/providers/send.js'
import type { Behaviour } from '../verify/providers/small-provider.js'
import { proxied, proxyTo } from './proxied.js'

const INTERIM = 'HTTP/1.1 103 Early Hints\r\n\r\n'

// A request for no operation of the contract is passed on as it comes: of a body that stalls, its client has the beginning.
const REFUSED = [502, expect.stringContaining('it sent no data for too long')]

test.each<[string, received: unknown[], Partial<Behaviour>]>([
  ['says nothing', REFUSED, { send: () => {} }],
  [
    'sends interim answers only',
    REFUSED,
    {
      send: (response) => {
        const timer = setInterval(() => response.socket?.write(INTERIM), 5)
        response.on('close', () => clearInterval(timer))
      },
    },
  ],
  [
    'stalls within a body',
    [200, 'TypeError: terminated'],
    { send: (response) => void response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n[') },
  ],
])('a provider that %s is given up after the timeout', async (_, received, { send: sends = () => {} }) => {
  const asked: object[] = []
  const sendNoted: Behaviour['send'] = (response, answer) => (asked.push(response), sends(response, answer))
  const { proxy, call, events } = await proxied(() => ({ send: sendNoted }), { timeoutMs: 1_000 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [call('GET', '/store/orders'), call('DELETE', '/store/orders/7')]
  const passedOn = fetch(`${proxy.baseUrl}/store/orders`, { method: 'POST' })
  while (asked.length < 3) await nextTurn()
  vi.advanceTimersByTime(999)
  await nextTurn()
  expect(events).toEqual([])
  const ended = Promise.all([...answers, passedOn.then(async (response) => [response.status, await textOf(response)])])
  while ((await Promise.race([ended, nextTurn()])) === undefined) vi.advanceTimersByTime(100)
  expect(await ended).toEqual([
    expect.objectContaining({ status: 502 }),
    expect.objectContaining({ status: 502 }),
    received,
  ])
  const remark = 'it sent no data for too long'
  const unanswered = { remark, violations: [{ rule: 'answered' }] }
  expect(events.toSorted((one, other) => other.violations.length - one.violations.length)).toMatchObject([
    unanswered,
    unanswered,
    { remark, violations: [] },
  ])
})

test.each(['GET', 'HEAD'])('bytes after the whole answer to a %s do not keep it from its client', async (method) => {
  const answer = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]and more`
  const { call, events } = await proxied(() => ({ send: (response) => void response.socket?.write(answer) }))
  expect(await call(method, '/store/orders')).toMatchObject({ status: 200 })
  await expect.poll(() => events).toMatchObject([{ status: 200, violations: [] }])
})

test('a bomb is passed on packed, and not validated', async () => {
  const bomb = gzipSync(Buffer.alloc(65 * 2 ** 20), { level: 1 })
  const { call, events } = await proxied((usual) => ({
    listOrders: () => ({
      status: 200,
      headers: { ...usual.json(200, []).headers, 'content-encoding': 'gzip' },
      body: bomb,
    }),
  }))
  const { status, headers } = await call('GET', '/store/orders')
  expect([status, headers['content-length']]).toEqual([200, String(bomb.length)])
  await expect.poll(() => events).toMatchObject([{ remark: 'too large to be validated', violations: [] }])
})

test('of responses that come faster than they can be validated, 64 MiB wait', async () => {
  const { check } = (await proxied()).proxy
  const request = { method: 'GET', path: '/store/orders', url: 'http://127.0.0.1/store/orders', headers: {} }
  const headers = { 'content-type': 'application/json', 'x-key-expiry': '2099-01-01' }
  const response = { status: 200, headers, isUtf8: true, body: `["${'0'.repeat(24 * 2 ** 20)}"]` }
  const seen = { startMs: 0, endMs: 0, place: 'GET /store/orders' }
  const take = () => check.take({ request, response, seen, baseUrl: '', key: undefined })
  await Promise.all([take(), take(), take(), take()])
  const { exchanges, notes } = check.report()
  expect({ exchanges, notes }).toEqual({
    exchanges: 2,
    notes: ['Skipped: 2 responses that came faster than they could be checked.'],
  })
})

test.each([600, 3_600, 100_000])(
  'a body nested %i levels deep is passed on, and called too deep to be read',
  async (levels) => {
    const body = `[{"id":1,"petId":2,"x":${'['.repeat(levels)}${']'.repeat(levels)}}]`
    const { call, events } = await proxied((usual) => ({ listOrders: () => ({ ...usual.json(200, []), body }) }))
    expect(await call('GET', '/store/orders')).toMatchObject({ status: 200, body })
    const message = expect.stringContaining('nested deeper than 500 levels') as string
    await expect.poll(() => events).toMatchObject([{ status: 200, violations: [{ rule: 'json', message }] }])
  },
)

test('control characters in a reason phrase are not passed on, and harm nobody', async () => {
  const { call, events } = await proxied(() => ({
    send: (response) => void response.socket?.end('HTTP/1.1 200 O\x01K\x1B[31m\r\nContent-Length: 2\r\n\r\n[]'),
  }))
  const answers = [await call('GET', '/store/orders'), await call('GET', '/pets/11')]
  expect(answers).toMatchObject([
    { status: 200, body: '[]' },
    { status: 200, body: '[]' },
  ])
  await expect.poll(() => events).toHaveLength(2)
})

test('a client that stops reading for longer than the timeout is not the fault of the provider', async () => {
  const chunk = Buffer.alloc(2 ** 20, '.')
  const origin = await serveDuringTest(async (_, response) => {
    for (let count = 0; count < 40; count += 1) if (!response.write(chunk)) await once(response, 'drain')
    response.end()
  })
  const { proxy, events } = await proxyTo(`${origin}/v1`, { timeoutMs: 1_000 })
  const response = await fetch(`${proxy.baseUrl}/export`)
  await pause(2_000)
  expect((await response.arrayBuffer()).byteLength).toBe(40 * chunk.length)
  await expect.poll(() => events).toMatchObject([{ status: 200, remark: 'no operation of the contract' }])
})

test('requests that change something go out on new connections, which cannot be stale', async () => {
  const origin = await serveDuringTest(async (request, response) => {
    const isReused = request.socket.bytesWritten > 0
    if (isReused) request.socket.resetAndDestroy()
    else response.end('done')
  })
  const { proxy } = await proxyTo(`${origin}/v1`)
  const statuses: number[] = []
  for (const method of ['GET', 'GET', 'POST', 'PUT'])
    statuses.push((await send(method, `${proxy.baseUrl}/pets`)).status)
  expect(statuses).toEqual([200, 200, 200, 200])
})

/** The body of a response, or why it is incomplete. */
function textOf(response: Response): Promise<string> {
  return response.text().catch(String)
}
