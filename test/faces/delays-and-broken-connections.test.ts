import { describe, expect, test } from 'vitest'
import { cancel, CANCELLED, DEFAULT_LIST, json, list, readPet } from './expected.js'
import { faces } from './faces.js'

describe.each(faces)('delays and broken connections through $name', ({ open }) => {
  test('a delayed answer arrives after that to a later request', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ operation: 'cancelOrder', kind: 'delay', delayMs: 300 }])
    const order: string[] = []
    await Promise.all([
      api.send(cancel('1')).then((reply) => order.push(`cancel ${reply.status}`)),
      api.send(list()).then((reply) => order.push(`list ${reply.status}`)),
    ])
    expect(order).toEqual(['list 200', 'cancel 204'])
  })

  test('latency delays every answer', async () => {
    await using api = await open({ latencyMs: 15 })
    await api.send(list())
    await api.send({ method: 'GET', path: '/store/orders' })
    const durations = api.mock
      .sandbox()
      .requests.all()
      .map(({ durationMs }) => durationMs >= 15)
    expect(durations).toEqual([true, true])
  })

  test('a reset closes the connection without an answer, and a cancel does not happen', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'reset' }])
    await expect(api.send(list())).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    api.mock.sandbox().faults.clear()
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
  })

  test('a truncated answer breaks off in its body, and a cancel does not happen', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'truncate' }])
    await expect(api.send(list())).rejects.toThrow(/aborted|terminated/)
    await expect(api.send(readPet('11'))).rejects.toThrow(/aborted|terminated/)
    await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    api.mock.sandbox().faults.clear()
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
  })

  test('a hanging request is never answered, but the next one is', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'hang', times: 1 }])
    await expect(api.send({ ...list(), signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort|timed out/)
    await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
    expect(api.mock.sandbox().requests.all()).toMatchObject([{ status: 0, fault: 'hang' }, { status: 200 }])
  })
})
