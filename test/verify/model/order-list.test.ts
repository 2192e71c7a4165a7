import { expect, test } from 'vitest'
import { readOrderList } from '../../../src/verify/model/oracle/order-list.js'

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

test.each(['', '{}', '[9007199254740993', '[{"id":"9007199254740993}]'])('%j is no list', (body) => {
  expect(readOrderList(body)).toBeUndefined()
})
