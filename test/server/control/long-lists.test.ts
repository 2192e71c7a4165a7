import { expect, test } from 'vitest'
import { createControlApi } from '../../../src/control/index.js'
import { OrdersMock, type ScenarioDocument } from '../../../src/core/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'

// A million orders take many seconds to write, and two hundred thousand one to read. The steps of a response are what
// others are served between.

const scenario: ScenarioDocument = {
  title: 'Many',
  now: '2026-11-20T12:00:00Z',
  frozen: true,
  orders: [{ id: 9007199254740993n, shipAfter: 'P1D' }, { generate: { count: 4_999 } }],
  pets: [{ id: 1, names: ['Rex', undefined] }],
}

test.each(['orders', 'state'])('the %s of a sandbox: written with pauses, digit by digit as at once', (what) => {
  const mock = new OrdersMock({ scenario })
  const sandbox = mock.sandbox()
  const { steps, body } = respond(mock, `/sandboxes/main/${what}`)
  expect(steps).toBeGreaterThan(4)
  const expected = what === 'orders' ? sandbox.orders.all() : sandbox.state()
  expect(body).toBe(stringifyJson(expected))
  expect(parseJson(body)).toEqual(parseJson(stringifyJson(expected)))
})

test('a list that is changed while it is written is the one that was asked for', () => {
  const mock = new OrdersMock({ scenario })
  const expected = stringifyJson(mock.sandbox().orders.all())
  const { body } = respond(mock, '/sandboxes/main/orders', { meanwhile: () => mock.sandbox().reset('empty') })
  expect(body).toBe(expected)
})

test('a body with a long list is read with pauses, digit by digit as at once', () => {
  const mock = new OrdersMock({ scenario: 'empty' })
  const orders = Array.from({ length: 2_500 }, (_, index) => ({ id: 9007199254740993n + BigInt(index), petId: 7 }))
  const sent = stringifyJson({ pets: [{ id: 1, name: '"orders":[],' }], orders })
  expect(respond(mock, '/sandboxes/main/state', { sent }).status).toBe(200)
  expect(stringifyJson(mock.sandbox().orders.all())).toBe(
    stringifyJson(orders.map((order) => ({ ...order, status: 'pending' }))),
  )
})

test('a long list is read with pauses even where the engine refuses it at once', () => {
  const sent = `[${'1,'.repeat(30_000)}1]`
  const { status, steps, body } = respond(new OrdersMock(), '/sandboxes/main/faults', { sent })
  expect({ status, body: parseJson(body) }).toEqual({
    status: 400,
    body: { code: 'invalid_request', message: 'faults: must be at most 1000, not 30001', status: 400 },
  })
  expect(steps).toBeGreaterThan(2)
})

test.each([
  ['a list that ends too early', (items: string) => `{"orders":[${items}}`],
  ['a comma too many', (items: string) => `{"orders":[${items},]}`],
  ['an item that is none', (items: string) => `{"orders":[${items},x]}`],
  ['a bracket in the place of a brace', (items: string) => `{"orders":[${items},{"id":1]]}`],
  ['text behind the end', (items: string) => `{"orders":[${items}]}]`],
  ['two lists of one name', (items: string) => `{"orders":[${items}],"orders":[]}`],
  ['two long lists of one name', (items: string) => `{"orders":[${items}],"orders":[7,${items}]}`],
])('in a long list %s is refused in the words for any JSON', (_, write) => {
  const mock = new OrdersMock({ scenario: 'shipped' })
  const sent = write(Array.from({ length: 3_000 }, (_each, id) => `{"id":${id}}`).join(','))
  const { status, body } = respond(mock, '/sandboxes/main/state', { sent })
  expect({ status, body: JSON.parse(body) as unknown }).toEqual({
    status: 400,
    body: { code: 'invalid_request', message: `(top): the body is not JSON: ${reasonOf(sent)}`, status: 400 },
  })
  expect(mock.sandbox().orders.all()).toHaveLength(3)
})

function reasonOf(text: string): string {
  try {
    parseJson(text)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return 'nothing is wrong'
}

interface Sending {
  readonly sent?: string
  readonly meanwhile?: () => void
}

interface Received {
  readonly status: number
  readonly body: string
  readonly steps: number
}

function respond(mock: OrdersMock, path: string, { sent, meanwhile = () => {} }: Sending = {}): Received {
  const api = createControlApi({
    mock,
    startedMs: 0,
    panelUrl: () => undefined,
    extraOperations: undefined,
    moreLinks: [],
  })
  const origin = 'http://127.0.0.1:4010'
  const query = new URLSearchParams()
  const content = new TextEncoder().encode(sent)
  const method = sent === undefined ? 'GET' : 'PUT'
  const request = { method, url: path, path, query, body: content, origin, baseUrl: `${origin}/v1` }
  const response = api.respond(request)
  for (let steps = 0; ; steps += 1) {
    const step = response.next()
    if (step.done === true) return { status: step.value.status, body: new TextDecoder().decode(step.value.body), steps }
    if (steps === 0) meanwhile()
  }
}
