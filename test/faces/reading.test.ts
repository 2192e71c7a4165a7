import { describe, expect, test } from 'vitest'
import { DEFAULT_LIST, DEPRECATION_FIELDS, headOf, json, noSuchPet } from './expected.js'
import { call, list, readPet } from './face.js'
import { faces } from './faces.js'

const SPARSE =
  '[{"id":1},{"id":2,"petId":12},{"id":3,"quantity":1},{"id":4,"shipDate":"2026-11-22T12:00:00Z"},' +
  '{"id":5,"complete":false},{"id":6,"petId":11,"quantity":2,"shipDate":"2026-11-19T12:00:00Z"},' +
  '{"id":7,"complete":true}]'

/** Dates in a scenario, and in a response at `NOON`. */
const DATES = [
  ['2026-11-02T09:30:00+02:00', '2026-11-02T09:30:00+02:00'],
  ['2026-11-02T09:30:00.125Z', '2026-11-02T09:30:00.125Z'],
  ['now', '2026-11-20T12:00:00Z'],
  ['now+P1M', '2026-12-20T12:00:00Z'],
  ['now-PT36H30M', '2026-11-18T23:30:00Z'],
  ['2026W475T09,5', '2026W475T09,5'],
].map(([shipDate = '', sent], id) => ({ order: { id, shipDate }, sent: `{"id":${id},"shipDate":"${sent}"}` }))

const listed = (text: string) => [[list(), json(200, text)]] as const

describe.each(faces)('listing orders through $name', ({ open, fact }) => {
  const queries = ['', '?', '?status=pending', '?limit=1&offset=3', '?/store/orders/1']
  fact('every order is listed with exactly its fields, whatever the query; HEAD gets no body', [
    ...queries.map((query) => [call('GET', `/store/orders${query}`), json(200, DEFAULT_LIST)] as const),
    [call('HEAD', '/store/orders'), headOf(json(200, DEFAULT_LIST))],
  ])

  fact('an empty store is listed as an empty array', listed('[]'), { scenario: 'empty' })

  fact('missing fields stay missing', listed(SPARSE), { scenario: 'sparse' })

  const dated = listed(`[${DATES.map(({ sent }) => sent).join(',')}]`)
  const scenario = { orders: DATES.map(({ order }) => order) }
  fact('dates are RFC 3339, and a date-time of a scenario is sent as it is written there', dated, { scenario })

  test('the large scenario lists all of its orders', async () => {
    await using api = await open({ scenario: 'large' })
    const { body, headers } = await api.send(list())
    const ids = (JSON.parse(body) as { id: number }[]).map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
    expect(headers['content-length']).toBe(String(body.length))
    const { response } = api.mock.sandbox().requests.get(1) ?? {}
    expect([response?.isCut, response?.body.length]).toEqual([true, 4096])
  })
})

describe.each(faces)('reading a pet through $name', ({ fact }) => {
  const rex = json(200, '{"id":11,"name":"Rex","species":"dog"}', DEPRECATION_FIELDS)
  fact('a pet has the fields given in the scenario or its id alone, and the headers of a deprecated operation', [
    [readPet('11'), rex],
    [call('HEAD', '/pets/11'), headOf(rex)],
    // Only an order names it.
    [readPet('14'), json(200, '{"id":14}', DEPRECATION_FIELDS)],
    [readPet('404'), noSuchPet('404')],
  ])
})
