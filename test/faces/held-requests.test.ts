import { describe, expect, test } from 'vitest'
import { alreadyCancelled, CANCELLED } from './expected.js'
import { cancel, list } from './face.js'
import { faces } from './faces.js'

const BROKEN = /hang up|ECONNRESET|fetch|aborted|terminated/

describe.each(faces)('held requests through $name', ({ open }) => {
  test('a held cancellation is carried out when it is released, and a list overtakes it', async () => {
    await using api = await open({ scenario: 'pending' })
    const { faults, requests, orders } = api.mock.sandbox()
    faults.set([{ operation: 'cancelOrder', kind: 'hold', times: 1 }])
    const coming = requests.next({ operation: 'cancelOrder' })
    const answer = api.send(cancel('1'))
    const held = await coming
    expect(held).toMatchObject({ id: 1, status: 0, fault: 'hold', held: true, reason: 'the request is held' })
    expect(await requests.next()).toEqual(held)
    await expect(api.send(list())).resolves.toMatchObject({ status: 200 })
    expect(orders.get(1)?.status).toBe('pending')
    requests.release(1)
    await expect(answer).resolves.toEqual(CANCELLED)
    expect(requests.all()).toMatchObject([
      { id: 1, status: 204, fault: 'hold', reason: 'the order was pending and is now cancelled' },
      { id: 2, status: 200 },
    ])
    expect(requests.all()[0]).not.toHaveProperty('held')
    expect(() => requests.release(1)).toThrow('Request 1 is not held.')
  })

  test('of a double click, the request that is released first wins', async () => {
    await using api = await open({ scenario: 'pending' })
    const { faults, requests } = api.mock.sandbox()
    faults.set([{ kind: 'hold', times: 2 }])
    const clicks = [api.send(cancel('1')), api.send(cancel('1'))]
    await requests.next({ since: '1', orderId: 1 })
    requests.release(2)
    requests.release(1)
    const results = await Promise.all(clicks)
    expect(results).toContainEqual(CANCELLED)
    expect(results).toContainEqual(alreadyCancelled('1'))
  })

  test('a held request goes on by itself after its delay', async () => {
    await using api = await open({ scenario: 'pending' })
    api.mock.sandbox().faults.set([{ kind: 'hold', delayMs: 20 }])
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
  })

  test('a reset ends held requests, which are not carried out', async () => {
    await using api = await open({ scenario: 'pending' })
    const { faults, requests, orders } = api.mock.sandbox()
    faults.set([{ kind: 'hold' }])
    const answer = api.send(cancel('2')).then(String, String)
    await requests.next({ operation: 'cancelOrder' })
    api.mock.sandbox().reset(undefined, { keepRequests: true })
    expect(await answer).toMatch(BROKEN)
    const reason = 'the request was held, and ended without being carried out'
    expect(requests.all()).toMatchObject([{ status: 0, reason }])
    expect(orders.all().map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
  })
})
