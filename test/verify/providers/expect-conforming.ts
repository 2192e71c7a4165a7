import { expect } from 'vitest'
import { nearKeys } from './near-keys.js'
import type { RunningProvider } from './running-provider.js'
import { send, setUp, type RawResponse } from './send.js'

/** Walks once through the specification; small enough to be seen to be right, and no substitute for the verifier. */
export async function expectConforming(provider: RunningProvider, unsupported: readonly string[]): Promise<void> {
  const reach = async (state: string, params = {}): Promise<string | undefined> => {
    const { status, body } = await setUp(provider, state, params)
    const isUnsupported = unsupported.includes(state)
    expect({ state, status: isUnsupported ? status : Math.floor(status / 100) }).toEqual({
      state,
      status: isUnsupported ? 501 : 2,
    })
    if (isUnsupported) return undefined
    return /"(?:orderId|petId)"\s*:\s*"?(-?\d+)/.exec(body)?.[1] ?? ''
  }
  await expectKeysAsked(provider)
  await expectCancels(provider, reach)
  await expectLists(provider, reach)
  await expectPets(provider, reach)
}

type Reach = (state: string, params?: object) => Promise<string | undefined>

async function expectKeysAsked(provider: RunningProvider): Promise<void> {
  const wrong = nearKeys(provider.apiKey).filter((authorization) => authorization !== `Bearer ${provider.apiKey}`)
  const answers = await Promise.all(
    wrong.map((authorization) =>
      send('GET', `${provider.baseUrl}/store/orders`, authorization === undefined ? {} : { authorization }),
    ),
  )
  for (const answer of answers) expectError(answer, 401)
  expectError(await send('DELETE', `${provider.baseUrl}/store/orders/1`), 401)
}

async function expectCancels(provider: RunningProvider, reach: Reach): Promise<void> {
  const cancel = (id: string) => call(provider, 'DELETE', `/store/orders/${id}`)
  for (const state of ['a pending order', 'an order with a large id']) {
    const id = await reach(state)
    if (id === undefined) continue
    const answers = await Promise.all([cancel(id), cancel(id)])
    expect(answers.filter(({ status }) => status === 204)).toMatchObject([{ body: '' }])
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  }
  const shipped = await reach('a shipped order')
  if (shipped !== undefined)
    expect([await cancel(shipped), await cancel(shipped)]).toMatchObject([{ status: 409 }, { status: 409 }])
  const cancelled = await reach('a cancelled order')
  if (cancelled !== undefined) expect((await cancel(cancelled)).status).toBeGreaterThanOrEqual(400)
  expectError(await cancel((await reach('an unknown order id')) ?? '0'), 404)
}

async function expectLists(provider: RunningProvider, reach: Reach): Promise<void> {
  const list = async () => {
    const { status, headers, body } = await call(provider, 'GET', '/store/orders')
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: expect.stringMatching(/^application\/json\b/i),
    })
    return JSON.parse(body) as unknown[]
  }
  if ((await reach('no orders')) !== undefined) expect(await list()).toEqual([])
  const id = Number(await reach('an order with every field'))
  const full = {
    id,
    petId: expect.any(Number),
    quantity: expect.any(Number),
    shipDate: expect.any(String),
    complete: expect.any(Boolean),
  }
  expect(await list()).toContainEqual(expect.objectContaining(full))
  await reach('many orders', { count: 250 })
  expect((await list()).length).toBeGreaterThanOrEqual(250)
}

async function expectPets(provider: RunningProvider, reach: Reach): Promise<void> {
  const id = await reach('a pet')
  if (id === undefined) return
  expectError(await send('GET', `${provider.baseUrl}/pets/${id}`), 401)
  const { status, headers, body } = await call(provider, 'GET', `/pets/${id}`)
  expect({ status, pet: JSON.parse(body) as unknown }).toEqual({ status: 200, pet: expect.any(Object) })
  expect(new Date(headers['sunset'] ?? '').toUTCString()).toBe(headers['sunset'])
}

function expectError({ status, headers, body }: RawResponse, expected: number): void {
  expect({ status, type: headers['content-type'] }).toEqual({
    status: expected,
    type: expect.stringMatching(/^application\/json\b/i),
  })
  expect(JSON.parse(body)).toMatchObject({ code: expect.any(String), message: expect.any(String), status: expected })
}

function call(provider: RunningProvider, method: string, path: string): Promise<RawResponse> {
  return send(method, `${provider.baseUrl}${path}`, { authorization: `Bearer ${provider.apiKey}` })
}
