import { describe, expect, test } from 'vitest'
import { CANCELLED, DEFAULT_LIST, json } from './expected.js'
import { cancel, list, readPet } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('delays and broken connections through $name', ({ open }) => {
  test('latency delays every response, and a delay those of its operation for longer', async () => {
    await using api = await open({ latencyMs: 30 })
    api.mock.sandbox().faults.set([{ operation: 'cancelOrder', kind: 'delay', delayMs: 40 }])
    for (const [sent, delayMs] of [
      [cancel('1'), 70],
      [list(), 30],
      [{ method: 'GET', path: '/store/orders' }, 30],
    ] as const) {
      const startMs = performance.now()
      await api.send(sent)
      // A timer may be early by a fraction of a millisecond.
      expect(performance.now() - startMs).toBeGreaterThan(delayMs - 2)
    }
  })

  test('a reset closes the connection without a response, and no order is cancelled', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'reset' }])
    await expect(api.send(list())).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    const reason = 'a fault was injected: reset'
    expect(api.mock.sandbox().requests.all()).toMatchObject([{ reason }, { reason }])
    api.mock.sandbox().faults.clear()
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
  })

  test('a truncated response breaks off in its body, and no order is cancelled', async () => {
    await using api = await open()
    api.mock.sandbox().faults.set([{ kind: 'truncate' }])
    await expect(api.send(list())).rejects.toThrow(/aborted|terminated/)
    await expect(api.send(readPet('11'))).rejects.toThrow(/aborted|terminated/)
    await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
    api.mock.sandbox().faults.clear()
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
  })

  test('a hanging request never gets a response, but the next one does', async () => {
    await using api = await open()
    const { faults, requests } = api.mock.sandbox()
    faults.set([{ kind: 'hang', times: 1 }])
    const giveUp = new AbortController()
    const hanging = api.send({ ...list(), signal: giveUp.signal }).then(() => 'answered', String)
    while (faults.all()[0]?.fired !== 1) await new Promise((resolve) => setTimeout(resolve, 5))
    await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
    giveUp.abort()
    expect(await hanging).toMatch(/abort/i)
    expect(requests.all()).toMatchObject([{ status: 0, fault: 'hang' }, { status: 200 }])
  })
})
