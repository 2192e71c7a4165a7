import { readFileSync } from 'node:fs'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http/dist/utils/operations.js'
import { validateOutput } from '@stoplight/prism-http/dist/validator/index.js'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { findOperation, violationsIn } from '../../src/contract/index.js'
import { exchangeOf, JSON_TYPE } from './exchange-of.js'

// Prism takes int64 for a JavaScript integer, and would refuse correct ids beyond 2^53.
const text = readFileSync('contracts/openapi.yaml', 'utf8').replaceAll(/(,|\n *) *format: int64/g, '')
const operations = await getHttpOperationsFromSpec(parse(text))

test.each<[string, number, string]>([
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
  const exchange = exchangeOf(request, { status, headers: JSON_TYPE, body })
  const called = findOperation(exchange.request)?.operation.operationId
  const resource = operations.find(({ iid }) => iid === called)
  if (resource === undefined) throw new Error(`${request}: no operation`)
  const element = { statusCode: status, headers: JSON_TYPE, body: JSON.parse(body) as unknown }
  const isAgainstSchema = violationsIn(exchange).some(({ rule }) => rule === 'schema')
  expect(isAgainstSchema).toBe('left' in validateOutput({ resource, element }))
})
