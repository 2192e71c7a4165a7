import { describe, expect, test } from 'vitest'
import {
  alreadyShipped,
  call,
  cancel,
  DEFAULT_LIST,
  DEPRECATION_FIELDS,
  json,
  list,
  MISNAMED,
  MISSING_KEY,
  UNKNOWN_KEY,
} from './expected.js'
import { faces } from './faces.js'

/** The three operations, and requests for none of them: the key is checked before anything else. */
const GUARDED: readonly (readonly [what: string, method: string, path: string, extra: Record<string, string>])[] = [
  ['listOrders', 'GET', '/store/orders', {}],
  ['cancelOrder', 'DELETE', '/store/orders/1', {}],
  ['cancelOrder of an order that does not exist', 'DELETE', '/store/orders/404', {}],
  ['cancelOrder with a path segment that is not an id', 'DELETE', '/store/orders/%E0%A4%A', {}],
  ['getPet', 'GET', '/pets/11', DEPRECATION_FIELDS],
  ['getPet of a pet that does not exist', 'GET', '/pets/404', DEPRECATION_FIELDS],
  ['a route that does not exist', 'GET', '/store/inventory', {}],
  ['a method that is not allowed', 'POST', '/store/orders', {}],
]

/** Values of the Authorization header that contain no bearer key. */
const NO_KEY: readonly (readonly [what: string, authorization: string | undefined])[] = [
  ['no Authorization header', undefined],
  ['the Basic scheme', 'Basic dGVzdC1rZXk6'],
  ['the key without a scheme', 'test-key'],
  ['the scheme without a key', 'Bearer '],
  ['a scheme that only starts with Bearer', 'Bearertest-key'],
  ['a scheme that only ends with Bearer', 'XBearer test-key'],
  ['a tab in place of the space', 'Bearer\ttest-key'],
]

/** Bearer keys that the mock does not know; more are tried in core/http/api-key.test.ts. */
const WRONG_KEY: readonly (readonly [what: string, token: string])[] = [
  ['the key with other capitals', 'Test-Key'],
  ['a prefix of the key', 'test-ke'],
  ['the key in quotes', '"test-key"'],
  ['the key followed by a word', 'test-key shipped'],
  ['the percent-encoded key', 'test%2Dkey'],
  ['the scheme written twice', 'Bearer test-key'],
]

/** Good keys with a suffix that does not name a sandbox. */
const MISNAMED_SANDBOX: readonly (readonly [what: string, token: string])[] = [
  ['two trailing tildes', 'test-key~~'],
  ['a scenario and an empty name', 'test-key~shipped~'],
  ['a scenario, a name and more', 'test-key~shipped~w1~w2'],
  ['a space in the name', 'test-key~shipped~w 1'],
  ['a name of 101 characters', `test-key~shipped~${'n'.repeat(101)}`],
  ['an umlaut in the scenario', 'test-key~sch\u00f6n'],
]

describe.each(faces)('authentication through $name', ({ open, cannot }) => {
  for (const [what, method, path, extra] of GUARDED) {
    const expected = (reply: typeof MISSING_KEY): typeof MISSING_KEY => ({
      ...reply,
      headers: { ...reply.headers, ...extra },
    })

    test(`without a key, ${what} is refused with 401`, async () => {
      await using api = await open()
      await expect(api.send({ method, path })).resolves.toEqual(expected(MISSING_KEY))
    })

    test(`with a wrong key, ${what} is refused with 401`, async () => {
      await using api = await open()
      await expect(api.send(call(method, path, 'test-keys'))).resolves.toEqual(expected(UNKNOWN_KEY))
    })
  }

  for (const [what, authorization] of NO_KEY) {
    test(`${what} counts as a missing key`, async () => {
      await using api = await open()
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(MISSING_KEY)
    })
  }

  for (const [what, token] of WRONG_KEY) {
    test(`${what} counts as an invalid key`, async () => {
      await using api = await open()
      await expect(api.send(list(token))).resolves.toEqual(UNKNOWN_KEY)
    })
  }

  for (const [what, token] of MISNAMED_SANDBOX) {
    test(`a good key with ${what} is invalid, and the message says what may follow a key`, async ({ skip }) => {
      skip(cannot.anyLetter !== undefined && /[^ -~]/.test(token), cannot.anyLetter)
      await using api = await open()
      await expect(api.send(list(token))).resolves.toEqual(MISNAMED)
    })
  }

  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']) {
    test(`the scheme "${scheme}" is accepted`, async () => {
      await using api = await open()
      const headers = { authorization: `${scheme} test-key` }
      await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(
        json(200, DEFAULT_LIST),
      )
    })
  }

  test('two Authorization headers count as an invalid key', async () => {
    await using api = await open()
    const headers = { authorization: ['Bearer test-key', 'Bearer test-key'] }
    await expect(api.send({ method: 'GET', path: '/store/orders', headers })).resolves.toEqual(UNKNOWN_KEY)
  })

  test('a key in the query counts as a missing key', async () => {
    await using api = await open()
    const path = '/store/orders?api_key=test-key&access_token=test-key'
    await expect(api.send({ method: 'GET', path })).resolves.toEqual(MISSING_KEY)
  })

  test('each of several keys is accepted, and no other', async () => {
    await using api = await open({ keys: ['one', 'two~x'], scenario: 'empty' })
    await expect(api.send(list('one'))).resolves.toEqual(json(200, '[]'))
    await expect(api.send(list('two~x'))).resolves.toEqual(json(200, '[]'))
    await expect(api.send(list('two'))).resolves.toEqual(UNKNOWN_KEY)
    await expect(api.send(list('test-key'))).resolves.toEqual(UNKNOWN_KEY)
  })

  test('the longer of two matching keys wins', async () => {
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
