import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

const STATE = 'PUT /sandboxes/main/state'
const FAULTS = 'PUT /sandboxes/main/faults'
const TOO_MANY = 'orders: a document holds at most 100000 orders, generated ones included'
const RANGE = 'must be a finite number, within the range of a double'
const HUGE = '9'.repeat(1_000_000)
const NESTED = '['.repeat(200) + ']'.repeat(200)
const TOO_DEEP = '(top): the body is not JSON: it is nested deeper than 500 levels, the most that is read'
const FIELDS = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`m${index}`, 1]))
const NUMBERS = Array.from({ length: 3_000 }, () => 1)
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern)

const REJECTED: Readonly<Record<string, readonly (readonly [line: string, body: unknown, message: unknown])[]>> = {
  'more than 100,000 orders': [
    [STATE, { orders: [60_000, 60_000].map((count) => ({ generate: { count } })) }, TOO_MANY],
    ['POST /sandboxes', { orders: [{ generate: { count: 100_000 } }, { id: -1 }] }, TOO_MANY],
  ],
  'a number without end': [
    [STATE, `{"orders":[{"id":1,"quantity":${HUGE}}]}`, `orders[0].quantity: ${RANGE}`],
    ['POST /sandboxes', `{"orders":[{"id":${HUGE}}]}`, `orders[0].id: ${RANGE}`],
    ['POST /sandboxes/main/orders', `{"quantity":${HUGE}}`, `quantity: ${RANGE}`],
    ['PATCH /sandboxes/main/orders/1', `{"quantity":${HUGE}}`, `quantity: ${RANGE}`],
    [FAULTS, `[{"kind":"delay","delayMs":${HUGE}}]`, `[0].delayMs: ${RANGE}`],
  ],
  'deep nesting': [
    [STATE, '['.repeat(100_000) + ']'.repeat(100_000), TOO_DEEP],
    [
      STATE,
      `{"pets":[{"id":1,"a":${NESTED}}]}`,
      like(/^pets\[0\]\.a(?:\[0\])+: must not be nested more than 100 levels deep$/),
    ],
    [FAULTS, NESTED, like(/must not be nested more than 100 levels deep$/)],
  ],
  'more fields, or elements, than are checked': [
    ['POST /sandboxes', FIELDS, '(top): must have at most 1000 fields, not 20000'],
    ['PATCH /sandboxes/main/orders/1', { petId: [FIELDS] }, 'petId[0]: must have at most 1000 fields, not 20000'],
    [FAULTS, Array.from({ length: 100_001 }, () => ({})), '(top): must have at most 100000 items, not 100001'],
  ],
  'a long name, which is cut,': [
    ['PUT /sandboxes/main/clock', { ['m'.repeat(1_000_000)]: 1 }, like(/^m{200}: unknown field\./)],
  ],
  'a list of very many wrong elements, one of which is named,': [
    [FAULTS, NUMBERS, like(/\[0\]: must be an object/)],
    [STATE, { faults: NUMBERS }, like(/\[0\]: must be an object/)],
    ['POST /sandboxes', { orders: NUMBERS }, like(/\[0\]: must be an object/)],
  ],
}

test.each(Object.entries(REJECTED))('%s is rejected with its place, wherever a body is read', async (_, cases) => {
  const { control } = await controlledServer()
  for (const [line, body, message] of cases)
    expect([line, await control(line, body)]).toMatchObject([line, { status: 400, body: { message } }])
})

test('a sandbox takes no order beyond 100,000, however it comes', async () => {
  const { control } = await controlledServer({ scenario: { orders: [{ generate: { count: 100_000 } }] } })
  const message = 'The sandbox already has 100000 orders; the limit is 100000. Remove some, or reset the sandbox.'
  const full = { status: 409, body: { message } }
  expect(await control('POST /sandboxes/main/orders')).toMatchObject(full)
  expect(await control('PUT /sandboxes/main/orders/-1', {})).toMatchObject(full)
  expect(await control('POST /provider-states', { state: 'a pending order' })).toMatchObject(full)
  expect(await control('PUT /sandboxes/main/orders/1', {})).toMatchObject({ status: 200 })
  await control('DELETE /sandboxes/main/orders/2')
  expect(await control('POST /sandboxes/main/orders')).toMatchObject({ status: 201 })
})

test('all sandboxes together take no order of their own beyond 5,000,000; deleting or resetting one makes room', async () => {
  const { control, server } = await controlledServer({ scenario: 'empty' })
  const { mock } = server
  const full = mock.createSandbox({ name: 'full', orders: [{ generate: { count: 100_000 } }] }).store.toState()
  const { seed, start } = mock.createSandbox({ name: 'spare', orders: [{ id: 1 }] }).store.toState()
  for (let index = 2; index <= 50; index += 1) mock.restoreSandbox({ ...full, name: `full-${index}` })
  mock.restoreSandbox({ ...full, seed, start, name: 'small' })
  const message = /^The sandboxes together would have 50000\d\d orders of their own; the limit is 5000000\./
  expect(await control('POST /sandboxes/small/orders')).toMatchObject({ status: 409, body: { message: like(message) } })
  expect(await control('POST /sandboxes', { orders: [{ id: 1 }] })).toMatchObject({ status: 409 })
  const two = { orders: [{ id: 1 }, { id: 2 }] }
  expect(await control('PUT /sandboxes/spare/state', two)).toMatchObject({ status: 409 })
  await control('DELETE /sandboxes/full')
  expect(await control('POST /sandboxes/small/orders')).toMatchObject({ status: 201 })
})

test('a thousand of very many mistakes are reported', async () => {
  const { control } = await controlledServer()
  const wrong = Object.fromEntries(Object.entries(FIELDS).slice(0, 900))
  for (const orders of [[wrong, wrong, wrong], Array.from({ length: 2_000 }, () => ({ id: 1 }))]) {
    const { status, body } = await control(STATE, { orders })
    expect([status, (body as { message: string }).message.split('\n').length]).toEqual([400, 1_000])
  }
})
