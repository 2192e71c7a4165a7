import { expect, expectTypeOf, test } from 'vitest'
import { type IdType, type Order, OrdersApiError, OrdersClient, type Pet } from '../../src/client/index.js'

const LARGE = 9007199254740993n

test('ids keep every digit on the way in and out', async () => {
  const { client, requests } = clientThatGets(200, '[{"id":9007199254740993,"petId":-9223372036854775808}]')
  expect(await client.listOrders()).toEqual([{ id: LARGE, petId: -9223372036854775808n }])
  for (const id of [LARGE, '9007199254740993']) await client.cancelOrder(id)
  expect(requests.slice(1)).toEqual(Array(2).fill('DELETE https://shop.example/eu/v1/store/orders/9007199254740993'))
})

test('where ids are strings, orders and pets keep every digit and can be stringified', async () => {
  const orders = clientThatGets(
    200,
    '[{"id":9007199254740993,"petId":7,"quantity":2,"complete":true},{"x":1}]',
    'string',
  )
  const list = await orders.client.listOrders()
  expect(list).toEqual([{ id: '9007199254740993', petId: '7', quantity: 2, complete: true }, {}])
  expect(JSON.stringify(list)).toBe('[{"id":"9007199254740993","petId":"7","quantity":2,"complete":true},{}]')
  const pets = clientThatGets(200, '{"id":11,"chips":[9007199254740993],"owner":{"id":-9007199254740993}}', 'string')
  const pet = { id: '11', chips: ['9007199254740993'], owner: { id: '-9007199254740993' } }
  expect(await pets.client.getPet('11')).toEqual(pet)
})

test('a quantity that a number does not hold keeps every digit, as ids do, and the list is not lost', async () => {
  const body = '[{"id":1,"quantity":9007199254740993},{"id":2,"quantity":-36893488147419103232},{"quantity":3.0}]'
  expect(await clientThatGets(200, body).client.listOrders()).toEqual([
    { id: 1n, quantity: LARGE },
    { id: 2n, quantity: -(2n ** 65n) },
    { quantity: 3 },
  ])
  expect(await clientThatGets(200, body, 'string').client.listOrders()).toEqual([
    { id: '1', quantity: '9007199254740993' },
    { id: '2', quantity: '-36893488147419103232' },
    { quantity: 3 },
  ])
})

test('the id of a pet is an id, whatever its size, and is left out if it is not an int64', async () => {
  for (const id of [11n, LARGE]) {
    const text = String(id)
    expect(await petsWith(text)).toEqual([id, text].map((read) => ({ id: read, age: 3 })))
  }
  for (const id of ['"rex"', '1.5', 'null']) expect(await petsWith(id)).toEqual([{ age: 3 }, { age: 3 }])
})

test('the type of ids follows the option', () => {
  const baseUrl = 'http://any/v1'
  expectTypeOf(new OrdersClient({ baseUrl })).toEqualTypeOf<OrdersClient>()
  expectTypeOf(new OrdersClient({ baseUrl, ids: 'string' })).toEqualTypeOf<OrdersClient<'string'>>()
  expectTypeOf<Order['id']>().toEqualTypeOf<bigint | undefined>()
  expectTypeOf<Order<'string'>['id']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Order['quantity']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Order<'string'>['quantity']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<Pet['id']>().toEqualTypeOf<bigint | undefined>()
  expectTypeOf<Pet<'string'>['id']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<Extract<Pet<'string'>[string], bigint>>().toBeNever()
})

test('ids of another kind, and a base URL without a scheme, are rejected', () => {
  const ids = 'number' as IdType
  const message = 'ids is "number"; an OrdersClient hands out ids as "bigint" or as "string".'
  expect(() => new OrdersClient({ baseUrl: 'http://any/v1', ids })).toThrow(new TypeError(message))
  for (const scheme of ['', 'ftp://'])
    expect(() => new OrdersClient({ baseUrl: `${scheme}shop.example/a://v1` })).toThrow('"https://shop.example/a://v1"')
})

const NOT_EXACT = 'is not an id: as a JavaScript number it may have lost digits: use a bigint or a string'
const NOT_INT64 = 'is not an id: use an integer from -9223372036854775808 to 9223372036854775807, such as 7'

test.each([
  [2 ** 53, `9007199254740992 ${NOT_EXACT}`],
  [1.5, `1.5 ${NOT_INT64}`],
  ['07', `07 ${NOT_INT64}`],
  [2n ** 63n, `9223372036854775808 ${NOT_INT64}`],
])('"%s" is rejected as an id before anything is sent', async (id, message) => {
  const { client, requests } = clientThatGets(204, null)
  await expect(client.cancelOrder(id)).rejects.toThrow(new RangeError(message))
  expect(requests).toEqual([])
})

test.each([
  '[{"id":"7"}]',
  '[{"quantity":1.5}]',
  '[{"shipDate":1}]',
  '[{"complete":"no"}]',
  '[null]',
  '[{"quantity":1e400}]',
  'not JSON',
])('a list that is %s is an error rather than a list', async (body) => {
  const { client } = clientThatGets(200, body)
  await expect(client.listOrders()).rejects.toMatchObject({
    name: 'OrdersApiError',
    message: 'listOrders: 200 with a body that the API description does not allow',
    status: 200,
    body,
  })
})

test.each(['[]', 'null', '7', 'not JSON'])('a pet that is %s is an error rather than a pet', async (body) => {
  await expect(clientThatGets(200, body).client.getPet(1)).rejects.toMatchObject({
    message: 'getPet: 200 with a body that the API description does not allow',
    body,
  })
})

test('a rejection carries the Error object of the response', async () => {
  const body = '{"code":"order_not_found","message":"There is no order 7.","status":404}'
  const { client } = clientThatGets(404, body)
  const failure: unknown = await client.cancelOrder(7).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(OrdersApiError)
  expect(failure).toMatchObject({
    operation: 'cancelOrder',
    status: 404,
    error: { code: 'order_not_found', message: 'There is no order 7.', status: 404 },
    message: 'cancelOrder: 404 order_not_found: There is no order 7.',
  })
})

test.each([
  [409, ''],
  [409, 'Conflict'],
  [409, '{"code":1,"message":"m","status":409}'],
  [409, '{"code":"c","message":1,"status":409}'],
  [409, '{"code":"c","message":"m","status":"409"}'],
  [300, 'Choices'],
])('a %i with the body %j is a refusal without an Error object', async (status, body) => {
  const { client } = clientThatGets(status, body)
  const message = `cancelOrder: ${status}`
  await expect(client.cancelOrder(7)).rejects.toMatchObject({ status, error: undefined, body, message })
})

test('each call is one request for JSON, with the key as a bearer token if there is one', async () => {
  const seen: unknown[] = []
  const fetch = async (url: string, { method, headers }: RequestInit) => {
    seen.push([method, url, Object.fromEntries(new Headers(headers))])
    return new Response(method === 'GET' ? '[]' : null)
  }
  await new OrdersClient({ baseUrl: 'http://any/v1//', apiKey: 'k', fetch }).listOrders()
  await new OrdersClient({ baseUrl: '/v1', fetch }).cancelOrder(7)
  await expect(new OrdersClient({ baseUrl: '', fetch }).getPet(7)).rejects.toThrow('getPet: 200')
  const accept = 'application/json'
  expect(seen).toEqual([
    ['GET', 'http://any/v1/store/orders', { accept, authorization: 'Bearer k' }],
    ['DELETE', '/v1/store/orders/7', { accept }],
    ['GET', '/pets/7', { accept }],
  ])
})

/** What is read of a pet that has the id, with either kind of ids. */
async function petsWith(id: string): Promise<unknown[]> {
  const body = `{"id":${id},"age":3}`
  return [
    await clientThatGets(200, body).client.getPet(11),
    await clientThatGets(200, body, 'string').client.getPet(11),
  ]
}

function clientThatGets<Ids extends IdType = 'bigint'>(status: number, body: string | null, ids?: Ids) {
  const requests: string[] = []
  const fetch = async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`)
    return new Response(body, { status })
  }
  const options = { baseUrl: 'https://shop.example/eu/v1/', apiKey: 'test-key', fetch, ...(ids && { ids }) }
  return { client: new OrdersClient<Ids>(options), requests }
}
