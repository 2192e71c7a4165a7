import { expect, test } from 'vitest'
import { type Answered, controlledServer } from './controlled-server.js'

const LIMIT = 'a document can generate 1000000 orders in all; with these it would be 1000001'

test('the orders that one document generates are bounded in all', async () => {
  const { control } = await controlledServer()
  const orders = [{ generate: { count: 999_999 } }, { generate: { count: 2 } }]
  for (const line of ['PUT /sandboxes/main/state', 'POST /sandboxes']) {
    expect(refusal(await control(line, { orders }))).toEqual([400, `orders[1].generate.count: ${LIMIT}`])
  }
})

test('numbers and nesting without end are refused with their place, wherever the engine reads a body', async () => {
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
    [
      'PUT /sandboxes/main/faults',
      `[{"kind":"delay","delayMs":${huge}}]`,
      expect.stringMatching(/^faults\[0\]\.delayMs: must be a finite/),
    ],
    ['PUT /sandboxes/main/state', nested, '(top): the body is not JSON: it is nested too deeply'],
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

test('a body that would keep others waiting is refused with its limit and the place', async () => {
  const { control } = await controlledServer()
  const members = JSON.stringify(Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`m${index}`, 1])))
  const long = 'x'.repeat(100_001)
  const escaped = String.raw`\\\"`.repeat(30_000)
  const strings = `[${Array.from({ length: 101 }, () => `"${'x'.repeat(100_000)}"`).join(',')}]`
  const pets = `[${`{"id":1,"a":${ones(900)}},`.repeat(1_400)}1]`
  const state = 'PUT /sandboxes/main/state'
  const cases: [line: string, body: string, message: string][] = [
    [state, `{"pets":[{"id":1},{"id":2,"a":${members}}]}`, 'pets[1]: must hold at most 1000 values in all'],
    [state, `{"pets":[{"id":1,"a":[${ones(600)},${ones(600)}]}]}`, 'pets[0]: must hold at most 1000 values in all'],
    [state, members, '(top): must hold at most 1000 members'],
    [state, ones(200_001), '(top): must hold at most 200000 items'],
    [state, `{"orders":${ones(200_001)}}`, 'orders: must hold at most 200000 items'],
    [state, `{"title":"${long}"}`, 'title: must have at most 100000 characters'],
    [state, `{"pets":[{"id":1,"a":["${escaped}"]}]}`, 'pets[0].a[0]: must have at most 100000 characters'],
    [
      state,
      `{"pets":[{"id":1,"a":${strings}}]}`,
      'pets[0].a[99]: the strings of a body must have at most 10000000 characters in all',
    ],
    [state, `{"pets":${pets}}`, 'pets[1328].a[812]: a body must hold at most 1200000 values in all'],
    [state, `{"faults":${ones(1_001)}}`, 'faults: must be at most 1000, not 1001'],
    ['PUT /sandboxes/main/faults', ones(1_001), 'faults: must be at most 1000, not 1001'],
    ['POST /sandboxes/main/orders', members, '(top): must hold at most 1000 members'],
    ['POST /provider-states', `{"params":${members}}`, 'params: must hold at most 1000 values in all'],
  ]
  for (const [line, body, message] of cases) {
    const [status, found] = refusal(await control(line, body))
    expect({ line, status, found }).toEqual({ line, status: 400, found: message })
  }
})

test('of very many mistakes a thousand are told', async () => {
  const { control } = await controlledServer()
  const wrong = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`m${index}`, 1]))
  const items = Array.from({ length: 120 }, () => wrong)
  const cases: [line: string, body: object, last: string][] = [
    ['POST /sandboxes', { orders: items }, 'orders[1].m98'],
    ['PUT /sandboxes/main/state', { orders: items }, 'orders[1].m98'],
    ['PUT /sandboxes/main/faults', items, 'faults[1].m97'],
    ['PUT /sandboxes/main/state', { orders: Array.from({ length: 2_000 }, () => ({ id: 1 })) }, 'orders[1000].id'],
  ]
  for (const [line, body, last] of cases) {
    const [status, message] = refusal(await control(line, body))
    const lines = String(message).split('\n')
    expect({ line, status, count: lines.length, last: lines.at(-1) }).toEqual({
      line,
      status: 400,
      count: 1_001,
      last: `${last}: these are 1000 mistakes; what follows was not checked`,
    })
  }
})

test('a document asks for generated orders a hundred times at most', async () => {
  const { control } = await controlledServer()
  expect(refusal(await control('PUT /sandboxes/main/state', { orders: generating(101) }))).toEqual([
    400,
    'orders[100].generate: a document can ask to generate orders 100 times',
  ])
  const { body } = await control('PUT /sandboxes/main/state', { orders: generating(100) })
  const { counts } = body as { counts: Record<string, number> }
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(20_000)
})

test('a sandbox that is deleted while its state is read is not made again', async () => {
  const { control } = await controlledServer()
  await control('POST /sandboxes', { name: 'shop' })
  const replaced = control('PUT /sandboxes/shop/state', { orders: [{ generate: { count: 300_000 } }] })
  const deleted = control('DELETE /sandboxes/shop')
  expect([(await deleted).status, (await replaced).status]).toEqual([204, 404])
})

function ones(count: number): string {
  return `[${'1,'.repeat(count - 1)}1]`
}

function generating(items: number): object[] {
  return Array.from({ length: items }, () => ({ generate: { count: 200 } }))
}

function refusal({ status, body }: Answered): [status: number, message: unknown] {
  return [status, (body as { message?: unknown }).message]
}
