import { describe, expect, test } from 'vitest'
import { call, cancel } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('the journal through $name', ({ open }) => {
  test('each request is recorded with the reason for its response and a key that is redacted', async () => {
    await using api = await open({ scenario: 'pending' })
    await api.send(cancel('1', 'test-key~shipped'))
    await api.send({ method: 'GET', path: '/store/orders?secret=1' })
    expect(api.mock.sandbox('shipped').requests.all()).toEqual([
      {
        id: 1,
        at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/),
        operation: 'cancelOrder',
        method: 'DELETE',
        path: '/store/orders/1',
        status: 409,
        code: 'order_already_shipped',
        durationMs: expect.any(Number),
        orderId: '1',
        key: 'test…~shipped',
        reason: 'order 1 has shipped',
      },
    ])
    expect(api.mock.sandbox().requests.all()).toMatchObject([
      { id: 1, path: '/store/orders', status: 401, code: 'missing_api_key', reason: 'no bearer key was sent' },
    ])
  })

  test('the first 4 kB of a body that was sent are in the detail of its request', async () => {
    await using api = await open()
    const sent = call('POST', '/store/orders')
    for (const body of ['{"note":"Später 😀"}', 'x'.repeat(4097), undefined]) await api.send({ ...sent, body })
    await api.send({ ...sent, method: 'DELETE', body: 'of no use' })
    const { requests } = api.mock.sandbox()
    expect(requests.all().map(({ id, status }) => [status, requests.get(id)?.request])).toEqual([
      [405, { headers: expect.any(Object), body: '{"note":"Später 😀"}', isCut: false }],
      [405, { headers: expect.any(Object), body: 'x'.repeat(4096), isCut: true }],
      [405, { headers: expect.any(Object) }],
      [405, { headers: expect.any(Object) }],
    ])
  })

  test('preflights are not counted', async () => {
    await using api = await open()
    await api.send({ method: 'OPTIONS', path: '/store/orders' })
    expect(api.mock.sandbox().requests.count()).toBe(0)
  })
})
