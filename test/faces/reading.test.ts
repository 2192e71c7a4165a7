import { describe, expect, test } from 'vitest'
import { call, DEFAULT_LIST, DEPRECATION_FIELDS, headOf, json, list, noSuchPet, readPet } from './expected.js'
import { faces } from './faces.js'

describe.each(faces)('listing orders through $name', ({ open }) => {
  test('every order is listed with exactly its fields, whatever the query: there is no filter and no page', async () => {
    await using api = await open()
    for (const query of ['', '?', '?status=pending', '?limit=1&offset=3', '?/store/orders/1']) {
      await expect(api.send(call('GET', `/store/orders${query}`))).resolves.toEqual(json(200, DEFAULT_LIST))
    }
  })

  test('an empty store is listed as an empty array', async () => {
    await using api = await open({ scenario: 'empty' })
    await expect(api.send(list())).resolves.toEqual(json(200, '[]'))
  })

  test('missing fields stay missing', async () => {
    await using api = await open({ scenario: 'sparse' })
    const sparse =
      '[{"id":1},{"id":2,"petId":12},{"id":3,"quantity":1},{"id":4,"shipDate":"2026-11-22T12:00:00Z"},' +
      '{"id":5,"complete":false},{"id":6,"petId":11,"quantity":2,"shipDate":"2026-11-19T12:00:00Z"},' +
      '{"id":7,"complete":true}]'
    await expect(api.send(list())).resolves.toEqual(json(200, sparse))
  })

  test('dates are RFC 3339, and a date-time of a scenario is sent as it is written there', async () => {
    const dates = [
      '2026-11-02T09:30:00+02:00',
      '2026-11-02T09:30:00.125Z',
      'now',
      'now+P1M',
      'now-PT36H30M',
      '2026W475T09,5',
    ]
    const orders = dates.map((shipDate, index) => ({ id: index + 1, shipDate }))
    await using api = await open({ scenario: { orders } })
    const dated =
      '[{"id":1,"shipDate":"2026-11-02T09:30:00+02:00"},{"id":2,"shipDate":"2026-11-02T09:30:00.125Z"},' +
      '{"id":3,"shipDate":"2026-11-20T12:00:00Z"},{"id":4,"shipDate":"2026-12-20T12:00:00Z"},' +
      '{"id":5,"shipDate":"2026-11-18T23:30:00Z"},{"id":6,"shipDate":"2026W475T09,5"}]'
    await expect(api.send(list())).resolves.toEqual(json(200, dated))
  })

  test('the large scenario lists all of its orders', async () => {
    await using api = await open({ scenario: 'large' })
    const { body, headers } = await api.send(list())
    const ids = (JSON.parse(body) as { id: number }[]).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
    expect(headers['content-length']).toBe(String(body.length))
  })

  test('HEAD responds like GET, without the body', async () => {
    await using api = await open()
    await expect(api.send(call('HEAD', '/store/orders'))).resolves.toEqual(headOf(json(200, DEFAULT_LIST)))
  })
})

describe.each(faces)('reading a pet through $name', ({ open }) => {
  test('a pet of the scenario has the fields given there, and the headers of a deprecated operation', async () => {
    await using api = await open()
    const rex = json(200, '{"id":11,"name":"Rex","species":"dog"}', DEPRECATION_FIELDS)
    await expect(api.send(readPet('11'))).resolves.toEqual(rex)
    await expect(api.send(call('HEAD', '/pets/11'))).resolves.toEqual(headOf(rex))
  })

  test('a pet named only by an order has nothing but its id', async () => {
    await using api = await open()
    await expect(api.send(readPet('14'))).resolves.toEqual(json(200, '{"id":14}', DEPRECATION_FIELDS))
  })

  test('reading a pet that does not exist is rejected with 404', async () => {
    await using api = await open()
    await expect(api.send(readPet('404'))).resolves.toEqual(noSuchPet('404'))
  })
})
