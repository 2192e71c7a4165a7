import { readFileSync } from 'node:fs'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { judgeInPieces, parseInPieces } from '../../src/contract/index.js'
import { finish } from '../../src/spec/index.js'

// Prism takes int64 for a JavaScript integer, and would refuse correct ids beyond 2^53.
const text = readFileSync('contracts/openapi.yaml', 'utf8').replaceAll(/(,|\n *) *format: int64/g, '')
const operations = await getHttpOperationsFromSpec(parse(text))

test.each<[string, number, string]>([
  ['GET /store/orders', 200, '[]'],
  ['GET /store/orders', 200, '[{}]'],
  ['GET /store/orders', 200, 'null'],
  ['GET /store/orders', 200, '{"orders":[]}'],
  ['GET /store/orders', 200, '[null]'],
  ['GET /store/orders', 200, '[{"id":9007199254740993,"petId":-1,"quantity":1.0,"complete":true,"more":[]}]'],
  ['GET /store/orders', 200, '[{"id":"7"}]'],
  ['GET /store/orders', 200, '[{"quantity":1.5}]'],
  ['GET /store/orders', 200, '[{"complete":"true"}]'],
  ['GET /store/orders', 200, '[{"shipDate":null}]'],
  ['GET /store/orders', 200, '[{"shipDate":"2026-11-02"}]'],
  ['GET /store/orders', 200, '[{"shipDate":"2026-02-30T00:00:00Z"}]'],
  ['GET /store/orders', 200, '[{"shipDate":"2026-11-02T09:30:00.123456+05:30"}]'],
  ['GET /store/orders', 401, '{"code":"c","message":"m","status":401}'],
  ['GET /store/orders', 401, '{"code":"c","message":"m"}'],
  ['GET /store/orders', 401, '{"code":1,"message":"m","status":"401"}'],
  ['DELETE /store/orders/7', 401, '"no"'],
  ['DELETE /store/orders/7', 404, '{"code":"c","message":null,"status":404}'],
  ['GET /pets/11', 200, '{"id":11}'],
  ['GET /pets/11', 200, '[]'],
])('Prism agrees on %s: the response %i %s', (request, status, body) => {
  const [method = '', path = ''] = request.split(' ')
  const exchange = {
    request: { method, path, headers: {}, url: `http://any/v1${path}` },
    response: { status, headers: { 'content-type': 'application/json' }, body, isUtf8: true },
  }
  const parsed = finish(parseInPieces(exchange))
  const judgement = parsed && finish(judgeInPieces(parsed)).find(({ claim }) => claim.rule.id === 'schema')
  const resource = operations.find(({ iid }) => iid === parsed?.operation.operationId)
  if (parsed === undefined || judgement === undefined || resource === undefined) throw new Error(`${request}: no rule`)
  const { headers } = exchange.response
  const prism = validateOutput({ resource, element: { statusCode: status, headers, body: JSON.parse(body) } })
  expect(judgement.violations.length > 0).toBe('left' in prism)
})
