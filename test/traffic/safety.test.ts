import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { serveDuringTest } from '../verify/providers/during-test.js'
import { send } from '../verify/providers/send.js'
import { withHeaders } from '../verify/providers/small-provider.js'
import { proxied, proxyTo } from './proxied.js'

const MEBIBYTE = 2 ** 20
const SUNSET = 'Wed, 30 Jun 2027 00:00:00 GMT'

test('eight clients that never read hold back the provider', async () => {
  let taken = 0
  const chunk = Buffer.alloc(MEBIBYTE, ' ')
  const body = async function* () {
    for (let count = 0; count < 50; count += 1) {
      taken += MEBIBYTE
      yield chunk
    }
    yield '[]'
  }
  const origin = await serveDuringTest(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    await pipeline(body, response).catch(() => {})
  })
  const { proxy } = await proxyTo(`${origin}/v1`, { timeoutMs: 60_000 })
  const { port } = new URL(proxy.baseUrl)
  const clients = Array.from({ length: 8 }, () => ask(Number(port)))
  await expect.poll(() => taken).toBeGreaterThan(50 * MEBIBYTE)
  let before = 0
  while (before < taken) {
    before = taken
    await pause(500)
  }
  expect(taken).toBeLessThan(250 * MEBIBYTE)
  for (const client of clients) client.destroy()
})

test('bodies that are too large to be validated are not kept while they go on', async () => {
  const chunk = Buffer.alloc(MEBIBYTE, ' ')
  const endless = function* () {
    for (;;) yield chunk
  }
  const origin = await serveDuringTest(async (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    await pipeline(endless(), response).catch(() => {})
  })
  const { proxy } = await proxyTo(`${origin}/v1`, { timeoutMs: 60_000 })
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const before = process.memoryUsage().arrayBuffers
  const client = ask(Number(new URL(proxy.baseUrl).port)).resume()
  while (client.bytesRead < 70 * MEBIBYTE) await once(client, 'data')
  client.pause()
  const taken = (): number => {
    collect()
    return process.memoryUsage().arrayBuffers - before
  }
  // What is collected is given back by another thread.
  await expect.poll(taken).toBeLessThan(32 * MEBIBYTE)
  client.destroy()
})

test('what is kept of bodies is given back, and more than 256 MiB are validated one after the other', async () => {
  const { call, events } = await proxied((usual) => ({ listOrders: () => ({ ...usual.json(200, []), body }) }))
  const body = Buffer.alloc(60 * MEBIBYTE, 'x')
  for (let count = 0; count < 5; count += 1) await call('GET', '/store/orders')
  expect(events.map(({ violations }) => violations.map(({ rule }) => rule).join())).toEqual(Array(5).fill('json'))
})

test('a request for another host than this machine is rejected, whatever its port', async () => {
  const { proxy, events } = await proxied()
  const answerTo = async (host: string) =>
    JSON.parse((await send('GET', `${proxy.baseUrl}/store/orders`, { host })).body)
  for (const host of ['rebound.example:4010', 'rebound.example'])
    expect(await answerTo(host)).toMatchObject({ code: 'foreign_host', status: 403 })
  const rejected = { status: 403, remark: 'not forwarded' }
  await expect.poll(() => events).toMatchObject([rejected, rejected])
  for (const host of ['localhost', 'localhost:4010', '127.0.0.1:1', '[::1]:80', 'shop.localhost'])
    expect(await answerTo(host)).toMatchObject({ status: 401 })
})

test.each([
  ['as it is', (key: string) => key],
  ['in capitals', (key: string) => key.toUpperCase()],
  ['in base64', (key: string) => Buffer.from(key).toString('base64')],
  ['for a URL', (key: string) => encodeURIComponent(key)],
  ['cut off', (key: string) => `${'.'.repeat(50)}${key}`],
])('a key that the provider repeats %s is in no log, header, report or scenario', async (_, spelled) => {
  const apiKey = 'S"ecret/Key:of+Ann'
  const { proxy, events, call, reach } = await proxied(
    (usual) => ({
      listOrders: () => usual.json(200, [{ id: spelled(apiKey), shipDate: spelled(apiKey) }]),
      getPet: ({ id }) =>
        id === '0'
          ? withHeaders(usual.json(200, { name: spelled(apiKey) }), { sunset: SUNSET })
          : withHeaders(usual.json(200, {}), { sunset: spelled(apiKey) }),
    }),
    { apiKey },
  )
  const { headers } = await call('GET', `/store/orders?key=${spelled(apiKey)}`)
  await call('GET', `/pets/${await reach('a pet')}`)
  await call('GET', '/pets/0')
  const said = [
    JSON.stringify(headers),
    JSON.stringify(events),
    JSON.stringify(proxy.check.report()),
    proxy.check.recorder.scenario({ baseUrl: proxy.target, at: new Date() }),
  ]
  for (const text of said) expect(text.toLowerCase()).not.toContain(spelled(apiKey).slice(-8).toLowerCase())
  expect(proxy.check.report().findings.length).toBeGreaterThan(0)
})

test('a cookie, a key in a header of its own and one in the query are in no report either, however they are repeated', async () => {
  const secrets = {
    cookie: 'c00kie+of/Ann',
    header: 'k3y/of-a+header',
    query: 'token&of/a=query',
    set: 'new-c00kie/of+Ann',
  }
  const { proxy, events, call } = await proxied((usual) => ({
    listOrders: ({ request: { url } }) => ({
      ...usual.json(200, [{ id: decodeURIComponent(url?.replace(/.*said=/, '') ?? '') }]),
      headers: { 'content-type': 'application/json', 'set-cookie': `sid=${secrets.set}; Path=/` },
    }),
  }))
  const headers = { cookie: `theme=dark; sid=${secrets.cookie}`, 'x-api-key': secrets.header }
  const spelled = Object.values(secrets).flatMap((each) => [
    each,
    Buffer.from(each).toString('hex'),
    encodeURIComponent(each),
  ])
  for (const each of spelled) {
    const query = new URLSearchParams({ access_token: secrets.query, said: each }).toString().replaceAll('+', '%20')
    await call('GET', `/store/orders?${query}`, headers)
  }
  const said = [JSON.stringify(events), JSON.stringify(proxy.check.report())]
  for (const text of said) for (const each of spelled) expect(text).not.toContain(each)
  const omitted = /^Details are omitted, because the response echoes a key or a cookie\. /
  expect(proxy.check.report().findings).toMatchObject([
    { message: expect.stringMatching(omitted), actual: 'status 200' },
  ])
})

function ask(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write('GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}
