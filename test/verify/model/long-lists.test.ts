import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readOrderList } from '../../../src/verify/model/oracle/order-list.js'
import type { Deviation } from '../providers/small-provider.js'
import { checkSmall } from './check-provider.js'

const MANY = Array.from({ length: 10_000 }, (_, index) => ({ id: 1_000_000 + index }))

const crowded: Deviation = (usual) => ({
  listOrders: () => usual.json(200, [...MANY, ...usual.listed().map((order) => usual.show(order))]),
})

// The first list takes longer than there is time for all.
const crowdedAndSlow: Deviation = (usual, store) => ({
  listOrders: async (call) => {
    await delay(150)
    return { ...usual, ...crowded(usual, store) }.listOrders(call)
  },
})

test('where lists take long the time budget ends the rules, and says what to do', async () => {
  const { checks, requests } = await checkSmall(crowdedAndSlow, { runs: 1, timeBudgetMs: 100 })
  const message = expect.stringMatching(/^The time was up\. .*longer --time-budget .*allows/) as string
  for (const check of checks) expect(check).toMatchObject({ result: 'skipped', message })
  expect(requests.map(({ line }) => line)).toEqual(['GET /store/orders'])
})

test.each([
  [
    'in members of orders',
    '[{"id":9007199254740993,"petId":-9223372036854775808}]',
    [9007199254740993n],
    '-9223372036854775808',
  ],
  ['in strings', '[{"note":"no: 9007199254740993, really","id":9007199254740993}]', [9007199254740993n], undefined],
  [
    'after escapes',
    String.raw`[{"note":"\"9007199254740993","id":9007199254740993,"petId":1}]`,
    [9007199254740993n],
    '1',
  ],
  ['that are no integers', '[{"id":9007199254740993.5},{"id":1e1000000000000000}]', [], undefined],
  ['beyond int64', '[{"id":9223372036854775808},{"id":"9007199254740993","petId":7}]', [9007199254740993n], '7'],
])('a list keeps every digit, even where there are many of them: %s', (_, body, ids, petId) => {
  const list = readOrderList(body)
  expect({ ids: list?.ids, petId: list?.membersOf(9007199254740993n)?.petId }).toEqual({ ids, petId })
})

test.each(['', '{}', '[', '[9007199254740993', '[{"id":"9007199254740993}]'])('%j is no list', (body) => {
  expect(readOrderList(body)).toBeUndefined()
})
