import { expect, test } from 'vitest'
import { Habits, parseInPieces, type ProviderResponse, tellWays } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'
import { exchangeOf, JSON_TYPE } from './exchange-of.js'

type Seen = [request: string, response: Partial<ProviderResponse>, asked?: Record<string, string>]

const error = (members: object) => JSON.stringify({ code: 'not_found', message: 'No.', status: 404, ...members })
const missing = (members: object): Seen => [
  'DELETE /store/orders/7',
  { status: 404, headers: JSON_TYPE, body: error(members) },
]
const cancel = (status: number, body = '', id = '7'): Seen => [`DELETE /store/orders/${id}`, { status, body }]
const pet = (headers: Record<string, string>, body = '{"id":11}'): Seen => ['GET /pets/11', { headers, body }]
const list = (...orders: object[]): Seen => ['GET /store/orders', { headers: JSON_TYPE, body: JSON.stringify(orders) }]
const NO_PET: Seen = ['GET /pets/404', { status: 404 }]
const UNREAD: Seen = ['DELETE /store/orders/7', { status: 409, isBodyUnknown: true }]
const WHOLE = { id: 1, petId: 2, quantity: 3, shipDate: '2026-11-02T09:30:00Z', complete: true }
const ids = (...all: number[]): Seen => list(...all.map((id) => ({ id })))
const dated = (...dates: string[]): Seen => list(...dates.map((shipDate) => ({ shipDate })))
const answered = (all: Record<string, string>, asked = {}): Seen => [
  'GET /store/orders',
  { headers: all, body: '[{}]' },
  asked,
]
const CORS = { 'access-control-allow-origin': '*' }
const GZIP = { 'Accept-Encoding': 'gzip, br' }

test.each<[freedom: string, seen: Record<string, number>, ...exchanges: Seen[]]>([
  ['cancelled-orders', { listed: 1 }, cancel(204), ids(7)],
  ['cancelled-orders', { gone: 1 }, cancel(204), ['GET /store/orders?page=2', { body: '[{"id":7}]' }], ids(8)],
  ['second-cancel', { '409': 1, '404': 2 }, cancel(204), cancel(404), cancel(404), cancel(409)],
  ['conflict-body', { none: 1 }, cancel(204, '', '8'), cancel(409, error({}), '8'), cancel(409)],
  ['conflict-body', { error: 1, 'another form': 1 }, cancel(409, error({})), cancel(409, '{"code":"x"}')],
  ['conflict-body', { text: 1 }, cancel(409, 'shipped'), UNREAD],
  ['bad-order-id', { '422': 1 }, cancel(422, '', 'x'), cancel(401, '', 'x')],
  ['list-order', { placed: 1 }, ids(1, 2), ids(1, 2, 3)],
  ['list-order', { 'newest-first': 1 }, ids(2, 1), ids(3, 2, 1)],
  ['list-order', { shuffled: 1 }, ids(1, 2), ids(2, 1)],
  ['list-order', { 'another form': 1 }, ids(1, 2), ids(1, 3, 2)],
  // The second order is gone for a while: its place is that of when it was placed first.
  ['list-order', { placed: 2 }, ids(2), ids(2, 1), ids(), ids(1), ids(1, 2)],
  ['member-order', { fixed: 1 }, list({ id: 1, petId: 2 }), list({ id: 3, petId: 2 })],
  ['member-order', { shuffled: 1 }, list({ id: 1, petId: 2 }), list({ petId: 2, id: 3 })],
  ['further-members', { none: 2, some: 1 }, missing({}), list(WHOLE), list(WHOLE), missing({ hint: 'x' })],
  ['ship-date', { utc: 1, offset: 1 }, dated('2026-11-02T09:30:00Z', '2026-11-02T09:30:00+01:00')],
  ['ship-date', { fraction: 1, 'another form': 1 }, dated('2026-11-02T09:30:00.500Z', '2026-11-02T09:30:00')],
  ['ship-date', { 'another form': 1 }, dated('2026-11-02T09:30:00.5+01:00')],
  ['error-code', { own: 1, digits: 1, 'another form': 1 }, ...['ok', '404', 404].map((code) => missing({ code }))],
  ['error-code', { 'upper-case': 1, 'another form': 1 }, missing({ code: 'NOT_FOUND' }), missing({ code: 'E-4' })],
  ['error-message', { english: 1, 'other-language': 1 }, missing({}), missing({ message: 'Unmöglich.' })],
  ['pet', { given: 1, bare: 1 }, pet({}), pet({}, '{}')],
  ['pet-of-order', { given: 1 }, list({ id: 1, petId: 11 }), pet({})],
  ['deprecation', { rfc9745: 1, none: 1, 'another form': 1 }, ...['@1', undefined, 'true'].map(deprecated), NO_PET],
  ['deprecation-link', { given: 1, none: 1 }, pet({ link: '</x>; rel="sunset"' }), pet({ link: '</x>; rel="next"' })],
  ['challenge', { given: 1, none: 1 }, ...[{ 'www-authenticate': 'Bearer' }, {}].map(unauthorized)],
  [
    'exposed-headers',
    { given: 1, none: 1 },
    answered({ ...CORS, 'access-control-expose-headers': 'Link' }),
    answered(CORS),
    answered({}),
  ],
  ['json', { compact: 1, indented: 1 }, ids(1), ['GET /store/orders', { body: '[\n  {}\n]\n' }]],
  ['content-type', { plain: 1 }, answered({ 'content-type': 'application/json' })],
  [
    'content-type',
    { charset: 1, 'another form': 1 },
    answered({ 'content-type': 'application/json; charset=utf-8' }),
    answered({ 'content-type': 'text/json' }),
  ],
  [
    'framing',
    { chunked: 1, length: 1 },
    answered({ 'transfer-encoding': 'chunked' }),
    answered({ 'content-length': '4' }),
    answered({}),
  ],
  [
    'compression',
    { gzip: 1, none: 1 },
    answered({ 'content-encoding': 'gzip' }, GZIP),
    answered({}, GZIP),
    answered({}),
  ],
  ['compression', { 'another form': 1 }, answered({ 'content-encoding': 'br, gzip' }, GZIP)],
])('%s is learned as %j', (freedom, seen, ...exchanges) => {
  const habits = new Habits()
  take(habits, exchanges)
  expect(habits.list().find((habit) => habit.freedom === freedom)?.seen).toEqual(seen)
})

test('each store is learned from by itself, however many there are beside one that is used again and again', () => {
  const habits = new Habits()
  take(habits.of('main'), [cancel(204)])
  for (let store = 0; store < 100; store++)
    for (const name of ['main', `even ${store}`, `odd ${store}`]) take(habits.of(name), [ids(7), cancel(409)])
  expect(habits.list().find(({ freedom }) => freedom === 'second-cancel')?.seen).toEqual({ '409': 100 })
})

test('what a provider state did is no habit: its orders and pets are new', () => {
  const habits = new Habits()
  take(habits, [ids(1, 2), cancel(204)])
  habits.startAnew({ orderId: '1', petId: 11 })
  take(habits, [list({ id: 2, petId: 11 }, { id: 1 }), cancel(409), pet({})])
  const seen = habits.list().map(({ freedom }) => freedom)
  expect(seen).not.toContain('second-cancel')
  expect(seen).not.toContain('pet-of-order')
  expect(habits.list()).toContainEqual(expect.objectContaining({ freedom: 'list-order', choice: 'placed' }))
})

test('the most frequent way is the choice of the provider, and told first', () => {
  const habits = new Habits()
  take(habits, [cancel(204), cancel(404), cancel(410), cancel(409), cancel(409)])
  const habit = habits.list().find(({ freedom }) => freedom === 'second-cancel')
  expect([habit?.choice, habit && tellWays(habit, { 410: 'gone' })]).toEqual(['409', '409 (2), 404 (1), gone (1)'])
})

/** Takes one exchange after the other. */
function take(habits: Habits, exchanges: readonly Seen[]): void {
  for (const [index, [request, response, headers = {}]] of exchanges.entries()) {
    const exchange = exchangeOf(request, response)
    const parsed = finish(parseInPieces({ ...exchange, request: { ...exchange.request, headers } }))
    if (parsed !== undefined) habits.take(parsed, { startMs: 2 * index, endMs: 2 * index + 1 })
  }
}

function deprecated(deprecation: string | undefined): Seen {
  return pet(deprecation === undefined ? {} : { deprecation })
}

function unauthorized(challenge: Record<string, string>): Seen {
  return ['GET /store/orders', { status: 401, headers: challenge, body: error({ status: 401 }) }]
}
