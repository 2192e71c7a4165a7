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
import type { ApiCall } from './face.js'
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
const NO_KEY = ['Basic dGVzdC1rZXk6', 'test-key', 'Bearer ', 'Bearertest-key', 'XBearer test-key', 'Bearer\ttest-key']

/** Bearer keys that the mock does not know; more are tried in core/http/api-key.test.ts. */
const WRONG_KEY = ['Test-Key', 'test-ke', '"test-key"', 'test-key shipped', 'test%2Dkey', 'Bearer test-key']

/** What follows a good key and does not name a sandbox. */
const NO_SANDBOX = ['~~', '~shipped~', '~shipped~w1~w2', '~shipped~w 1', `~shipped~${'n'.repeat(101)}`, '~sch\u00f6n']

describe.each(faces)('authentication through $name', ({ open, fact, cannot }) => {
  for (const [what, method, path, extra] of GUARDED) {
    const expected = (reply: typeof MISSING_KEY): typeof MISSING_KEY => ({
      ...reply,
      headers: { ...reply.headers, ...extra },
    })

    fact(`without a key, ${what} is rejected with 401`, [[{ method, path }, expected(MISSING_KEY)]])
    const wrong = call(method, path, 'test-keys')
    fact(`with a wrong key, ${what} is rejected with 401`, [[wrong, expected(UNKNOWN_KEY)]])
  }

  for (const authorization of NO_KEY)
    fact(`the header "${authorization}" counts as a missing key`, [[listWith(authorization), MISSING_KEY]])

  for (const key of WRONG_KEY) fact(`the key "${key}" is invalid`, [[list(key), UNKNOWN_KEY]])

  for (const suffix of NO_SANDBOX) {
    const title = `a valid key and "${suffix}" are invalid, and the message says what may follow a key`
    fact(title, [[list(`test-key${suffix}`), MISNAMED]], {}, /[^ -~]/.test(suffix) ? cannot.anyLetter : undefined)
  }

  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer '])
    fact(`the scheme "${scheme}" is accepted`, [[listWith(`${scheme} test-key`), json(200, DEFAULT_LIST)]])

  const twice = listWith(['Bearer test-key', 'Bearer test-key'])
  fact('two Authorization headers count as an invalid key', [[twice, UNKNOWN_KEY]])

  const inQuery = { method: 'GET', path: '/store/orders?api_key=test-key&access_token=test-key' }
  fact('a key in the query counts as a missing key', [[inQuery, MISSING_KEY]])

  const exchanges = [
    [list('one'), json(200, '[]')],
    [list('two~x'), json(200, '[]')],
    [list('two'), UNKNOWN_KEY],
    [list('test-key'), UNKNOWN_KEY],
  ] as const
  fact('each of several keys is accepted, and no other', exchanges, { keys: ['one', 'two~x'], scenario: 'empty' })

  test('the longer of two matching keys wins', async () => {
    await using api = await open({ keys: ['one', 'one~shipped'], scenario: 'empty' })
    await expect(api.send(list('one~shipped'))).resolves.toEqual(json(200, '[]'))
    await expect(api.send(list('one~shipped~shipped'))).resolves.toMatchObject({ status: 200 })
    await expect(api.send(cancel('1', 'one~shipped~shipped'))).resolves.toEqual(alreadyShipped('1'))
  })

  test('a rejected cancel request changes nothing', async () => {
    await using api = await open()
    await api.send(cancel('1', 'wrong'))
    await api.send({ method: 'DELETE', path: '/store/orders/1' })
    expect(api.mock.sandbox().orders.get(1)?.status).toBe('pending')
  })
})

function listWith(authorization: string | string[]): ApiCall {
  return { method: 'GET', path: '/store/orders', headers: { authorization } }
}
