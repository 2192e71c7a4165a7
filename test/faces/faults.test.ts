import { describe, expect, test } from 'vitest'
import { CANCELLED, DEPRECATION_FIELDS, json, MISSING_KEY, noSuchRoute, refusal } from './expected.js'
import { call, cancel, list, readPet, type Reply } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('faults through $name', ({ open, fact }) => {
  test('a status fault returns its status and an Error object, and changes nothing', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'status', status: 418, message: 'short and stout' }])
    await expect(api.send(list())).resolves.toEqual(injected(418, {}, 'short and stout'))
    await expect(api.send(cancel('1'))).resolves.toEqual(injected(418, {}, 'short and stout'))
    await expect(api.send(readPet('11'))).resolves.toEqual(injected(418, DEPRECATION_FIELDS, 'short and stout'))
    api.mock.sandbox().faults.clear()
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
    const reason = 'a fault was injected: status 418'
    expect(api.mock.sandbox().requests.all().slice(0, 3)).toMatchObject([{ reason }, { reason }, { reason }])
  })

  const busy = [429, 503].map((status) => ({ kind: 'status' as const, status, times: 1 }))
  const retried = busy.map(({ status }) => [list(), injected(status, { 'retry-after': '1' })] as const)
  fact('the faults 429 and 503 say when to try again', retried, { scenario: { faults: busy } })

  const cancelled = [
    [list(), json(200, '[{"id":1}]')],
    [cancel('1'), injected(500)],
    [cancel('1'), injected(500)],
    [cancel('1'), CANCELLED],
  ] as const
  fact('a fault for one operation spares the others, and ends after its number of times', cancelled, {
    scenario: { orders: [{ id: 1 }], faults: [{ operation: 'cancelOrder', kind: 'status', times: 2 }] },
  })

  const spared = [
    [cancel('9007199254740993'), injected(500)],
    [cancel('9007199254740992'), CANCELLED],
    [list(), json(200, '[{"id":9007199254740992},{"id":9007199254740993}]')],
  ] as const
  const [one, other] = [9007199254740992n, 9007199254740993n]
  fact('a fault for one order spares the others', spared, {
    scenario: { orders: [{ id: one }, { id: other }], faults: [{ orderId: other, kind: 'status' }] },
  })

  test('faults spare requests without a valid key, unknown routes and preflights', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'status' }])
    await expect(api.send({ method: 'GET', path: '/store/orders' })).resolves.toEqual(MISSING_KEY)
    await expect(api.send(call('GET', '/nowhere'))).resolves.toEqual(noSuchRoute('/nowhere'))
    await expect(api.send({ method: 'OPTIONS', path: '/store/orders' })).resolves.toMatchObject({ status: 204 })
  })

  test('a fault with a probability hits the same requests for the same seed', async () => {
    await using api = await open()
    const sequence = async (): Promise<number[]> => {
      api.mock.sandbox().faults.set([{ kind: 'status', probability: 0.5, seed: 3 }])
      const statuses = []
      for (let sent = 0; sent < 30; sent += 1) statuses.push((await api.send(list())).status)
      return statuses
    }
    const first = await sequence()
    expect(new Set(first)).toEqual(new Set([200, 500]))
    expect(await sequence()).toEqual(first)
  })
})

/** The Error object of a status fault. */
function injected(
  status: number,
  headers = {},
  message = 'Injected fault. Remove it with the control API, or try again.',
): Reply {
  return refusal(status, 'injected_fault', message, headers)
}
