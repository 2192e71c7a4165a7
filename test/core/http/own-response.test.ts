import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import type { ApiResponse } from '../../../src/core/public.js'

const REQUESTS = [
  ['GET', '/store/orders'],
  ['GET', '/pets/11'],
  ['DELETE', '/store/orders/2'],
  ['DELETE', '/store/orders/404'],
  ['GET', '/nothing'],
  ['OPTIONS', '/store/orders'],
] as const

function ask(mock: OrdersMock): ApiResponse[] {
  const key = { authorization: 'Bearer test-key' }
  return [
    ...REQUESTS.map(([method, path]) => mock.handle({ method, path, ...key })),
    mock.handle({ method: 'GET', path: '' }),
  ]
}

/** What careless code might do to a response. */
function spoil({ headers, body, effects }: ApiResponse): void {
  body.fill(0)
  Object.assign(headers, { 'Access-Control-Allow-Origin': 'nobody' })
  Object.assign(effects, { delayMs: 1000 })
}

function spoilAsInspector({ response }: { response: ApiResponse }): string[] {
  spoil(response)
  return []
}

test('whoever changes a response changes no other response', () => {
  const mock = new OrdersMock({ now: '2026-11-20T12:00:00Z' })
  const before = structuredClone(ask(mock))
  for (const response of ask(mock)) spoil(response)
  expect(ask(mock)).toEqual(before)
  mock.sandbox().orders.add({ quantity: 3 })
  const changed = structuredClone(ask(mock))
  for (const response of ask(mock)) spoil(response)
  expect(ask(mock)).toEqual(changed)
})

test('an inspector that changes what it is given changes no response', () => {
  const now = '2026-11-20T12:00:00Z'
  const before = structuredClone(ask(new OrdersMock({ now })))
  const mock = new OrdersMock({ now, inspect: spoilAsInspector })
  ask(mock)
  expect(ask(mock)).toEqual(before)
})

test('whoever changes the bytes of a body that is cut short changes no other', async () => {
  const mock = new OrdersMock()
  const list = async (): Promise<Uint8Array | undefined> => {
    const response = await mock.fetch('http://any/v1/store/orders', { headers: { authorization: 'Bearer test-key' } })
    return (await response.body?.getReader().read())?.value
  }
  mock.sandbox().faults.set([{ kind: 'truncate' }])
  const before = (await list())?.slice()
  const spoilt = await list()
  spoilt?.fill(0)
  await expect(list()).resolves.toEqual(before)
})
