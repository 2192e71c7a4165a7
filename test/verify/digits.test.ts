import { expect, test } from 'vitest'
import { RunLog } from '../../src/verify/run-log.js'
import { checkDigits } from '../../src/verify/openapi/check-digits.js'
import { NO_STATES } from '../../src/verify/states/open-states.js'

test.each([
  ['9007199254740993', '[{"id":9007199254740993}]', 'passed'],
  ['9007199254740993', '[{"id":9007199254740992}]', 'failed'],
  ['9007199254740993', '[{"id":9007199254740992},{"id":9007199254740993}]', 'passed'],
  ['9223372036854775807', '[{"id":9223372036854775807}]', 'passed'],
  ['9223372036854775807', '[{"id":9223372036854775808}]', 'failed'],
  ['9223372036854775807', '[{"id":9223372036854776000}]', 'failed'],
  ['9007199254740993', '[]', 'passed'],
])('an order with the id %s in the list %s: %s', async (orderId, body, result) => {
  expect(await digitsOf(orderId, body)).toMatchObject([{ result: { id: 'openapi.listOrders.digits', result } }])
})

test('an id that a JavaScript number holds shows nothing', async () => {
  expect(await digitsOf('9007199254740994', '[]')).toEqual([])
})

test('where ids follow one another, what looks rounded is the id of another order', async () => {
  expect(
    await digitsOf('9007199254740993', '[{"id":9007199254740992}]', { before: '[{"id":9007199254740992}]' }),
  ).toEqual([])
  expect(await digitsOf('9007199254740993', '[{"id":9007199254740992}]', { others: ['9007199254740992'] })).toEqual([])
})

test('the bodies of a run are kept up to 64 MiB together, and the small ones always', () => {
  const log = new RunLog()
  const bodies = [...Array.from({ length: 7 }, () => ' '.repeat(10 * 2 ** 20)), '[]']
  for (const body of bodies) {
    const request = { method: 'GET', path: '/store/orders', headers: {}, url: 'http://any/v1/store/orders' }
    log.begin(request).answered({ request, response: { status: 200, headers: {}, body, isUtf8: true }, durationMs: 1 })
  }
  const kept = log.requests.map(({ exchange, isCut = false }) => [exchange?.response.body.length, isCut])
  expect(kept).toEqual([...Array.from({ length: 6 }, () => [10 * 2 ** 20, false]), [0, true], [2, false]])
})

async function digitsOf(
  orderId: string,
  body: string,
  { before, others = [] }: { before?: string; others?: readonly string[] } = {},
) {
  const log = new RunLog()
  if (before !== undefined) readList(log, before)
  for (const id of [...others, orderId]) {
    const ready = { kind: 'ready', values: { orderId: id } } as const
    const state = id === orderId ? 'an order with a large id' : 'a pending order'
    await log.watch({ ...NO_STATES, setUp: async () => ready }).setUp(state)
  }
  readList(log, body)
  return checkDigits(log)
}

function readList(log: RunLog, body: string): void {
  const request = { method: 'GET', path: '/store/orders', headers: {}, url: 'http://any/v1/store/orders' }
  log.begin(request).answered({ request, response: { status: 200, headers: {}, body, isUtf8: true }, durationMs: 1 })
}
