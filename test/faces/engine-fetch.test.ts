import { describe, expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { json, noSuchRoute } from './expected.js'
import { readResponse } from './face.js'

const headers = { authorization: 'Bearer test-key' }

test('there is nothing outside the base path', async () => {
  const mock = new OrdersMock()
  for (const path of ['/store/orders', '/v1x/store/orders', '/v2/store/orders', '/', '/v1%2Fstore/orders']) {
    const response = await mock.fetch(new Request(`http://any${path}`, { headers }))
    await expect(readResponse(response)).resolves.toEqual(noSuchRoute(`..${path}`))
  }
})

test('the base path can be changed or left empty', async () => {
  for (const basePath of ['', '/api/v1']) {
    const mock = new OrdersMock({ basePath, scenario: 'empty' })
    const response = await mock.fetch(new Request(`https://any:8443${basePath}/store/orders`, { headers }))
    await expect(readResponse(response)).resolves.toEqual(json(200, '[]'))
  }
})

test('fetch can be passed around without its mock', async () => {
  const { fetch } = new OrdersMock({ scenario: 'empty' })
  const response = await fetch(new Request('http://any/v1/store/orders', { headers }))
  await expect(response.json()).resolves.toEqual([])
  await expect(fetch('http://any/v1/store/orders')).resolves.toMatchObject({ status: 401 })
})

test('what is given beside a Request takes precedence over it', async () => {
  const { fetch } = new OrdersMock({ scenario: 'pending' })
  const response = await fetch(new Request('http://any/v1/store/orders/1'), { method: 'DELETE', headers })
  expect(response.status).toBe(204)
})

test('a request that is aborted while its body comes never happens, and one without a body happens at the call', async () => {
  const mock = new OrdersMock()
  const sending = new AbortController()
  const init = { method: 'POST', headers, body: new ReadableStream(), duplex: 'half', signal: sending.signal } as const
  const sent = mock.fetch('http://any/v1/store/orders', init)
  sending.abort()
  await expect(sent).rejects.toThrow('aborted')
  void mock.fetch('http://any/v1/store/orders', { method: 'POST', headers })
  expect(mock.sandbox().requests.total).toBe(1)
})

describe.each([
  { when: 'before', path: 'store/orders', half: '[{"id' },
  { when: 'after', path: 'pets/7', half: '{"id' },
] as const)('a response that is truncated $when it is carried out', ({ when, path, half }) => {
  test('delivers half of its bytes before it breaks off', async () => {
    const faults = [{ kind: 'truncate', when }] as const
    const mock = new OrdersMock({ scenario: { orders: [{ id: 1 }], pets: [{ id: 7 }], faults } })
    const response = await mock.fetch(new Request(`http://any/v1/${path}`, { headers }))
    const reader = response.body?.getReader()
    const sent = await reader?.read()
    expect(new TextDecoder().decode(sent?.value)).toBe(half)
    await expect(reader?.read()).rejects.toThrow(/terminated/)
  })
})
