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

test('a sandbox that is deleted while its state is read is not made again', async () => {
  const { control } = await controlledServer()
  await control('POST /sandboxes', { name: 'shop' })
  const replaced = control('PUT /sandboxes/shop/state', { orders: [{ generate: { count: 300_000 } }] })
  const deleted = control('DELETE /sandboxes/shop')
  expect([(await deleted).status, (await replaced).status]).toEqual([204, 404])
})

function refusal({ status, body }: Answered): [status: number, message: unknown] {
  return [status, (body as { message?: unknown }).message]
}
