import { expect, test } from 'vitest'
import { type Answered, controlledServer } from './controlled-server.js'

test('a document of more than 100,000 orders is rejected', async () => {
  const { control } = await controlledServer()
  const message = 'orders: a document holds at most 100000 orders, generated ones included'
  const twice = [60_000, 60_000].map((count) => ({ generate: { count } }))
  for (const [line, orders] of [
    ['PUT /sandboxes/main/state', twice],
    ['POST /sandboxes', [{ generate: { count: 100_000 } }, { id: -1 }]],
  ] as const) {
    expect(refusal(await control(line, { orders }))).toEqual([400, message])
  }
})

test('a sandbox takes no order beyond 100,000, however it comes', async () => {
  const { control } = await controlledServer({ scenario: { orders: [{ generate: { count: 100_000 } }] } })
  const full = 'The sandbox already has 100000 orders; the limit is 100000. Remove some, or reset the sandbox.'
  expect(refusal(await control('POST /sandboxes/main/orders'))).toEqual([409, full])
  expect(refusal(await control('PUT /sandboxes/main/orders/-1', {}))).toEqual([409, full])
  expect(refusal(await control('POST /provider-states', { state: 'a pending order' }))).toEqual([409, full])
  expect((await control('PUT /sandboxes/main/orders/1', {})).status).toBe(200)
  await control('DELETE /sandboxes/main/orders/2')
  expect((await control('POST /sandboxes/main/orders')).status).toBe(201)
})

test('all sandboxes together take no order of their own beyond 5,000,000; deleting or resetting one makes room', async () => {
  const { control, server } = await controlledServer({ scenario: 'empty' })
  const { mock } = server
  const full = mock.createSandbox({ name: 'full', orders: [{ generate: { count: 100_000 } }] }).store.toState()
  const { seed, start } = mock.createSandbox({ name: 'spare', orders: [{ id: 1 }] }).store.toState()
  for (let index = 2; index <= 50; index += 1) mock.restoreSandbox({ ...full, name: `full-${index}` })
  mock.restoreSandbox({ ...full, seed, start, name: 'small' })
  const [status, message] = refusal(await control('POST /sandboxes/small/orders'))
  expect([status, message]).toEqual([
    409,
    expect.stringMatching(/^The sandboxes together would have 50000\d\d orders of their own; the limit is 5000000\./),
  ])
  expect((await control('POST /sandboxes', { orders: [{ id: 1 }] })).status).toBe(409)
  await control('DELETE /sandboxes/full')
  expect((await control('POST /sandboxes/small/orders')).status).toBe(201)
})

test('numbers and nesting without end are rejected with their place, wherever the engine reads a body', async () => {
  const { control } = await controlledServer()
  const huge = '9'.repeat(1_000_000)
  const nested = '['.repeat(100_000) + ']'.repeat(100_000)
  const nestedLess = '['.repeat(200) + ']'.repeat(200)
  const range = 'must be a finite number, within the range of a double'
  const cases: [line: string, body: string, message: unknown][] = [
    ['PUT /sandboxes/main/state', `{"orders":[{"id":1,"quantity":${huge}}]}`, `orders[0].quantity: ${range}`],
    ['POST /sandboxes', `{"orders":[{"id":${huge}}]}`, `orders[0].id: ${range}`],
    ['POST /sandboxes/main/orders', `{"quantity":${huge}}`, `quantity: ${range}`],
    ['PATCH /sandboxes/main/orders/1', `{"quantity":${huge}}`, `quantity: ${range}`],
    ['PUT /sandboxes/main/faults', `[{"kind":"delay","delayMs":${huge}}]`, `[0].delayMs: ${range}`],
    [
      'PUT /sandboxes/main/state',
      nested,
      '(top): the body is not JSON: it is nested deeper than 500 levels, the most that is read',
    ],
    [
      'PUT /sandboxes/main/state',
      `{"pets":[{"id":1,"a":${nestedLess}}]}`,
      expect.stringMatching(/^pets\[0\]\.a(?:\[0\])+: must not be nested more than 100 levels deep$/),
    ],
    ['PUT /sandboxes/main/faults', nestedLess, expect.stringMatching(/must not be nested more than 100 levels deep$/)],
  ]
  for (const [line, body, message] of cases) {
    const [status, found] = refusal(await control(line, body))
    expect({ line, status, found }).toEqual({ line, status: 400, found: message })
  }
})

test('more elements or fields than are checked are rejected, and long names are cut', async () => {
  const { control } = await controlledServer()
  const fields = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, 1]))
  const name = 'm'.repeat(1_000_000)
  for (const [line, body, message] of [
    ['POST /sandboxes', fields, '(top): must have at most 1000 fields, not 20000'],
    ['PATCH /sandboxes/main/orders/1', { petId: [fields] }, 'petId[0]: must have at most 1000 fields, not 20000'],
    [
      'PUT /sandboxes/main/faults',
      Array.from({ length: 100_001 }, () => ({})),
      '(top): must have at most 100000 items, not 100001',
    ],
    ['PUT /sandboxes/main/clock', { [name]: 1 }, expect.stringMatching(/^m{200}: unknown field\./) as string],
  ] as const)
    expect([line, ...refusal(await control(line, body))]).toEqual([line, 400, message])
})

test('a thousand of very many mistakes are reported', async () => {
  const { control } = await controlledServer()
  const wrong = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`m${index}`, 1]))
  for (const orders of [[wrong, wrong, wrong], Array.from({ length: 2_000 }, () => ({ id: 1 }))]) {
    const [status, message] = refusal(await control('PUT /sandboxes/main/state', { orders }))
    expect([status, String(message).split('\n').length]).toEqual([400, 1_000])
  }
})

test('very many wrong elements of a list are told by one of them', async () => {
  const { control } = await controlledServer()
  const faults = Array.from({ length: 3_000 }, () => 1)
  for (const [line, body] of [
    ['PUT /sandboxes/main/faults', faults],
    ['PUT /sandboxes/main/state', { faults }],
    ['POST /sandboxes', { orders: faults }],
  ] as const) {
    const [status, message] = refusal(await control(line, body))
    expect([line, status, message]).toEqual([line, 400, expect.stringMatching(/\[0\]: must be an object/) as string])
  }
})

function refusal({ status, body }: Answered): [status: number, message: unknown] {
  return [status, (body as { message?: unknown }).message]
}
