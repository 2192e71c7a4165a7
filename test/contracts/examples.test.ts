import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { OrdersMock } from '../../src/core/index.js'

// Tools such as Dredd and Specmatic send what the description gives as examples. They fit the scenario `default`.

const contracts = new URL('../../contracts/', import.meta.url)
const folder = new URL('openapi_examples/', contracts)

interface Example {
  name: string
  'http-request': { method: string; path: string; headers?: Record<string, string> }
  'http-response': { status: number; headers?: Record<string, string>; body?: unknown }
}

const examples = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Example)

test.each(examples)('the mock answers the example $name as described', async (example) => {
  const { method, path, headers } = example['http-request']
  const request = new Request(`http://any/v1${path}`, {
    method,
    headers: { Authorization: 'Bearer test-key', ...headers },
  })
  const response = await new OrdersMock().fetch(request)
  const text = await response.text()
  const answer = { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  const { status, body } = example['http-response']
  expect(answer).toMatchObject({ status, ...(body !== undefined && { body: essenceOf(body) }) })
})

test('the examples of the parameters name an order that can be cancelled, and a pet', () => {
  const mock = new OrdersMock()
  const orderId = described('/store/orders/{orderId}', 'delete', 'parameters', 0, 'example')
  expect(mock.sandbox().orders.get(Number(orderId))).toMatchObject({ status: 'pending' })
  const path = `/pets/${Number(described('/pets/{petId}', 'get', 'parameters', 0, 'example'))}`
  expect(mock.handle({ method: 'GET', path, authorization: 'Bearer test-key' }).status).toBe(200)
})

/** What the description says at a place below its paths. */
function described(...place: readonly (string | number)[]): unknown {
  const text = readFileSync(new URL('openapi.yaml', contracts), 'utf8')
  return ['paths', ...place].reduce<unknown>((value, member) => (value as Record<string, unknown>)[member], parse(text))
}

/** The value without messages and dates, and a list without all but its first item: these may change. */
function essenceOf(body: unknown): unknown {
  if (Array.isArray(body)) return { 0: essenceOf(body[0]) }
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'message' && name !== 'shipDate'))
}
