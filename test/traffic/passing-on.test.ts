import { EventEmitter, once } from 'node:events'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { serveDuringTest } from '../verify/providers/during-test.js'
import { withHeaders } from '../verify/providers/small-provider.js'
import { send } from '../verify/providers/send.js'
import { proxied, proxyTo } from './proxied.js'

test('a conforming provider responds through the proxy as without it', async () => {
  const { provider, proxy, call, reach, events } = await proxied(undefined, { prefix: '/api/shop' })
  const orderId = await reach('an order with a large id')
  const authorization = `Bearer ${provider.apiKey}`
  expect(await call('GET', '/store/orders')).toEqual(
    await send('GET', `${provider.baseUrl}/store/orders`, { authorization }),
  )
  expect(await send('GET', `${proxy.baseUrl}/store/orders`)).toEqual(
    await send('GET', `${provider.baseUrl}/store/orders`),
  )
  expect(await call('DELETE', `/store/orders/${orderId}`)).toMatchObject({ status: 204, body: '' })
  expect(await call('DELETE', `/store/orders/${orderId}`)).toMatchObject({ status: 409 })
  expect(await call('GET', `/pets/${await reach('a pet')}`)).toMatchObject({ status: 200 })
  expect(events.map(({ operation, status, violations }) => [operation, status, violations])).toEqual([
    ['listOrders', 200, []],
    ['listOrders', 401, []],
    ['cancelOrder', 204, []],
    ['cancelOrder', 409, []],
    ['getPet', 200, []],
  ])
})

const HOP_BY_HOP = 'keep-alive proxy-authenticate proxy-authorization proxy-connection te upgrade'

test('headers and bytes of a response come through unchanged, those of one connection stay behind', async () => {
  const body = Buffer.from([0x5b, 0x20, 0x5d, 0x0a])
  const { call } = await proxied(() => ({
    listOrders: () => ({
      status: 200,
      headers: {
        'content-type': 'application/json',
        'Set-Cookie': ['a=1', 'b=2'],
        'x-hop': '1',
        connection: 'close, X-Hop',
        ...Object.fromEntries(HOP_BY_HOP.split(' ').map((name) => [name, 'x'])),
      },
      body,
    }),
  }))
  const { headers, body: passed } = await call('GET', '/store/orders')
  expect({ headers, passed }).toEqual({
    headers: {
      'content-type': 'application/json',
      'content-length': '4',
      'set-cookie': ['a=1', 'b=2'],
      connection: 'keep-alive',
    },
    passed: body.toString(),
  })
})

test('a request comes to the provider with its body, its path as it stands, and its own host', async () => {
  const seen: unknown[] = []
  const origin = await serveDuringTest(async (incoming, response) => {
    const { host, via, 'x-many': many, connection } = incoming.headers
    seen.push({ method: incoming.method, url: incoming.url, host, via, many, connection, body: await text(incoming) })
    response.end('done')
  })
  const { proxy } = await proxyTo(`${origin}/a%2Fb/v1/`)
  const status = await new Promise((resolve) => {
    const headers = {
      'x-many': ['1', '2'],
      via: '1.0 edge',
      connection: 'x-gone',
      'x-gone': '1',
      'transfer-encoding': 'chunked',
    }
    const sent = request(`${proxy.baseUrl}/things/../%7Ex?y=a%20b`, { method: 'DELETE', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    sent.write('{"a":')
    sent.end('1}')
  })
  expect({ status, seen }).toEqual({
    status: 200,
    seen: [
      {
        method: 'DELETE',
        url: '/a%2Fb/v1/%7Ex?y=a%20b',
        host: new URL(origin).host,
        via: '1.0 edge, 1.1 orders-mock',
        many: '1, 2',
        connection: 'close',
        body: '{"a":1}',
      },
    ],
  })
})

test('a body with a length comes to the provider as it is', async () => {
  const origin = await serveDuringTest(async (incoming, response) => void response.end(await text(incoming)))
  const { proxy } = await proxyTo(`${origin}/v1`)
  expect((await send('PUT', `${proxy.baseUrl}/things`, { body: '{"a":1}' })).body).toBe('{"a":1}')
})

test('a request for no operation of the contract is passed on as it comes, and not validated', async () => {
  const release = new EventEmitter()
  const origin = await serveDuringTest(async (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    await once(release, 'now')
    response.end('data: 2\n\n')
  })
  const { proxy, events } = await proxyTo(`${origin}/v1`)
  const response = await fetch(`${proxy.baseUrl}/events`)
  const reader = response.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 1\n\n')
  release.emit('now')
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: 2\n\n')
  expect((await reader?.read())?.done).toBe(true)
  await expect
    .poll(() => events)
    .toMatchObject([{ path: '/v1/events', status: 200, violations: [], remark: 'no operation of the contract' }])
  expect(proxy.check.report().notes).toEqual(['Skipped: 1 requests that call no operation of the contract.'])
})

test('a request that is not below /v1 is rejected and not passed on', async () => {
  const { proxy, events } = await proxied()
  for (const path of ['/', '/v2/store/orders', '/v1x', '/_states'])
    expect(await send('GET', new URL(path, proxy.baseUrl).href)).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/json' },
      body: '{"code":"route_not_found","message":"The proxy forwards only requests below /v1.","status":404}',
    })
  expect(events.map(({ remark }) => remark)).toEqual(Array.from({ length: 4 }, () => 'not forwarded'))
})

test('a provider that is not there is a 502 with an Error object', async () => {
  const { provider, proxy, call, events } = await proxied()
  await provider.close()
  const { status, body } = await call('GET', '/store/orders')
  expect({ status, error: JSON.parse(body) as unknown }).toEqual({
    status: 502,
    error: {
      code: 'provider_unreachable',
      message: `The proxy got no response from ${provider.baseUrl}: connection refused.`,
      status: 502,
    },
  })
  await expect.poll(() => events).toMatchObject([{ operation: 'listOrders', status: 502, violations: [] }])
  expect(proxy.check.report().notes).toEqual(['Skipped: 1 requests that could not be delivered.'])
})

test('a compressed response is validated unpacked, and passed on packed', async () => {
  const { call, events } = await proxied((usual) => ({
    listOrders: () => ({
      ...withHeaders(usual.json(200, []), { 'content-encoding': 'gzip' }),
      body: gzipSync('[{"id":"1"}]'),
    }),
  }))
  const { headers, body } = await call('GET', '/store/orders')
  expect(headers['content-encoding']).toBe('gzip')
  expect(body.slice(0, 2)).toBe('\u001f\u008b')
  await expect.poll(() => events[0]?.violations).toMatchObject([{ message: expect.stringContaining('not an integer') }])
})
