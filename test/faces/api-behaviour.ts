import { describe, expect, test } from 'vitest'
import type { OrdersMockOptions } from '../../src/core/index.js'
import {
  alreadyCancelled,
  alreadyShipped,
  call,
  cancel,
  CANCELLED,
  CORS_FIELDS,
  DEPRECATION_FIELDS,
  headOf,
  invalidKey,
  json,
  list,
  MISSING_KEY,
  noContent,
  noOrderId,
  noPetId,
  noSuchOrder,
  noSuchPet,
  noSuchRoute,
  notAllowed,
  readPet,
  refusal,
  MISNAMED,
  UNKNOWN_KEY,
} from './expected.js'
import type { ApiCall, Face, OpenFace, Reply } from './face.js'

const NOON = '2026-11-20T12:00:00Z'

const DEFAULT_LIST =
  '[{"id":1,"petId":11,"quantity":2,"shipDate":"2026-11-23T12:00:00Z","complete":false},' +
  '{"id":2,"petId":12,"quantity":1,"shipDate":"2026-11-18T12:00:00Z","complete":true},' +
  '{"id":3,"petId":13,"quantity":4,"shipDate":"2026-11-25T12:00:00Z","complete":false},' +
  '{"id":4,"petId":11,"quantity":1,"complete":false},' +
  '{"id":5,"petId":14,"shipDate":"2026-11-21T12:00:00Z","complete":false},' +
  '{"id":6,"quantity":3,"shipDate":"2026-11-20T06:00:00Z"},' +
  '{"id":7,"petId":15,"quantity":12,"shipDate":"2026-11-30T12:00:00Z","complete":false},' +
  '{"id":8},' +
  '{"id":9007199254740993,"petId":12,"quantity":1,"shipDate":"2026-11-27T12:00:00Z","complete":false}]'

const SCENARIOS = 'cancelled, default, empty, flaky, int64, large, pending, shipped, slow, sparse, sunset-passed'

/** The three operations, and requests that are none: each meets the key first. */
const GUARDED: readonly (readonly [what: string, method: string, path: string, extra: Record<string, string>])[] = [
  ['listOrders', 'GET', '/store/orders', {}],
  ['cancelOrder', 'DELETE', '/store/orders/1', {}],
  ['cancelOrder of an order that is not there', 'DELETE', '/store/orders/404', {}],
  ['cancelOrder of what is no id', 'DELETE', '/store/orders/%E0%A4%A', {}],
  ['getPet', 'GET', '/pets/11', DEPRECATION_FIELDS],
  ['getPet of a pet that is not there', 'GET', '/pets/404', DEPRECATION_FIELDS],
  ['a route that is not there', 'GET', '/store/inventory', {}],
  ['a method that is not allowed', 'POST', '/store/orders', {}],
  ['a method that is not allowed on a pet', 'DELETE', '/pets/11', {}],
]

const NO_KEY: readonly (readonly [what: string, authorization: string | undefined])[] = [
  ['no Authorization header', undefined],
  ['an empty Authorization header', ''],
  ['the Basic scheme', 'Basic dGVzdC1rZXk6'],
  ['the Digest scheme', 'Digest username="test-key"'],
  ['the key without a scheme', 'test-key'],
  ['the scheme without a key', 'Bearer'],
  ['the scheme and a space', 'Bearer '],
  ['a scheme that only begins like Bearer', 'Bearertest-key'],
  ['a scheme that only ends like Bearer', 'XBearer test-key'],
  ['a tab instead of the space', 'Bearer\ttest-key'],
]

const WRONG_KEY: readonly (readonly [what: string, token: string])[] = [
  ['another key', 'wrong'],
  ['the key in another case', 'Test-Key'],
  ['the key in capitals', 'TEST-KEY'],
  ['a prefix of the key', 'test-ke'],
  ['the key and a letter more', 'test-keyx'],
  ['the key with a letter before it', 'xtest-key'],
  ['the key in quotes', '"test-key"'],
  ['the key and a word after it', 'test-key shipped'],
  ['two keys with a comma', 'test-key, test-key'],
  ['the key percent-encoded', 'test%2Dkey'],
  ['the scheme twice', 'Bearer test-key'],
]

/** Keys that are good, with something behind them that names nothing. */
const MISNAMED_SANDBOX: readonly (readonly [what: string, token: string])[] = [
  ['a tilde with nothing after it', 'test-key~'],
  ['two tildes with nothing after them', 'test-key~~'],
  ['three tildes', 'test-key~~~x'],
  ['a scenario and an empty name', 'test-key~shipped~'],
  ['a scenario, a name and more', 'test-key~shipped~w1~w2'],
  ['an empty scenario before a scenario and a name', 'test-key~~shipped~w1'],
  ['a name with a space', 'test-key~shipped~w 1'],
  ['a name with a slash', 'test-key~shipped~a/b'],
  ['a name of 101 characters', `test-key~shipped~${'n'.repeat(101)}`],
  ['a scenario of 101 characters', `test-key~${'n'.repeat(101)}`],
  ['a scenario with an umlaut', 'test-key~sch\u00f6n'],
]

/** What stands in the path where an int64 should, and what the message shows of it. */
const NO_INT64: readonly (readonly [path: string, shown: string])[] = [
  ['9223372036854775808', '9223372036854775808'],
  ['-9223372036854775809', '-9223372036854775809'],
  ['18446744073709551617', '18446744073709551617'],
  ['99999999999999999999999999', '99999999999999999999999999'],
  ['-0', '-0'],
  ['1.0', '1.0'],
  ['1.', '1.'],
  ['1e3', '1e3'],
  ['1e0', '1e0'],
  ['+1', '+1'],
  ['%2B1', '+1'],
  ['01', '01'],
  ['-01', '-01'],
  ['0x1', '0x1'],
  ['1n', '1n'],
  ['1_000', '1_000'],
  ['%201', ' 1'],
  ['1%20', '1 '],
  ['1%0A', '1\n'],
  ['%00', '\u0000'],
  ['%E0%A4%A', '%E0%A4%A'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%C3%A9', '\u00e9'],
  ['%D9%A1', '\u0661'],
  ['%EF%BC%91', '\uff11'],
  ['1%2F2', '1/2'],
  ['1;a=b', '1;a=b'],
  ['1,2', '1,2'],
  ['abc', 'abc'],
  ['null', 'null'],
  ['{orderId}', '{orderId}'],
  ['--1', '--1'],
  ['%22', '"'],
  ['constructor', 'constructor'],
  ['__proto__', '__proto__'],
  ['1'.repeat(4000), '1'.repeat(4000)],
]

/** Runs the suite of the API's behaviour through one face. */
export function testApiBehaviour(face: Face): void {
  const open = (options: OrdersMockOptions = {}): Promise<OpenFace> => face.open({ now: NOON, ...options })

  describe(`the API through ${face.name}`, () => {
    describe('the key', () => {
      for (const [what, method, path, extra] of GUARDED) {
        const expected = (reply: typeof MISSING_KEY): typeof MISSING_KEY => ({
          ...reply,
          headers: { ...reply.headers, ...extra },
        })

        test(`no key: ${what} is refused with 401`, async () => {
          await using api = await open()
          await expect(api.send({ method, path })).resolves.toEqual(expected(MISSING_KEY))
        })

        test(`a wrong key: ${what} is refused with 401`, async () => {
          await using api = await open()
          await expect(api.send(call(method, path, 'test-keys'))).resolves.toEqual(expected(UNKNOWN_KEY))
        })
      }

      for (const [what, authorization] of NO_KEY) {
        test(`${what} is a missing key, on every operation`, async () => {
          await using api = await open()
          const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
          await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(MISSING_KEY)
          await expect(api.send({ method: 'DELETE', path: '/store/orders/1', headers })).resolves.toEqual(MISSING_KEY)
          await expect(api.send({ method: 'GET', path: '/pets/11', headers })).resolves.toEqual({
            ...MISSING_KEY,
            headers: { ...MISSING_KEY.headers, ...DEPRECATION_FIELDS },
          })
        })
      }

      for (const [what, token] of WRONG_KEY) {
        test(`${what} is an invalid key, on every operation`, async () => {
          await using api = await open()
          await expect(api.send(list(token))).resolves.toEqual(UNKNOWN_KEY)
          await expect(api.send(cancel('1', token))).resolves.toEqual(UNKNOWN_KEY)
          await expect(api.send(readPet('11', token))).resolves.toEqual({
            ...UNKNOWN_KEY,
            headers: { ...UNKNOWN_KEY.headers, ...DEPRECATION_FIELDS },
          })
        })
      }

      for (const [what, token] of MISNAMED_SANDBOX) {
        test(`${what} makes a good key invalid, and the message says what may stand there`, async () => {
          await using api = await open()
          await expect(api.send(list(token))).resolves.toEqual(MISNAMED)
          await expect(api.send(cancel('1', token))).resolves.toEqual(MISNAMED)
          await expect(api.send(readPet('11', token))).resolves.toEqual({
            ...MISNAMED,
            headers: { ...MISNAMED.headers, ...DEPRECATION_FIELDS },
          })
        })
      }

      for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
        test(`the scheme "${scheme}" is good`, async () => {
          await using api = await open()
          const headers = { authorization: `${scheme} test-key` }
          await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(
            json(200, DEFAULT_LIST),
          )
        })
      }

      test('spaces around the whole header are no part of it', async () => {
        await using api = await open()
        const headers = { authorization: '  Bearer test-key  ' }
        await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(
          json(200, DEFAULT_LIST),
        )
      })

      test('two Authorization headers are no key', async () => {
        await using api = await open()
        const headers = { authorization: ['Bearer test-key', 'Bearer test-key'] }
        await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(UNKNOWN_KEY)
      })

      test('a key in the query is no key', async () => {
        await using api = await open()
        const path = '/store/orders?api_key=test-key&access_token=test-key'
        await expect(api.send({ method: 'GET', path })).resolves.toEqual(MISSING_KEY)
      })

      test('each of several keys is good, and only those', async () => {
        await using api = await open({ keys: ['one', 'two~x'], scenario: 'empty' })
        await expect(api.send(list('one'))).resolves.toEqual(json(200, '[]'))
        await expect(api.send(list('two~x'))).resolves.toEqual(json(200, '[]'))
        await expect(api.send(list('two'))).resolves.toEqual(UNKNOWN_KEY)
        await expect(api.send(list('test-key'))).resolves.toEqual(UNKNOWN_KEY)
      })

      test('of two keys that fit the longer one counts', async () => {
        await using api = await open({ keys: ['one', 'one~shipped'], scenario: 'empty' })
        await expect(api.send(list('one~shipped'))).resolves.toEqual(json(200, '[]'))
        await expect(api.send(list('one~shipped~shipped'))).resolves.toMatchObject({ status: 200 })
        await expect(api.send(cancel('1', 'one~shipped~shipped'))).resolves.toEqual(alreadyShipped('1'))
      })

      test('a refused cancel changes nothing', async () => {
        await using api = await open()
        await api.send(cancel('1', 'wrong'))
        await api.send({ method: 'DELETE', path: '/store/orders/1' })
        expect(api.mock.sandbox().orders.get(1)?.status).toBe('pending')
      })
    })

    describe('listing orders', () => {
      test('the list is every order with exactly the members it has', async () => {
        await using api = await open()
        await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
      })

      test('an empty store is an empty array', async () => {
        await using api = await open({ scenario: 'empty' })
        await expect(api.send(list())).resolves.toEqual(json(200, '[]'))
      })

      test('members that are missing stay missing', async () => {
        await using api = await open({ scenario: 'sparse' })
        await expect(api.send(list())).resolves.toEqual(
          json(
            200,
            '[{"id":1},{"id":2,"petId":12},{"id":3,"quantity":1},{"id":4,"shipDate":"2026-11-22T12:00:00Z"},' +
              '{"id":5,"complete":false},{"id":6,"petId":11,"quantity":2,"shipDate":"2026-11-19T12:00:00Z"},' +
              '{"id":7,"complete":true}]',
          ),
        )
      })

      test('ids and pet ids keep every digit of an int64', async () => {
        await using api = await open({ scenario: 'int64' })
        await expect(api.send(list())).resolves.toEqual(
          json(
            200,
            '[{"id":0,"petId":0,"quantity":1},' +
              '{"id":9007199254740991,"petId":9007199254740991,"quantity":1},' +
              '{"id":9007199254740992,"petId":9007199254740992,"quantity":1},' +
              '{"id":9007199254740993,"petId":9007199254740993,"quantity":1},' +
              '{"id":9223372036854775806,"petId":1,"quantity":1},' +
              '{"id":9223372036854775807,"petId":9223372036854775807,"quantity":1},' +
              '{"id":-1,"petId":-1,"quantity":1},' +
              '{"id":-9223372036854775808,"petId":-9223372036854775808,"quantity":1}]',
          ),
        )
      })

      test('dates are RFC 3339, and a date that was given with an offset keeps it', async () => {
        await using api = await open({
          scenario: {
            orders: [
              { id: 1, shipDate: '2026-11-02T09:30:00+02:00' },
              { id: 2, shipDate: '2026-11-02T09:30:00.125Z' },
              { id: 3, shipDate: 'now' },
              { id: 4, shipDate: 'now+P1M' },
              { id: 5, shipDate: 'now-PT36H30M' },
            ],
          },
        })
        await expect(api.send(list())).resolves.toEqual(
          json(
            200,
            '[{"id":1,"shipDate":"2026-11-02T09:30:00+02:00"},{"id":2,"shipDate":"2026-11-02T09:30:00.125Z"},' +
              '{"id":3,"shipDate":"2026-11-20T12:00:00Z"},{"id":4,"shipDate":"2026-12-20T12:00:00Z"},' +
              '{"id":5,"shipDate":"2026-11-18T23:30:00Z"}]',
          ),
        )
      })

      test('the large list has all its orders', async () => {
        await using api = await open({ scenario: 'large' })
        const { body, headers } = await api.send(list())
        const ids = (JSON.parse(body) as { id: number }[]).map(({ id }) => id)
        expect(ids).toEqual(Array.from({ length: 10_000 }, (_, index) => index + 1))
        expect(headers['content-length']).toBe(String(body.length))
      })

      test('the same seed generates the same orders, another seed others', async () => {
        await using one = await open(generated(7))
        const first = await one.send(list())
        await one[Symbol.asyncDispose]()
        await using again = await open(generated(7))
        expect(await again.send(list())).toEqual(first)
        await again[Symbol.asyncDispose]()
        await using other = await open(generated(8))
        expect((await other.send(list())).body).not.toBe(first.body)
      })

      test('the query is ignored: there is no filter and no page', async () => {
        await using api = await open()
        for (const query of ['?', '?status=pending', '?limit=1&offset=3', '?/store/orders/1']) {
          await expect(api.send(call('GET', `/store/orders${query}`))).resolves.toEqual(json(200, DEFAULT_LIST))
        }
      })

      test('HEAD answers like GET, without the body', async () => {
        await using api = await open()
        await expect(api.send(call('HEAD', '/store/orders'))).resolves.toEqual(headOf(json(200, DEFAULT_LIST)))
      })

      test('HEAD without a key is refused like GET, without the body', async () => {
        await using api = await open()
        await expect(api.send({ method: 'HEAD', path: '/store/orders' })).resolves.toEqual(headOf(MISSING_KEY))
      })

      test('an order that is added is listed, one that is removed is not', async () => {
        await using api = await open({ scenario: 'empty' })
        api.mock.sandbox().orders.add({ id: 7, petId: '9007199254740993' })
        await expect(api.send(list())).resolves.toEqual(json(200, '[{"id":7,"petId":9007199254740993}]'))
        api.mock.sandbox().orders.remove(7)
        await expect(api.send(list())).resolves.toEqual(json(200, '[]'))
      })
    })

    describe('cancelling an order', () => {
      test('a pending order is cancelled with 204, no body and no field about one', async () => {
        await using api = await open()
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
      })

      test('a cancelled order is refused with 409', async () => {
        await using api = await open()
        await api.send(cancel('1'))
        await expect(api.send(cancel('1'))).resolves.toEqual(alreadyCancelled('1'))
        await expect(api.send(cancel('3'))).resolves.toEqual(alreadyCancelled('3'))
      })

      test('a shipped order is refused with 409 and stays shipped', async () => {
        await using api = await open()
        await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
        await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
        expect(api.mock.sandbox().orders.get(2)?.status).toBe('shipped')
      })

      test('an order that is not there is refused with 404', async () => {
        await using api = await open()
        await expect(api.send(cancel('404'))).resolves.toEqual(noSuchOrder('404'))
      })

      test('a cancelled order stays in the list, and the list stays the same', async () => {
        await using api = await open()
        await api.send(cancel('1'))
        await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
      })

      test('a cancel touches no other order', async () => {
        await using api = await open({ scenario: 'pending' })
        await api.send(cancel('2'))
        expect(api.mock.sandbox().orders.all()).toMatchObject([
          { id: 1n, status: 'pending' },
          { id: 2n, status: 'cancelled' },
          { id: 3n, status: 'pending' },
        ])
      })

      test('of fifty cancels of one order at once exactly one gets 204', async () => {
        await using api = await open({ scenario: 'pending' })
        const replies = await Promise.all(Array.from({ length: 50 }, () => api.send(cancel('1'))))
        expect(replies.filter(({ status }) => status === 204)).toEqual([CANCELLED])
        expect(replies.filter(({ status }) => status !== 204)).toEqual(
          Array.from({ length: 49 }, () => alreadyCancelled('1')),
        )
      })

      for (const id of ['9223372036854775807', '-9223372036854775808', '0', '-1', '9007199254740991']) {
        test(`the order ${id} is cancelled by exactly its digits`, async () => {
          await using api = await open({ scenario: 'int64' })
          await expect(api.send(cancel(id))).resolves.toEqual(CANCELLED)
          const cancelled = api.mock
            .sandbox()
            .orders.all()
            .filter(({ status }) => status === 'cancelled')
          expect(cancelled.map((order) => order.id)).toEqual([BigInt(id)])
        })
      }

      test('ids that are one double are two orders', async () => {
        await using api = await open({ scenario: 'int64' })
        await expect(api.send(cancel('9007199254740993'))).resolves.toEqual(CANCELLED)
        await expect(api.send(cancel('9007199254740992'))).resolves.toEqual(CANCELLED)
        await expect(api.send(cancel('9007199254740994'))).resolves.toEqual(noSuchOrder('9007199254740994'))
        await expect(api.send(cancel('9223372036854775805'))).resolves.toEqual(noSuchOrder('9223372036854775805'))
      })

      test('a percent-encoded digit is that digit', async () => {
        await using api = await open()
        await expect(api.send(cancel('%31'))).resolves.toEqual(CANCELLED)
        await expect(api.send(cancel('1'))).resolves.toEqual(alreadyCancelled('1'))
      })

      for (const [path, shown] of NO_INT64) {
        const name = path.length > 40 ? `${path.slice(0, 10)}… (${path.length} digits)` : path
        test(`"${name}" names no order: 404`, async () => {
          await using api = await open()
          await expect(api.send(cancel(path))).resolves.toEqual(noOrderId(shown))
          expect(api.mock.sandbox().counts).toEqual({ pending: 6, shipped: 2, cancelled: 1 })
        })

        test(`"${name}" names no pet: 404`, async () => {
          await using api = await open()
          await expect(api.send(readPet(path))).resolves.toEqual(noPetId(shown))
        })
      }

      test('the query is no part of the id', async () => {
        await using api = await open()
        await expect(api.send(call('DELETE', '/store/orders/1?force=true'))).resolves.toEqual(CANCELLED)
      })

      test('an order that ships by the clock can be cancelled until it has shipped', async () => {
        await using api = await open({
          scenario: { frozen: true, orders: [1, 2].map((id) => ({ id, shipAfter: 'PT1H' })) },
        })
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
        api.mock.sandbox().clock.advance('PT1H')
        await expect(api.send(cancel('2'))).resolves.toEqual(alreadyShipped('2'))
        await expect(api.send(cancel('1'))).resolves.toEqual(alreadyCancelled('1'))
      })
    })

    describe('paths and methods', () => {
      for (const path of [
        '/',
        '/store',
        '/store/',
        '/store/orders/',
        '/store/orders//',
        '/store//orders',
        '//store/orders',
        '/store/orders/1/',
        '/store/orders/1/2',
        '/Store/orders',
        '/store/ORDERS',
        '/store/orders%2F1',
        '/store%2Forders',
        '/pets',
        '/pets/',
        '/pets/11/',
        '/v1/store/orders',
        '/constructor',
        '/__proto__/1',
        '/__mock/health',
      ]) {
        test(`there is nothing at ${path}: 404, whatever the method`, async () => {
          await using api = await open()
          for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
            await expect(api.send(call(method, path))).resolves.toEqual(noSuchRoute(path))
          }
          await expect(api.send(call('HEAD', path))).resolves.toEqual(headOf(noSuchRoute(path)))
        })
      }

      test('there is nothing at the base address itself: 404', async () => {
        await using api = await open()
        await expect(api.send(call('GET', ''))).resolves.toEqual(noSuchRoute('/'))
        await expect(api.send(call('GET', '?a=b'))).resolves.toEqual(noSuchRoute('/'))
      })

      test('dot segments are not resolved', async ({ skip }) => {
        skip(face.cannot.rawPath !== undefined, face.cannot.rawPath)
        await using api = await open()
        await expect(api.send(call('GET', '/store/./orders'))).resolves.toEqual(noSuchRoute('/store/./orders'))
        await expect(api.send(call('GET', '/pets/../store/orders'))).resolves.toEqual(
          noSuchRoute('/pets/../store/orders'),
        )
        await expect(api.send(cancel('..'))).resolves.toEqual(noOrderId('..'))
        await expect(api.send(cancel('1\\2'))).resolves.toEqual(noOrderId('1\\2'))
        await expect(api.send(cancel('1#2'))).resolves.toEqual(noOrderId('1#2'))
      })

      for (const [path, allow, methods] of [
        ['/store/orders', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE', 'PURGE']],
        ['/store/orders/1', 'DELETE, OPTIONS', ['GET', 'POST', 'PUT', 'PATCH']],
        ['/store/orders/abc', 'DELETE, OPTIONS', ['GET']],
        ['/pets/11', 'GET, HEAD, OPTIONS', ['POST', 'PUT', 'PATCH', 'DELETE']],
      ] as const) {
        for (const method of methods) {
          test(`${method} ${path} is 405, with what is allowed`, async () => {
            await using api = await open()
            await expect(api.send(call(method, path))).resolves.toEqual(notAllowed(method, path, allow))
          })
        }
      }

      test('HEAD of an order is 405 without a body', async () => {
        await using api = await open()
        await expect(api.send(call('HEAD', '/store/orders/1'))).resolves.toEqual(
          headOf(notAllowed('HEAD', '/store/orders/1', 'DELETE, OPTIONS')),
        )
      })

      test('TRACE is 405 like any other method', async ({ skip }) => {
        skip(face.cannot.anyMethod !== undefined, face.cannot.anyMethod)
        await using api = await open()
        await expect(api.send(call('TRACE', '/store/orders'))).resolves.toEqual(
          notAllowed('TRACE', '/store/orders', 'GET, HEAD, OPTIONS'),
        )
      })
    })

    describe('CORS', () => {
      for (const [path, allow] of [
        ['/store/orders', 'GET, HEAD, OPTIONS'],
        ['/store/orders/1', 'DELETE, OPTIONS'],
        ['/store/orders/abc', 'DELETE, OPTIONS'],
        ['/pets/11', 'GET, HEAD, OPTIONS'],
        ['/nowhere', 'GET, HEAD, DELETE, OPTIONS'],
      ] as const) {
        test(`a preflight for ${path} is answered without a key`, async () => {
          await using api = await open()
          await expect(api.send(ask(path, 'GET', 'authorization,x-trace'))).resolves.toEqual(
            preflight(allow, 'authorization,x-trace'),
          )
          await expect(api.send(ask(path, 'DELETE'))).resolves.toEqual(preflight(allow, 'Authorization'))
        })
      }

      test('OPTIONS of a route tells its methods without a key', async () => {
        await using api = await open()
        await expect(api.send({ method: 'OPTIONS', path: '/store/orders' })).resolves.toEqual(
          preflight('GET, HEAD, OPTIONS', 'Authorization'),
        )
      })

      test('OPTIONS of a path that is none needs a key if it is no preflight', async () => {
        await using api = await open()
        await expect(api.send({ method: 'OPTIONS', path: '/nowhere' })).resolves.toEqual(MISSING_KEY)
      })

      test('a page of any origin may read every answer', async () => {
        await using api = await open()
        const headers = { authorization: 'Bearer test-key', origin: 'https://shop.example' }
        for (const [method, path] of [
          ['GET', '/store/orders'],
          ['DELETE', '/store/orders/1'],
          ['DELETE', '/store/orders/2'],
          ['GET', '/pets/404'],
          ['GET', '/nowhere'],
          ['POST', '/store/orders'],
        ] as const) {
          await expect(api.send({ method, path, headers })).resolves.toMatchObject({ headers: CORS_FIELDS })
        }
      })
    })

    describe('pets and the end of their operation', () => {
      test("a pet of the scenario has the scenario's members, and the headers of a deprecated operation", async () => {
        await using api = await open()
        await expect(api.send(readPet('11'))).resolves.toEqual(
          json(200, '{"id":11,"name":"Rex","species":"dog"}', DEPRECATION_FIELDS),
        )
        await expect(api.send(call('HEAD', '/pets/11'))).resolves.toEqual(
          headOf(json(200, '{"id":11,"name":"Rex","species":"dog"}', DEPRECATION_FIELDS)),
        )
      })

      test('a pet that only an order names has its id alone', async () => {
        await using api = await open()
        await expect(api.send(readPet('14'))).resolves.toEqual(json(200, '{"id":14}', DEPRECATION_FIELDS))
      })

      test('a pet that nothing names is refused with 404', async () => {
        await using api = await open()
        await expect(api.send(readPet('404'))).resolves.toEqual(noSuchPet('404'))
      })

      test('a pet comes and goes with the orders that name it', async () => {
        await using api = await open({ scenario: 'empty' })
        api.mock.sandbox().orders.add({ id: 1, petId: 5 })
        await expect(api.send(readPet('5'))).resolves.toEqual(json(200, '{"id":5}', DEPRECATION_FIELDS))
        api.mock.sandbox().orders.remove(1)
        await expect(api.send(readPet('5'))).resolves.toEqual(noSuchPet('5'))
      })

      test('pets keep every digit of their ids, 0 included', async () => {
        await using api = await open({
          scenario: { pets: [{ id: 9223372036854775807n, tag: 9007199254740993n }, { id: 0 }] },
        })
        await expect(api.send(readPet('9223372036854775807'))).resolves.toEqual(
          json(200, '{"id":9223372036854775807,"tag":9007199254740993}', DEPRECATION_FIELDS),
        )
        await expect(api.send(readPet('0'))).resolves.toEqual(json(200, '{"id":0}', DEPRECATION_FIELDS))
        await expect(api.send(readPet('9223372036854775806'))).resolves.toEqual(noSuchPet('9223372036854775806'))
      })

      test('operations that are not deprecated have no such headers', async () => {
        await using api = await open()
        for (const sent of [list(), cancel('1'), cancel('404'), call('GET', '/nowhere'), call('POST', '/pets/11')]) {
          const { headers } = await api.send(sent)
          expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['deprecation']))
          expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['sunset']))
          expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['link']))
        }
      })

      test('after its sunset the operation is served on, unless the scenario says otherwise', async () => {
        await using api = await open({ now: '2030-01-01' })
        await expect(api.send(readPet('11'))).resolves.toMatchObject({ status: 200, headers: DEPRECATION_FIELDS })
      })

      const gone = refusal(
        410,
        'gone',
        'This operation was switched off on Wed, 30 Jun 2027 00:00:00 GMT. ' +
          'Do without it; the link with rel="sunset" says more.',
      )(DEPRECATION_FIELDS)

      test('with afterSunset: gone it is 410 from the first moment of the sunset on', async () => {
        await using api = await open({
          now: '2027-06-29T23:59:59.999Z',
          scenario: { afterSunset: 'gone', frozen: true, pets: [{ id: 1 }] },
        })
        await expect(api.send(readPet('1'))).resolves.toEqual(json(200, '{"id":1}', DEPRECATION_FIELDS))
        api.mock.sandbox().clock.advance('PT0.001S')
        await expect(api.send(readPet('1'))).resolves.toEqual(gone)
        await expect(api.send(readPet('abc'))).resolves.toEqual(gone)
        await expect(api.send({ method: 'GET', path: '/pets/1' })).resolves.toMatchObject({ status: 401 })
      })

      test('the scenario sunset-passed is past its sunset, whatever the server was started with', async () => {
        await using api = await open({ sunset: '2040-01-01' })
        await expect(api.send(readPet('11', 'test-key~sunset-passed'))).resolves.toEqual(gone)
        await expect(api.send(list('test-key~sunset-passed'))).resolves.toMatchObject({ status: 200 })
      })

      test('the sunset of the start overrides that of the scenario in main, and fills in elsewhere', async () => {
        await using api = await open({
          sunset: '2040-02-03',
          scenario: { sunset: '2030-01-01', pets: [{ id: 1 }] },
        })
        const sunsetFor = async (key: string): Promise<string | undefined> =>
          (await api.send(readPet('1', key))).headers['sunset']
        await expect(sunsetFor('test-key')).resolves.toBe('Fri, 03 Feb 2040 00:00:00 GMT')
        await expect(sunsetFor('test-key~inline')).resolves.toBe('Tue, 01 Jan 2030 00:00:00 GMT')
        await expect(sunsetFor('test-key~shipped')).resolves.toBe('Fri, 03 Feb 2040 00:00:00 GMT')
      })

      test('a sunset with a time and an offset is shown as an HTTP date in GMT', async () => {
        await using api = await open({ sunset: '2027-06-30T23:30:00-02:00' })
        await expect(api.send(readPet('11'))).resolves.toMatchObject({
          headers: { sunset: 'Thu, 01 Jul 2027 01:30:00 GMT' },
        })
      })

      test('now of the start overrides that of the scenario in main, and fills in elsewhere', async () => {
        await using api = await open({
          now: '2031-01-01T00:00:00Z',
          scenario: { now: '2029-01-01T00:00:00Z', frozen: true, orders: [{ id: 1, shipDate: 'now' }] },
        })
        expect(api.mock.sandbox().clock.now).toBe('2031-01-01T00:00:00Z')
        expect(api.mock.sandbox('inline').clock.now).toBe('2029-01-01T00:00:00Z')
        await expect(api.send(list('test-key~empty'))).resolves.toMatchObject({ status: 200 })
        expect(api.mock.sandbox('empty').clock.now).toMatch(/^2031-01-01T00:00:/)
      })
    })

    describe('sandboxes', () => {
      test('a key with a scenario asks for that scenario', async () => {
        await using api = await open()
        await expect(api.send(cancel('1', 'test-key~shipped'))).resolves.toEqual(alreadyShipped('1'))
        await expect(api.send(list('test-key~empty'))).resolves.toEqual(json(200, '[]'))
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
      })

      test('what happens in one sandbox happens in no other', async () => {
        await using api = await open({ scenario: 'pending' })
        const keys = ['test-key', 'test-key~pending', 'test-key~pending~w1', 'test-key~pending~w2']
        for (const key of keys) await expect(api.send(cancel('1', key))).resolves.toEqual(CANCELLED)
        for (const key of keys) await expect(api.send(cancel('1', key))).resolves.toEqual(alreadyCancelled('1'))
        expect(keys.map((_, index) => api.mock.sandboxes[index]?.requests.count())).toEqual([2, 2, 2, 2])
      })

      test('names tell upper from lower case and take every character that is allowed', async () => {
        await using api = await open()
        const names = ['w', 'W', '0', '.', '..', '-', '_', 'A.b_c-1', 'n'.repeat(100)]
        for (const name of names) {
          await expect(api.send(cancel('1', `test-key~pending~${name}`))).resolves.toEqual(CANCELLED)
        }
      })

      test('two tildes lead to a sandbox that exists', async () => {
        await using api = await open()
        api.mock.createSandbox({ name: 'checkout-7', scenario: 'shipped' })
        await expect(api.send(cancel('1', 'test-key~~checkout-7'))).resolves.toEqual(alreadyShipped('1'))
        await expect(api.send(cancel('1', 'test-key~~main'))).resolves.toEqual(CANCELLED)
      })

      test('two tildes make no sandbox', async () => {
        await using api = await open()
        await expect(api.send(list('test-key~~x'))).resolves.toEqual(
          invalidKey('The API key names the sandbox "x", which is not there. The control API creates sandboxes.'),
        )
        expect(api.mock.sandboxes.map(({ name }) => name)).toEqual(['main'])
      })

      test('one tilde leads to no sandbox that was created by name', async () => {
        await using api = await open()
        api.mock.createSandbox({ name: 'checkout-7' })
        await expect(api.send(list('test-key~checkout-7'))).resolves.toEqual(
          invalidKey(`The API key names the scenario "checkout-7", which is not there. Known: ${SCENARIOS}.`),
        )
      })

      for (const scenario of ['shiped', 'Shipped', 'main', 'constructor', '__proto__']) {
        test(`the scenario "${scenario}" is not known: 401 that names those there are`, async () => {
          await using api = await open()
          const expected = invalidKey(
            `The API key names the scenario "${scenario}", which is not there. Known: ${SCENARIOS}.`,
          )
          await expect(api.send(list(`test-key~${scenario}`))).resolves.toEqual(expected)
          await expect(api.send(cancel('1', `test-key~${scenario}~w1`))).resolves.toEqual(expected)
        })
      }

      test('the least recently used sandbox makes room, never main', async () => {
        await using api = await open({ scenario: 'pending', maxSandboxes: 3 })
        await api.send(cancel('1'))
        await api.send(cancel('1', 'test-key~pending~a'))
        await api.send(cancel('1', 'test-key~pending~b'))
        await api.send(list('test-key~pending~a'))
        expect(api.mock.evictedSandboxes).toBe(0)
        await expect(api.send(cancel('1', 'test-key~pending~c'))).resolves.toEqual(CANCELLED)
        expect(api.mock.evictedSandboxes).toBe(1)
        expect(api.mock.sandboxes.map(({ name }) => name)).toEqual(['main', 'pending~a', 'pending~c'])
        await expect(api.send(cancel('1', 'test-key~pending~a'))).resolves.toEqual(alreadyCancelled('1'))
        await expect(api.send(cancel('1', 'test-key~pending~b'))).resolves.toEqual(CANCELLED)
        await expect(api.send(cancel('1'))).resolves.toEqual(alreadyCancelled('1'))
        expect(api.mock.evictedSandboxes).toBe(2)
      })

      test('a wrong key makes no sandbox', async () => {
        await using api = await open()
        await api.send(list('wrong~shipped'))
        await api.send(list('test-key~nowhere'))
        await api.send(list('test-key~shipped~a~b'))
        expect(api.mock.sandboxes.map(({ name }) => name)).toEqual(['main'])
      })
    })

    describe('faults', () => {
      test('a status fault answers with its status and an Error object, and changes nothing', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'status', status: 418, message: 'short and stout' }])
        await expect(api.send(list())).resolves.toEqual(injected(418, 'short and stout')())
        await expect(api.send(cancel('1'))).resolves.toEqual(injected(418, 'short and stout')())
        await expect(api.send(readPet('11'))).resolves.toEqual(injected(418, 'short and stout')(DEPRECATION_FIELDS))
        api.mock.sandbox().faults.clear()
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
      })

      test('a status fault without a status is 500', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'status' }])
        await expect(api.send(list())).resolves.toEqual(injected(500)())
      })

      test('429 and 503 say when to try again', async () => {
        await using api = await open()
        for (const status of [429, 503]) {
          api.mock.sandbox().faults.set([{ kind: 'status', status }])
          await expect(api.send(list())).resolves.toEqual(injected(status)({ 'retry-after': '1' }))
        }
      })

      test('a fault with times fires so often, and then no more', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'status', status: 503, times: 2 }])
        const statuses = []
        for (let sent = 0; sent < 4; sent += 1) statuses.push((await api.send(list())).status)
        expect(statuses).toEqual([503, 503, 200, 200])
      })

      test('a fault of one operation spares the others', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ operation: 'cancelOrder', kind: 'status' }])
        await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
        await expect(api.send(cancel('1'))).resolves.toEqual(injected(500)())
      })

      test('a fault of one order spares the others', async () => {
        await using api = await open({ scenario: 'int64' })
        api.mock.sandbox().faults.set([{ orderId: 9007199254740993n, kind: 'status' }])
        await expect(api.send(cancel('9007199254740993'))).resolves.toEqual(injected(500)())
        await expect(api.send(cancel('9007199254740992'))).resolves.toEqual(CANCELLED)
        await expect(api.send(list())).resolves.toMatchObject({ status: 200 })
      })

      test('faults spare requests without a good key, unknown routes and preflights', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'status' }])
        await expect(api.send({ method: 'GET', path: '/store/orders' })).resolves.toEqual(MISSING_KEY)
        await expect(api.send(call('GET', '/nowhere'))).resolves.toEqual(noSuchRoute('/nowhere'))
        await expect(api.send({ method: 'OPTIONS', path: '/store/orders' })).resolves.toMatchObject({ status: 204 })
      })

      test('chance with the same seed fails the same requests', async () => {
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

      test('a delayed answer comes after one that was asked for later', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ operation: 'cancelOrder', kind: 'delay', delayMs: 300 }])
        const order: string[] = []
        await Promise.all([
          api.send(cancel('1')).then((reply) => order.push(`cancel ${reply.status}`)),
          api.send(list()).then((reply) => order.push(`list ${reply.status}`)),
        ])
        expect(order).toEqual(['list 200', 'cancel 204'])
      })

      test('latency delays every answer by as much', async () => {
        await using api = await open({ latencyMs: 15 })
        await api.send(list())
        await api.send({ method: 'GET', path: '/store/orders' })
        const durations = api.mock
          .sandbox()
          .requests.all()
          .map(({ durationMs }) => durationMs >= 15)
        expect(durations).toEqual([true, true])
      })

      test('a reset closes the connection without an answer, and the order stays as it is', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'reset' }])
        await expect(api.send(list())).rejects.toThrow(/hang up|ECONNRESET|fetch/)
        await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
        api.mock.sandbox().faults.clear()
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
      })

      test('a truncated body breaks off, and a cancel does not happen', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'truncate' }])
        await expect(api.send(list())).rejects.toThrow(/aborted|terminated/)
        await expect(api.send(readPet('11'))).rejects.toThrow(/aborted|terminated/)
        await expect(api.send(cancel('1'))).rejects.toThrow(/hang up|ECONNRESET|fetch/)
        api.mock.sandbox().faults.clear()
        await expect(api.send(cancel('1'))).resolves.toEqual(CANCELLED)
      })

      test('a hanging request is never answered, and the next one is', async () => {
        await using api = await open()
        api.mock.sandbox().faults.set([{ kind: 'hang', times: 1 }])
        await expect(api.send({ ...list(), signal: AbortSignal.timeout(100) })).rejects.toThrow(/abort/)
        await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
        expect(api.mock.sandbox().requests.all()).toMatchObject([{ status: 0, fault: 'hang' }, { status: 200 }])
      })
    })

    describe('the journal', () => {
      test('each request is noted with the reason for its answer, and its key is of no use to a reader', async () => {
        await using api = await open({ scenario: 'pending' })
        await api.send(cancel('1', 'test-key~shipped'))
        await api.send({ method: 'GET', path: '/store/orders?secret=1' })
        expect(api.mock.sandbox('shipped').requests.all()).toEqual([
          {
            id: 1,
            at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/),
            operation: 'cancelOrder',
            method: 'DELETE',
            path: '/store/orders/1',
            status: 409,
            code: 'order_already_shipped',
            durationMs: expect.any(Number),
            orderId: '1',
            key: 'test…~shipped',
            reason: 'order 1 has shipped',
          },
        ])
        expect(api.mock.sandbox().requests.all()).toMatchObject([
          { id: 1, path: '/store/orders', status: 401, code: 'missing_api_key', reason: 'no bearer key was sent' },
        ])
      })

      test('preflights are not counted', async () => {
        await using api = await open()
        await api.send({ method: 'OPTIONS', path: '/store/orders' })
        expect(api.mock.sandbox().requests.count()).toBe(0)
      })
    })
  })
}

/** The answer to a preflight, which allows these methods and headers. */
function preflight(allow: string, headers: string): Reply {
  return noContent({
    allow,
    'access-control-allow-methods': allow,
    'access-control-allow-headers': headers,
    'access-control-max-age': '600',
    vary: 'Access-Control-Request-Headers',
  })
}

/** A preflight, as a browser sends it: without a key. */
function ask(path: string, method: string, headers?: string): ApiCall {
  return {
    method: 'OPTIONS',
    path,
    headers: {
      origin: 'https://shop.example',
      'access-control-request-method': method,
      ...(headers !== undefined && { 'access-control-request-headers': headers }),
    },
  }
}

/** The Error object of a status fault. */
function injected(
  status: number,
  message = 'An injected fault. Lift it through the control API, or try again.',
): ReturnType<typeof refusal> {
  return refusal(status, 'injected_fault', message)
}

function generated(seed: number): OrdersMockOptions {
  return { scenario: { orders: [{ generate: { count: 20, seed } }] } }
}
