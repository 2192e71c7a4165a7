import { expect, test } from 'vitest'
import { InvalidInputError, OrdersMock, parseScenario, type ScenarioDocument } from '../../../src/core/index.js'

// Programs pass documents, too, and each mistake is reported with the member that it is in.

const INSTANT = 'must be a date-time with its offset, such as 2026-11-20T12:00:00Z, or a date, such as 2026-11-20'
const ID = 'must be an int64: a number, or its decimal digits in quotes'

function problemsOf(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error instanceof InvalidInputError ? error.message.split('\n').toSorted() : error
  }
  return 'nothing is wrong'
}

test.each<readonly [what: string, document: unknown, problems: readonly string[]]>([
  ['a list as the document', [], ['(top): must be an object, not []']],
  [
    'orders',
    {
      orders: [
        7,
        {},
        { id: null },
        { id: 1, petId: true },
        { id: 2, quantity: '2' },
        { id: 5n, status: 'Pending' },
        { id: 6, shipAfter: '3 days' },
        { generate: { count: -1 } },
        { generate: {} },
      ],
    },
    [
      'orders[0]: must be an object, not 7',
      'orders[1].id: is required',
      `orders[2].id: ${ID}, not null`,
      `orders[3].petId: ${ID}, not true`,
      'orders[4].quantity: must be an integer, not "2"',
      'orders[5].status: must be one of pending, shipped, cancelled, not "Pending". Did you mean pending?',
      'orders[6].shipAfter: must be an ISO 8601 duration, such as P3D or PT10M, not "3 days"',
      'orders[7].generate.count: must be at least 0, not -1',
      'orders[8].generate.count: is required',
    ],
  ],
  [
    'orders that a schema lets pass',
    {
      orders: [
        { id: '5' },
        { id: 5n },
        { id: 2, quantity: 2n ** 53n },
        { id: 2 ** 53 },
        { id: 3, quantity: 2 ** 53 },
        { id: 4, status: 'shipped', shipAfter: 'P1D' },
      ],
    },
    [
      'orders[1].id: the id 5 is used twice',
      'orders[3].id: 9007199254740992 is not an id: as a JavaScript number it may have lost digits: use a bigint or a string',
      'orders[4].quantity: 9007199254740992 may have lost digits: write it without a fraction or exponent, or pass a bigint',
      'orders[5].shipAfter: is for a pending order; this one is shipped',
    ],
  ],
  [
    'a quantity that is infinite',
    { orders: [{ id: 1, quantity: Infinity }] },
    ['orders[0].quantity: must be a finite number, within the range of a double'],
  ],
  [
    'a duration that only looks like one',
    { orders: [{ id: 1, shipAfter: 'PT' }] },
    [expect.stringMatching(/^orders\[0\]\.shipAfter: "PT" is not an ISO 8601 duration/)],
  ],
  [
    'everything else',
    { title: 7, pets: ['Rex'], now: 'noon', frozen: 'yes', sunset: 2027, afterSunset: 'stop' },
    [
      'afterSunset: must be one of serve, gone, not "stop"',
      'frozen: must be a boolean, not "yes"',
      `now: ${INSTANT}, not "noon"`,
      'pets[0]: must be an object, not "Rex"',
      `sunset: ${INSTANT}, not 2027`,
      'title: must be a string, not 7',
    ],
  ],
  [
    'faults',
    {
      faults: [
        {},
        { kind: 'hang', operation: 'addOrder' },
        { kind: 'status', status: 200 },
        { kind: 'delay', delayMs: -1 },
        { kind: 'hang', probability: 2 },
        { kind: 'hang', times: 0 },
      ],
    },
    [
      'faults[0].kind: is required',
      'faults[1].operation: must be one of listOrders, cancelOrder, getPet, not "addOrder"',
      'faults[2].status: must be at least 400, not 200',
      'faults[3].delayMs: must be milliseconds from 0 to 600000, or a range of them, { min, max }, not -1',
      'faults[4].probability: must be at most 1, not 2',
      'faults[5].times: must be at least 1, not 0',
    ],
  ],
])('a mistake is reported with its field: %s', (_, document, problems) => {
  expect(problemsOf(() => parseScenario(document, 0))).toEqual(problems)
})

test('an undefined field counts as absent', () => {
  const { orders } = new OrdersMock({ scenario: { title: undefined, orders: [] } as never }).sandbox()
  const added = { id: 1, quantity: 2, petId: undefined, status: undefined }
  expect(orders.add(added as never)).toEqual({ id: 1n, quantity: 2, status: 'pending' })
  const patched = orders.patch(1, { quantity: undefined, complete: true } as never)
  expect(patched).toEqual({ id: 1n, quantity: 2, complete: true, status: 'pending' })
  expect(problemsOf(() => parseScenario({ orders: [{ id: undefined }] }, 0))).toEqual(['orders[0].id: is required'])
})

test('a mock names the faulty scenario and the field in it', () => {
  const broken = { orders: [{ id: 1.5 }] } as ScenarioDocument
  expect(() => new OrdersMock({ scenarios: { mine: broken } })).toThrow(
    `The scenario "mine" cannot be used:\norders[0].id: ${ID}, not 1.5`,
  )
  expect(() => new OrdersMock({ scenario: broken })).toThrow(
    /^The scenario "inline" cannot be used:\norders\[0\]\.id: /,
  )
})

test('a faulty scenario changes nothing', () => {
  const mock = new OrdersMock({ scenario: 'pending' })
  const before = mock.sandbox().state()
  expect(() => mock.sandbox().restore({ orders: [{ id: 1 }, { id: 1 }] })).toThrow(
    'orders[1].id: the id 1 is used twice',
  )
  expect(() => mock.defineScenario('pending', { orders: [{ id: 1 }, { id: 1 }] })).toThrow('the id 1 is used twice')
  expect(() => mock.sandbox().reset('nowhere')).toThrow('there is no scenario "nowhere".')
  expect(() => mock.sandbox().faults.set([{ kind: 'delay', delayMs: { min: 2, max: 1 } }])).toThrow('faults[0].delayMs')
  const { orders } = mock.sandbox().state()
  expect(orders).toEqual(before.orders)
})

test('an order that exists is not added, and invalid or different ids are rejected', () => {
  const { orders } = new OrdersMock({ scenario: 'shipped' }).sandbox()
  expect(problemsOf(() => orders.add({ id: 1 }))).toMatchObject({ status: 409, code: 'order_exists' })
  expect(problemsOf(() => orders.put(1, { id: 2 }))).toEqual(['id: is 2, but the order is 1'])
  expect(problemsOf(() => orders.get('x'))).toEqual([expect.stringMatching(/^id: x is not an id/)])
})

test.each(['', 'my scenario', 'a/b', 'a~b', 'n'.repeat(101), 'main'])('%j is not a valid scenario name', (name) => {
  expect(() => new OrdersMock().defineScenario(name, {})).toThrow('is not a valid scenario name')
})
