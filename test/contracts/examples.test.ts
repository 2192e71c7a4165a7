import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
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
  const sent = { method, headers: { Authorization: 'Bearer test-key', ...headers } }
  const response = await new OrdersMock().fetch(new Request(`http://any/v1${path}`, sent))
  const text = await response.text()
  const { status, body } = example['http-response']
  const answer = { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) }
  expect(answer).toMatchObject({ status, ...(body !== undefined && { body: essenceOf(body) }) })
})

test('the examples of the parameters name an order that can be cancelled, and a pet', () => {
  const mock = new OrdersMock()
  const description = parseDocument(readFileSync(new URL('openapi.yaml', contracts), 'utf8'))
  const exampleOf = (path: string, method: string) =>
    Number(description.getIn(['paths', path, method, 'parameters', 0, 'example']))
  const orderId = exampleOf('/store/orders/{orderId}', 'delete')
  expect(mock.sandbox().orders.get(orderId)).toMatchObject({ status: 'pending' })
  const path = `/pets/${exampleOf('/pets/{petId}', 'get')}`
  expect(mock.handle({ method: 'GET', path, authorization: 'Bearer test-key' }).status).toBe(200)
})

/** The value without messages and dates, and a list without all but its first item: these may change. */
function essenceOf(body: unknown): unknown {
  if (Array.isArray(body)) return { 0: essenceOf(body[0]) }
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'message' && name !== 'shipDate'))
}
