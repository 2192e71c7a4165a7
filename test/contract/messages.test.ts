import { expect, test } from 'vitest'
import { describeResponse, judgeInPieces, parseInPieces, violationsIn } from '../../src/contract/index.js'
import type { ProviderResponse } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'
import { exchangeOf, JSON_TYPE } from './exchange-of.js'

const SUNSET = 'Wed, 30 Jun 2027 00:00:00 GMT'
const SEVENTEEN = JSON.stringify(Array.from({ length: 17 }, () => ({ shipDate: '', complete: 'no' })))

test.each<[string, string, ...string[]]>([
  ['/store/orders', 'null', 'The body is null, not a list.'],
  ['/store/orders', '[{"id":1},null]', '[1] is null, not an object.'],
  ['/store/orders', '[{"quantity":"2"}]', '[0].quantity is "2", not an integer.'],
  ['/store/orders', '[{"shipDate":7}]', '[0].shipDate is 7, not a string.'],
  ['/store/orders', '[{"shipDate":"soon"}]', '[0].shipDate is "soon", not a date-time.'],
  [
    '/store/orders',
    SEVENTEEN,
    '[0].shipDate is "", not a date-time. 17 elements share this fault.',
    '[0].complete is "no", not true or false. 17 elements share this fault.',
  ],
  ['/pets/11', '3', 'The body is 3, not an object.'],
])('a violation of %s in the response %s is reported once, in plain words', (path, body, ...messages) => {
  expect(messagesOf(path, body)).toEqual(messages)
})

// A request and its response, and what is said of it: the section, what is expected, and the violation.
const TOLD = String.raw`
GET /store/orders {"status":206}
List orders: one of 200, 401. The status 206 is not documented for listOrders.
DELETE /store/orders/7 {"status":204,"body":"{}","encodingProblem":"it is not gzip"}
Cancel an order: 204 without a body. The 204 response has a body: {}
DELETE /store/orders/7 {"status":204,"headers":{"content-length":"2"}}
Cancel an order: 204 without a body. The 204 response has the header Content-Length: 2.
DELETE /store/orders/7 {"status":204,"headers":{"transfer-encoding":"chunked"}}
Cancel an order: 204 without a body. The 204 response has the header Transfer-Encoding: chunked.
GET /store/orders {"body":"x","isUtf8":false,"encodingProblem":"it is gzip"}
What the service does: a body encoded as Content-Encoding says, or no Content-Encoding. The body came with no Content-Encoding, but it is gzip.
DELETE /store/orders/7 {"status":409,"body":"x","encodingProblem":"it is not br","headers":{"content-encoding":"br"}}
What the service does: a body encoded as Content-Encoding says, or no Content-Encoding. The body came with Content-Encoding: br, but it is not br.
GET /store/orders {"body":"[]","headers":{}}
What the service does: Content-Type: application/json. The body has no Content-Type.
GET /store/orders {"body":"[]","headers":{"content-type":"text/plain"}}
What the service does: Content-Type: application/json. The body's Content-Type is text/plain.
GET /store/orders {"body":"no"}
What the service does: a JSON document. The body is not JSON: unexpected 'n' at position 0.
GET /store/orders {"status":401,"body":"{\"code\":\"c\",\"message\":\"m\",\"status\":403}"}
Errors: "status": 401. The Error object's status is 403, the HTTP status 401.
GET /store/orders {"body":"[{\"id\":9007199254740993},{},{\"id\":9007199254740993}]"}
Order: unique ids. [2].id is 9007199254740993, the same as [0].id.
GET /store/orders {"body":"[{\"id\":1e19}]"}
Resources and their fields: an integer from -9223372036854775808 to 9223372036854775807. [0].id is 10000000000000000000, which is beyond int64.
GET /pets/11 {"body":"{}"}
Versioning: Sunset: an HTTP-date (RFC 8594) such as Wed, 30 Jun 2027 00:00:00 GMT. There is no Sunset header.
GET /pets/11 {"status":404,"headers":{"deprecation":"yes"}}
Versioning: Deprecation: a structured date (RFC 9745) such as @1767225600. The Deprecation header is not a structured-field Date: yes
`.matchAll(/^(\S+ \S+) (\{.*)\n(.*)$/gm)

test.each([...TOLD].map((each) => each.slice(1)))(
  '%s: of the response %s is said: %s',
  (request = '', answer = '', told) => {
    const response = { headers: JSON_TYPE, ...(JSON.parse(answer) as Partial<ProviderResponse>) }
    const violations = violationsIn(exchangeOf(request, response))
    expect(violations.map(({ clause, expected, message }) => `${clause}: ${expected}. ${message}`)).toEqual([told])
  },
)

test.each([
  ['Thu, 30 Jun 2027 00:00:00 GMT', 'Thu, 30 Jun 2027 00:00:00 GMT (that day is a Wed, not a Thu)'],
  ['Wed, 31 Jun 2027 00:00:00 GMT', 'Wed, 31 Jun 2027 00:00:00 GMT'],
  ['Invalid Date', 'Invalid Date'],
])('a Sunset of %j is quoted, with the right day of the week if only that is wrong', (sunset, quoted) => {
  expect(messagesOf('/pets/11', '{}', sunset)).toEqual([`The Sunset header is not an HTTP date: ${quoted}`])
})

test('a response is described by its status, the headers of the contract and its body', () => {
  const headers = { date: 'x', sunset: 's', deprecation: 'd', 'content-type': 't' }
  const described = describeResponse({ status: 200, headers, body: '', isUtf8: true })
  expect(described).toBe('status 200\ncontent-type: t\ndeprecation: d\nsunset: s\nno body')
})

test('an integer of millions of digits is described in a line', () => {
  const body = `[{"id":${'9'.repeat(5_000_000)}}]`
  expect(messagesOf('/store/orders', body)).toEqual(['[0].id is Infinity, which is beyond int64.'])
})

test('every rule copes with more orders than a call takes arguments', () => {
  const body = listOf(150_000, (index) => `{"id":${index},"quantity":1}`)
  expect(messagesOf('/store/orders', body)).toEqual([])
})

test('no rule looks at a long list in one piece', () => {
  const [short = 0, long = 0] = [1, 20_000].map((length) => {
    const body = listOf(length, () => '{"id":1,"petId":1e30,"quantity":"two","shipDate":"2026-11-02 09:30"}')
    const parsed = finish(parseInPieces(exchangeOf('GET /store/orders', { body })))
    return parsed && Array.from(judgeInPieces(parsed)).length
  })
  // Rules for whole lists: schema, unique-ids.
  expect(long).toBe(short + 2 * Math.floor(20_000 / 256))
})

function listOf(length: number, order: (index: number) => string): string {
  return `[${Array.from({ length }, (_, index) => order(index)).join(',')}]`
}

function messagesOf(path: string, body: string, sunset = SUNSET): string[] {
  const exchange = exchangeOf(`GET ${path}`, { headers: { ...JSON_TYPE, sunset }, body })
  return violationsIn(exchange).map(({ message }) => message)
}
