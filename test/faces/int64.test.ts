import { describe, expect, test } from 'vitest'
import {
  alreadyCancelled,
  CANCELLED,
  DEPRECATION_FIELDS,
  json,
  noOrderId,
  noPetId,
  noSuchOrder,
  noSuchPet,
  refusal,
} from './expected.js'
import { cancel, list, readPet } from './face.js'
import { faces } from './faces.js'

/** Path segments that are not an int64. */
const NO_INT64: readonly string[] = [
  ['9223372036854775808', '-9223372036854775809', '18446744073709551617', '1'.repeat(4000)],
  ['-0', '1.0', '1e3', '+1', '%2B1', '01', '0x1', '1n', '1_000', '%201', '1%0A', '%00', '--1', '1,2', '1;a=b', '1%2F2'],
  ['%E0%A4%A', '%', '%zz', '%D9%A1', '%EF%BC%91', 'abc', 'null', '{orderId}', '%22', 'constructor', '__proto__'],
].flat()

/** What the scenario `int64` lists. */
const INT64_ORDERS =
  '{"id":0,"petId":0,"quantity":1},{"id":9007199254740991,"petId":9007199254740991,"quantity":1},' +
  '{"id":9007199254740992,"petId":9007199254740992,"quantity":1},' +
  '{"id":9007199254740993,"petId":9007199254740993,"quantity":1},' +
  '{"id":9223372036854775806,"petId":1,"quantity":1},' +
  '{"id":9223372036854775807,"petId":9223372036854775807,"quantity":1},' +
  '{"id":-1,"petId":-1,"quantity":1},{"id":-9223372036854775808,"petId":-9223372036854775808,"quantity":1}'

/** A segment as the message shows it: decoded, if that is possible. */
function shown(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

describe.each(faces)('int64 ids through $name', ({ open, fact }) => {
  const listed = [list(), json(200, `[${INT64_ORDERS}]`)] as const
  fact('ids and pet ids keep every digit of an int64', [listed], { scenario: 'int64' })

  test('an order is cancelled by exactly its digits', async () => {
    await using api = await open({ scenario: 'int64' })
    for (const id of ['9223372036854775807', '-9223372036854775808', '0', '-1', '9007199254740991']) {
      await expect(api.send(cancel(id))).resolves.toEqual(CANCELLED)
      const { orders } = api.mock.sandbox()
      const cancelled = orders.all().filter(({ status }) => status === 'cancelled')
      expect(cancelled.map((order) => order.id)).toEqual([BigInt(id)])
      api.mock.sandbox().undo()
    }
  })

  const known = ['9007199254740993', '9007199254740992'].map((id) => [cancel(id), CANCELLED] as const)
  const unknown = ['9007199254740994', '9223372036854775805'].map((id) => [cancel(id), noSuchOrder(id)] as const)
  fact('ids that share a double name different orders', [...known, ...unknown], { scenario: 'int64' })

  test('the JavaScript number that a large id becomes is rejected as such', async () => {
    await using api = await open({ scenario: { orders: [{ id: 9007199254740993n }, { id: 9223372036854775807n }] } })
    for (const [id, exactId] of [
      ['9007199254740992', '9007199254740993'],
      ['9223372036854775808', '9223372036854775807'],
      ['9223372036854776000', '9223372036854775807'],
    ] as const) {
      const reason = `order ${exactId} becomes ${id} as a double: the client has lost digits`
      const message = `There is no order ${id}, but ${reason}. Store ids as bigints or strings.`
      await expect(api.send(cancel(id))).resolves.toEqual(refusal(404, 'order_not_found', message))
      expect(api.mock.sandbox().requests.all({ limit: 1 })).toMatchObject([{ orderId: id, reason }])
    }
  })

  test('a cancel says so if another id becomes its own as a JavaScript number', async () => {
    await using api = await open({ scenario: { orders: [{ id: 9007199254740992n }, { id: 9007199254740993n }] } })
    const doubt = 'order 9007199254740993 becomes 9007199254740992 as a double, too'
    await expect(api.send(cancel('9007199254740992'))).resolves.toEqual(CANCELLED)
    const message = `Order 9007199254740992 has already been cancelled. But ${doubt}.`
    const refused = refusal(409, 'order_already_cancelled', message)
    await expect(api.send(cancel('9007199254740992'))).resolves.toEqual(refused)
    await expect(api.send(cancel('9007199254740993'))).resolves.toEqual(CANCELLED)
    const { requests } = api.mock.sandbox()
    expect(requests.all().map(({ reason }) => reason)).toEqual([
      `the order was pending and is now cancelled, but ${doubt}`,
      `order 9007199254740992 had already been cancelled, but ${doubt}`,
      'the order was pending and is now cancelled',
    ])
  })

  const pets = [{ id: 9223372036854775807n, tag: 9007199254740993n }, { id: 0 }]
  const large = json(200, '{"id":9223372036854775807,"tag":9007199254740993}', DEPRECATION_FIELDS)
  const read = [
    [readPet('9223372036854775807'), large],
    [readPet('0'), json(200, '{"id":0}', DEPRECATION_FIELDS)],
    [readPet('9223372036854775806'), noSuchPet('9223372036854775806')],
  ] as const
  fact('pet ids keep every digit, and 0 is one', read, { scenario: { pets } })

  fact('a percent-encoded digit counts as the digit', [
    [cancel('%31'), CANCELLED],
    [cancel('1'), alreadyCancelled('1')],
  ])

  test('a text that is not an int64 is neither an order id nor a pet id: 404', async () => {
    await using api = await open()
    for (const path of NO_INT64) {
      await expect(api.send(cancel(path))).resolves.toEqual(noOrderId(shown(path)))
      await expect(api.send(readPet(path))).resolves.toEqual(noPetId(shown(path)))
    }
    expect(api.mock.sandbox().counts).toEqual({ pending: 6, shipped: 2, cancelled: 1 })
  })
})
