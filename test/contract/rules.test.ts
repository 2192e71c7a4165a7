import { expect, test } from 'vitest'
import { findOperation, judgeInPieces, parseInPieces, violationsIn } from '../../src/contract/index.js'
import type { ProviderResponse } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'
import { exchangeOf, JSON_TYPE } from './exchange-of.js'

type Answer = Partial<ProviderResponse>

const IMF = 'Wed, 30 Jun 2027 00:00:00 GMT'
const error = (status: number) => JSON.stringify({ code: 'c', message: 'm', status })

const list = (body: string, headers: Record<string, string> = JSON_TYPE) => ({ status: 200, headers, body })
const pet = (headers: Record<string, string>) => ({ status: 200, headers: { ...JSON_TYPE, ...headers }, body: '{}' })

test.each<[string, Answer]>([
  ['GET /store/orders?limit=1', { status: 400 }],
  ['DELETE /store/orders/7?force=true', { status: 400 }],
  ['DELETE /store/orders/7?force=true', { status: 404, body: 'no such route' }],
  ['GET /store/orders', list('[{"id":9007199254740993,"petId":9223372036854775807}]')],
  ['GET /store/orders', list('[{"id":9223372036854775807},{"id":9223372036854775806},{"id":-9223372036854775808}]')],
  ['GET /store/orders', list('[{"id":7.0,"quantity":1.0},{"id":9.007199254740993e15,"quantity":2e0},{"quantity":-0}]')],
  ['GET /store/orders', list('[{"quantity":-3,"further":{"id":"x"}}]')],
  // More dates: ../spec/date-time.test.ts.
  ['GET /store/orders', list('[{"shipDate":"2026-11-02T09:30:00,5-02"},{"shipDate":"2026W451T24"}]')],
  ['GET /store/orders', list('[]', { 'content-type': 'Application/JSON; charset=UTF-8' })],
  ['GET /store/orders', { status: 401, headers: { 'content-type': 'application/problem+json' }, body: error(401) }],
  ['DELETE /store/orders/7', { status: 204 }],
  ['DELETE /store/orders/7', { status: 204, headers: { 'content-length': '0', 'content-type': 'text/plain' } }],
  ['DELETE /store/orders/7', { status: 404, headers: JSON_TYPE, body: error(404) }],
  ['DELETE /store/orders/7', { status: 409 }],
  ['DELETE /store/orders/7', { status: 409, headers: { 'content-type': 'text/html' }, body: '<p>shipped' }],
  ['DELETE /store/orders/7', { status: 409, headers: JSON_TYPE, body: '{broken', isUtf8: false }],
  ['DELETE /store/orders/abc', { status: 400, body: 'no such id' }],
  ['DELETE /store/orders/9223372036854775808', { status: 422 }],
  ['GET /pets/11', pet({ sunset: IMF })],
  ['GET /pets/11', pet({ sunset: IMF, deprecation: '@1767225600' })],
  ['GET /pets/11', { status: 404, body: 'gone' }],
  ['GET /pets/11', { status: 503 }],
])('%s: the response %j is within the specification', (request, answer) => {
  expect(brokenRules(request, answer)).toEqual([])
})

// What Prism judges alike is in second-opinion.test.ts.
test.each<[string, string, Answer]>([
  ['status', 'GET /store/orders', { status: 406, headers: JSON_TYPE, body: error(406) }],
  ['status', 'DELETE /store/orders/7', { status: 200 }],
  ['status', 'DELETE /store/orders/-7', { status: 500 }],
  ['media-type', 'GET /store/orders', list('[]', { 'content-type': 'application/jsonp' })],
  ['media-type', 'DELETE /store/orders/7', { status: 404, headers: { 'content-type': 'text/html' }, body: error(404) }],
  ['json', 'GET /store/orders', list('')],
  ['json', 'GET /store/orders', list('\uFEFF[]')],
  ['json', 'GET /store/orders', { ...list('[{"note":"\uFFFD"}]'), isUtf8: false }],
  ['schema', 'GET /store/orders', list('[{"shipDate":"2026-11-02 09:30:00Z"}]')],
  ['schema', 'GET /store/orders', list('[{"shipDate":"2026-W54-1T09"}]')],
  ['schema', 'GET /store/orders', list('[{"id":9223372036854775808}]')],
  ['schema', 'GET /store/orders', list('[{"petId":-9223372036854775809}]')],
  [
    'error-status',
    'GET /store/orders',
    { status: 401, headers: JSON_TYPE, body: error(401).replace('401', '9007199254740993') },
  ],
  ['error-status', 'GET /pets/11', { status: 401, headers: JSON_TYPE, body: error(400) }],
  ['sunset', 'GET /pets/11', { status: 404, headers: { sunset: 'soon' } }],
  ['deprecation', 'GET /pets/11', pet({ sunset: IMF, deprecation: '1767225600' })],
])('the rule %s reports for %s the response %j', (rule, request, answer) => {
  expect(brokenRules(request, answer)).toContain(rule)
})

test.each<[string, Answer, string]>([
  ['GET /store/orders', list('[]'), 'status media-type json schema unique-ids'],
  ['GET /store/orders', { isBodyUnknown: true }, 'status'],
  ['GET /store/orders', list('{'), 'status media-type json unique-ids'],
  ['GET /store/orders', list(''), 'status json unique-ids'],
  ['DELETE /store/orders/7', { status: 204 }, 'status no-body'],
  ['DELETE /store/orders/7', { ...list(error(401)), status: 401 }, 'status media-type json error-status schema'],
  [
    'DELETE /store/orders/7',
    { status: 409, headers: { 'content-encoding': 'br' }, body: 'x' },
    'status content-encoding',
  ],
  ['DELETE /store/orders/7', { status: 410 }, ''],
  ['GET /pets/11', pet({}), 'media-type json schema sunset'],
  ['GET /pets/11', { status: 404, headers: { sunset: IMF, deprecation: '@1' } }, 'sunset deprecation'],
])('%s: the response %j is held to the rules %s', (request, answer, rules) => {
  const parsed = finish(parseInPieces(exchangeOf(request, answer)))
  const ids =
    parsed &&
    finish(judgeInPieces(parsed)).map(({ claim: { id, operation } }) => id.replace(`openapi.${operation}.`, ''))
  expect(ids?.join(' ')).toBe(rules)
})

const packed = (coding: string) => ({
  ...list('\u001f', { ...JSON_TYPE, 'content-encoding': coding }),
  isUtf8: false,
  encodingProblem: 'it cannot be decoded',
})

// What a server may reject unread, and what a client can decode that this contract cannot.
test.each<[Record<string, string>, Answer, string[]]>([
  [{}, { status: 403 }, []],
  [{ 'user-agent': 'x' }, { status: 403 }, ['status']],
  [{ 'user-agent': 'x', cookie: 'x'.repeat(4_001) }, { status: 431 }, []],
  [{ 'user-agent': 'x', cookie: '\u00E9' }, { status: 400 }, []],
  [{ 'user-agent': 'x', cookie: 'x' }, { status: 400 }, ['status']],
  [{ 'accept-encoding': 'gzip, zstd' }, packed('zstd'), []],
  [{ 'accept-encoding': 'gzip' }, packed('zstd'), ['content-encoding']],
  [{ 'accept-encoding': 'gzip, zstd' }, packed('gzip'), ['content-encoding']],
])('with the request headers %j, %j breaks %j', (headers, answer, rules) => {
  expect(brokenRules('GET /store/orders', answer, headers)).toEqual(rules)
})

function brokenRules(request: string, answer: Answer, headers = {}): string[] {
  const plain = exchangeOf(request, answer)
  const exchange = { ...plain, request: { ...plain.request, headers } }
  expect(findOperation(exchange.request)).toBeDefined()
  return [...new Set(violationsIn(exchange).map(({ rule }) => rule))]
}
