import { describe, expect, test } from 'vitest'
import {
  alreadyShipped,
  CANCELLED,
  DEFAULT_LIST,
  DEPRECATION_FIELDS,
  json,
  MISNAMED,
  MISSING_KEY,
  UNKNOWN_KEY,
} from './expected.js'
import { type ApiCall, call, cancel, list, type Reply } from './face.js'
import { faces } from './faces.js'

/** The three operations, also of what does not exist, and requests for none: the key is checked before anything else. */
const GUARDED: readonly (readonly [method: string, path: string, extra?: Record<string, string>])[] = [
  ['GET', '/store/orders'],
  ['DELETE', '/store/orders/1'],
  ['DELETE', '/store/orders/404'],
  ['DELETE', '/store/orders/%E0%A4%A'],
  ['GET', '/pets/11', DEPRECATION_FIELDS],
  ['GET', '/pets/404', DEPRECATION_FIELDS],
  ['GET', '/store/inventory'],
  ['POST', '/store/orders'],
]

/** Values of the Authorization header that contain no bearer key. */
const NO_KEY = ['Basic dGVzdC1rZXk6', 'test-key', 'Bearer ', 'Bearertest-key', 'XBearer test-key', 'Bearer\ttest-key']

/** Bearer keys that the mock does not know; more are tried in core/http/api-key.test.ts. */
const WRONG_KEY = ['Test-Key', 'test-ke', '"test-key"', 'test-key shipped', 'test%2Dkey', 'Bearer test-key']

/** What follows a good key and does not name a sandbox. */
const NO_SANDBOX = ['~', '~~', '~shipped~', '~shipped~w1~w2', '~shipped~w 1', `~shipped~${'n'.repeat(101)}`]

describe.each(faces)('authentication through $name', ({ open, fact, cannot }) => {
  const guarded = GUARDED.flatMap(([method, path, extra]) => {
    const refused = ({ headers, ...reply }: Reply): Reply => ({ ...reply, headers: { ...headers, ...extra } })
    const [missing, wrong] = [{ method, path }, call(method, path, 'test-keys')]
    return [[missing, refused(MISSING_KEY)] as const, [wrong, refused(UNKNOWN_KEY)] as const]
  })
  const unchanged = [cancel('1'), CANCELLED] as const
  fact('without a key, and with a wrong one, all is rejected with 401 and changes nothing', [...guarded, unchanged])

  const keyless = NO_KEY.map((authorization) => [listWith(authorization), MISSING_KEY] as const)
  const inQuery = { method: 'GET', path: '/store/orders?api_key=test-key&access_token=test-key' }
  fact('a header without a bearer key and a key in the query are missing keys', [...keyless, [inQuery, MISSING_KEY]])

  const unknown = WRONG_KEY.map((key) => [list(key), UNKNOWN_KEY] as const)
  const twice = listWith(['Bearer test-key', 'Bearer test-key'])
  fact('a key that differs in any character, or comes twice, is invalid', [...unknown, [twice, UNKNOWN_KEY]])

  const misnamed = NO_SANDBOX.map((suffix) => [list(`test-key${suffix}`), MISNAMED] as const)
  fact('where no sandbox follows a valid key, the message says what may follow', misnamed)
  fact('nor is "schön" a sandbox', [[list('test-key~sch\u00f6n'), MISNAMED]], {}, cannot.anyLetter)

  const schemes = ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer ']
  const accepted = schemes.map((scheme) => [listWith(`${scheme} test-key`), json(200, DEFAULT_LIST)] as const)
  fact('the scheme is accepted in any case', accepted)

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
})

function listWith(authorization: string | string[]): ApiCall {
  return { method: 'GET', path: '/store/orders', headers: { authorization } }
}
