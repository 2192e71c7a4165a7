import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectConforming } from './expect-conforming.js'
import { startReferenceProvider } from './reference-provider.js'
import type { RunningProvider } from './running-provider.js'
import { startSmallProvider } from './small-provider.js'
import { send, setUp } from './send.js'

describe.each([
  ['the reference provider', startReferenceProvider],
  ['the small provider', startSmallProvider],
])('%s', (_, start) => {
  let provider: RunningProvider
  let authorization: string

  beforeAll(async () => {
    provider = await start()
    authorization = `Bearer ${provider.apiKey}`
  })
  afterAll(() => provider.close())

  const list = () => send('GET', `${provider.baseUrl}/store/orders`, { authorization })
  const cancel = (id: unknown, key = authorization) =>
    send('DELETE', `${provider.baseUrl}/store/orders/${String(id)}`, { authorization: key })
  const reach = async (state: string, params = {}) =>
    JSON.parse((await setUp(provider, state, params)).body) as Record<string, number | string>

  test('conforms', async () => {
    await expect(expectConforming(provider, [])).resolves.toBeUndefined()
  })

  test('lists exactly what a state made, with all digits', async () => {
    await reach('no orders')
    expect(await list()).toMatchObject({ status: 200, body: '[]', headers: { 'content-type': 'application/json' } })
    const { orderId } = await reach('an order with a large id')
    expect(orderId).toMatch(/^9007199254\d+$/)
    expect((await list()).body).toMatch(new RegExp(`"id" ?: ?${orderId}[,}]`))
    expect(await cancel(orderId)).toMatchObject({ status: 204, body: '' })
  })

  test('an order with every field shows five members', async () => {
    await reach('no orders')
    const { orderId } = await reach('an order with every field')
    const shown: unknown = JSON.parse((await list()).body)
    expect(shown).toEqual([
      { id: orderId, petId: 12, quantity: 3, shipDate: expect.stringMatching(/^2026-11-20T12:00:00/), complete: false },
    ])
  })

  test('a pending order is cancelled once, a shipped and a cancelled one never', async () => {
    const { orderId } = await reach('a pending order')
    const statuses = (await Promise.all([1, 2, 3].map(() => cancel(orderId)))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409, 409])
    expect(await cancel((await reach('a shipped order'))['orderId'])).toMatchObject({ status: 409 })
    expect(await cancel((await reach('a cancelled order'))['orderId'])).toMatchObject({ status: 409 })
  })

  test.each(['an unknown order id', '9223372036854775807', '-9223372036854775808', '9223372036854775808', 'abc'])(
    'cancelling %s is refused with 404',
    async (id) => {
      const named = id.startsWith('an') ? (await reach(id))['orderId'] : id
      const { status, body } = await cancel(named)
      expect({ status, error: JSON.parse(body) as unknown }).toEqual({
        status: 404,
        error: { code: expect.any(String), message: expect.any(String), status: 404 },
      })
    },
  )

  test.each([[''], ['Bearer '], ['Bearer'], ['Basic key'], ['lower'], ['cut'], ['longer']])(
    'the key %j is refused with 401 everywhere',
    async (kind) => {
      const near = { lower: authorization.toLowerCase(), cut: authorization.slice(0, -1), longer: `${authorization}x` }
      const key = kind in near ? near[kind as keyof typeof near] : kind
      const { orderId } = await reach('a pending order')
      expect(await cancel(orderId, key)).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } })
      expect(await send('GET', `${provider.baseUrl}/pets/1`, { authorization: key })).toMatchObject({ status: 401 })
      expect(await cancel(orderId)).toMatchObject({ status: 204 })
    },
  )

  test('many orders are listed at once', async () => {
    await reach('many orders', { count: 300 })
    expect((JSON.parse((await list()).body) as unknown[]).length).toBeGreaterThanOrEqual(300)
  })

  test('a pet is there, with its sunset', async () => {
    const { petId } = await reach('a pet')
    expect(await send('GET', `${provider.baseUrl}/pets/${petId}`, { authorization })).toMatchObject({
      status: 200,
      headers: { sunset: 'Wed, 30 Jun 2027 00:00:00 GMT', deprecation: '@1767225600' },
    })
  })

  test('a state that it does not know is answered 501', async () => {
    expect(await setUp(provider, 'a returned order')).toMatchObject({ status: 501 })
  })
})
