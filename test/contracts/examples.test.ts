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
  expect(answer).toMatchObject({ status, body: essenceOf(body) })
})

test('the examples of the parameters name an order that can be cancelled, and a pet', async () => {
  const { paths } = parse(readFileSync(new URL('openapi.yaml', contracts), 'utf8')) as Description
  const mock = new OrdersMock()
  const orderId = paths['/store/orders/{orderId}'].delete.parameters[0].example
  expect(mock.sandbox().orders.get(orderId)).toMatchObject({ status: 'pending' })
  const { status } = mock.handle({
    method: 'GET',
    path: `/pets/${paths['/pets/{petId}'].get.parameters[0].example}`,
    authorization: 'Bearer test-key',
  })
  expect(status).toBe(200)
})

test('what may be of any media type has the text of the JSON as its example: Prism cannot send an object as text', () => {
  const { paths } = parse(readFileSync(new URL('openapi.yaml', contracts), 'utf8')) as Description
  const { content } = paths['/store/orders/{orderId}'].delete.responses['409']
  expect(JSON.parse(String(content['*/*'].example))).toEqual(content['application/json'].example)
})

interface Described {
  readonly parameters: readonly [{ readonly example: number }]
}

interface Refused {
  readonly content: Readonly<Record<'application/json' | '*/*', { readonly example: unknown }>>
}

interface Description {
  readonly paths: {
    readonly '/store/orders/{orderId}': {
      readonly delete: Described & { readonly responses: { readonly '409': Refused } }
    }
    readonly '/pets/{petId}': { readonly get: Described }
  }
}

/** The value without messages and dates, and a list without all but its first item: these may change. */
function essenceOf(body: unknown): unknown {
  if (Array.isArray(body)) return { 0: essenceOf(body[0]) }
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'message' && name !== 'shipDate'))
}
