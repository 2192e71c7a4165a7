import { describe, expect, test } from 'vitest'
import { alreadyCancelled, alreadyShipped, CANCELLED, DEFAULT_LIST, json, noSuchOrder } from './expected.js'
import { cancel, list } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('cancelling an order through $name', ({ open, fact }) => {
  fact('cancelling a pending order returns 204, without a body or headers about one, and it stays listed', [
    [cancel('1'), CANCELLED],
    [list(), json(200, DEFAULT_LIST)],
  ])

  fact('cancelling a cancelled order is rejected with 409', [
    [cancel('1'), CANCELLED],
    [cancel('1'), alreadyCancelled('1')],
    [cancel('3'), alreadyCancelled('3')],
  ])

  test('cancelling a shipped order is rejected with 409, and the order stays shipped', async () => {
    await using api = await open()
    await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
    await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
    expect(api.mock.sandbox().orders.get(2)?.status).toBe('shipped')
  })

  test('of fifty concurrent cancels of one order, exactly one gets 204', async () => {
    await using api = await open({ scenario: 'pending' })
    const replies = await Promise.all(Array.from({ length: 50 }, () => api.send(cancel('1'))))
    const [cancelled, ...refused] = replies.toSorted((one, other) => one.status - other.status)
    expect(cancelled).toEqual(CANCELLED)
    expect(refused).toEqual(Array.from({ length: 49 }, () => alreadyCancelled('1')))
  })

  fact('an order that does not exist is rejected with 404; the query is not part of the id', [
    [cancel('404'), noSuchOrder('404')],
    [cancel('1?force=true'), CANCELLED],
  ])

  test('an order that ships later can be cancelled until the clock reaches that time', async () => {
    const orders = [1, 2].map((id) => ({ id, shipAfter: 'PT1H' }))
    await using api = await open({ scenario: { frozen: true, orders } })
    await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
    api.mock.sandbox().clock.advance('PT1H')
    await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
    await expect(api.send(cancel('1'))).resolves.toEqual(alreadyCancelled('1'))
  })
})
