import { setTimeout as delay } from 'node:timers/promises'
import { exitCodeOf } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { afterCancel, cancelIfPending, delaying, shipIfPending } from '../providers/deviations.js'
import { withNewOrders, withoutStates } from '../providers/deviations.js'
import { type Deviation, isInt64 } from '../providers/small-provider.js'
import { failures, verifySmall } from '../verify-once.js'
import { checkBroken, checkSmall, onlyRule, stepsOf } from './check-provider.js'

const SET_UP = `id=SET UP;  # '1. "a pending order": ID'`
const CANCEL = '-X DELETE "/store/orders/$id"'

// Conforming providers: shipping-by-itself.exhaustive.test.ts, ../tables/, ../verify-provider.test.ts.

const RACE =
  /^curl -Z .* --next .* {2}# '?2\. .*204.*204.*, expected exactly one 204; every other response any status except 2xx and 5xx'?$/

// How short a sequence gets is a matter of time: where a rule begins with a long one, only its end is certain.
test.concurrent.each<[string, rule: string, steps: unknown]>([
  [
    'answers a second cancel with 200',
    'cancelled-once',
    [
      SET_UP,
      `${CANCEL};  # 2. 204`,
      `${CANCEL};  # 3. 200, expected any status except 2xx and 5xx, because the order is already cancelled`,
    ],
  ],
  [
    'obeys a limit in the query',
    'list-takes-no-query',
    expect.arrayContaining([
      expect.stringMatching(/limit=\d+.*; {2}# '?\d+\. 200.*, expected order \d+ .* in the list'?$/),
    ]),
  ],
  [
    'lets two concurrent cancels of an order succeed',
    'one-cancel-wins',
    [
      '# A race condition does not occur every time.',
      expect.stringContaining('--rerun report.json'),
      'for try in {1..20}; do :;  # a race does not occur every time',
      SET_UP,
      expect.stringMatching(RACE),
      'done',
    ],
  ],
])('a short sequence shows that a provider %s', async (name, rule, steps) => {
  const report = await checkBroken(name, rule)
  expect(failures(report)).toEqual([`model.${rule}`])
  expect(stepsOf(report, `model.${rule}`)).toEqual(steps)
})

test('commands empty the store first, if only an empty store shows the violation', async () => {
  const report = await checkSmall(
    (usual, store) => ({
      listOrders: (call) => (store.orders.length > 0 ? usual.listOrders(call) : usual.json(200, null)),
    }),
    onlyRule('empty-store'),
  )
  expect(stepsOf(report, 'model.empty-store')).toEqual([
    expect.stringMatching(/"state":"no orders".* {2}# '1\. "no orders"'$/),
    expect.stringMatching(/^'\/store\/orders'; {2}# '?2\. 200, expected 200 with a JSON array of orders'?$/),
  ])
})

// As ParseInt of Go reads it with base 0, and Integer of Ruby.
const readOctal = (id: string) => (/^0[0-7]+$/.test(id) ? `${BigInt(`0o${id.slice(1)}`)}` : id)

test('an id in octal, which begins with a zero, is not that of the order', async () => {
  const rule = 'malformed-id-changes-nothing'
  const report = await checkSmall((usual) => ({ find: (id) => usual.find(readOctal(id)) }), onlyRule(rule))
  expect(failures(report)).toEqual([`model.${rule}`])
})

test('commands that open a connection each are not said to show what a shared one does', async () => {
  const name = 'trusts a connection on which the key was sent once'
  const report = await checkBroken(name, 'wrong-key-list')
  const [id = ''] = failures(report)
  expect(stepsOf(report, id)[0]).toBe('# It shows on a connection that requests share: these commands open one each.')
})

// Each is shown by its shortest form, and told for what it is.
test.each([
  [
    'answers a cancel with 500 and carries it out',
    'cancelled-once',
    /^Order \d+ is pending, but cancelOrder returned 500\. \(Cancel an order: cancelling a pending order returns 204\.\)$/,
  ],
  [
    'shows pets for any key',
    'wrong-key-pet',
    /^getPet with an invalid API key \(.+\) returned 200\. \(Authentication: a missing or invalid API key is rejected with 401\.\)$/,
  ],
  [
    'shows large ids rounded to a double',
    'large-ids-keep-digits',
    /^Order (\d+) .* is not in the list\. It shows (?!\1)\d+: digits were lost\. /,
  ],
])('a finding says what is wrong if a provider %s', async (name, rule, message) => {
  const { checks } = await checkBroken(name, rule)
  const steps = expect.objectContaining({ length: 2 }) as string[]
  const found = checks.filter(({ result }) => result === 'failed')
  expect(found).toMatchObject([{ message: expect.stringMatching(message) as string, steps }])
})

test.each<[string, Deviation, message: string]>([
  [
    'the valid key is rejected',
    (usual) => ({ cancelOrder: (call) => usual.refuse(call) }),
    'The valid API key was rejected: DELETE /store/orders/N returned 401. (Authentication: a valid API key is accepted by every operation.)',
  ],
  [
    'the pending order of a state has shipped',
    withNewOrders(shipIfPending),
    'Order N is pending, but cancelOrder returned 409. Alternatively, the provider state "a pending order" did not take effect. (Cancel an order: cancelling a pending order returns 204.)',
  ],
])('a finding says what is wrong: %s', async (_, deviation, message) => {
  const { checks } = await checkSmall(deviation, onlyRule('cancelled-once'))
  const found = checks.map(({ message: text, steps }) => [text?.replace(/(?<=Order |orders\/)\d+/, 'N'), steps?.length])
  expect(found).toEqual([[message, 2]])
})

// These wait for most of their time.

test.concurrent('a Content-Type that is rejected where there is no body is a note', async () => {
  const { checks } = await checkSmall((usual) => ({
    cancelOrder: (call) =>
      call.request.headers['content-type'] === undefined
        ? usual.cancelOrder(call)
        : usual.error(400, 'empty_json_body'),
  }))
  const notes = checks.filter(({ result }) => result !== 'passed').map(({ id, message }) => [id, message])
  const message = 'A cancel with a Content-Type and no body returned 400, which is not documented.'
  expect(notes).toEqual([['model.content-type', message]])
})

test.concurrent('what is open for a malformed id, or an order that was or may have been cancelled, is no matter of the Content-Type', async () => {
  const { checks } = await checkSmall((usual) => ({
    answer: (call) =>
      call.operation !== 'cancelOrder' || isInt64(call.id) ? usual.answer(call) : usual.error(400, 'no_number'),
    cancelOrder: (call) => (call.id === '0' ? usual.error(400, 'no_id') : usual.cancelOrder(call)),
    cancel: (order) => (order.status === 'cancelled' ? usual.error(410, 'gone') : usual.cancel(order)),
  }))
  expect(checks.filter(({ result }) => result !== 'passed')).toEqual([])
})

test.concurrent('sequences that leave each other alone run side by side, and their states are set up one after another', async () => {
  let arrived = 0
  let underWay = 0
  let most = 0
  let statesUnderWay = 0
  let mostStates = 0
  const report = await checkSmall(
    (usual) => ({
      // Answers when no more requests come: then all have come that are sent without waiting for one another.
      answer: async (call) => {
        arrived++
        most = Math.max(most, ++underWay)
        for (let seen = 0; seen !== arrived;) {
          seen = arrived
          await delay(10)
        }
        underWay--
        return usual.answer(call)
      },
      sendValues: (response, values) => {
        mostStates = Math.max(mostStates, ++statesUnderWay)
        setTimeout(() => {
          statesUnderWay--
          usual.sendValues(response, values)
        }, 1)
      },
    }),
    { runs: 3 },
  )
  expect(report).toMatchObject({ result: 'pass', summary: { skipped: 0, notes: 0 } })
  expect(report.checks.at(-1)?.message).toBe('3 sequences.')
  // One sequence alone asks for 21 at once: a list, and ten cancels of each of two orders.
  expect(most).toBeGreaterThan(21)
  expect(mostStates).toBe(1)
})

test.concurrent('a fault that sequences side by side show is confirmed by one of them alone', async () => {
  const report = await verifySmall(
    (usual, store) => ({
      ...delaying('answer', 10)(usual, store),
      ...afterCancel((_, { orders }) => orders.forEach(cancelIfPending))(usual, store),
    }),
    { checks: ['model'], bail: true, runs: 1 },
  )
  const found = report.checks.find(({ result }) => result === 'failed')
  expect(found).toMatchObject({ expected: '204: the order is pending', actual: '409' })
})

// The runs show it, and the controls mostly do not: others remove an order now and then. The last control shows it, too.
test.concurrent('what some controls show, and others do not, is not the doing of the provider', async () => {
  const shown = new Set([1, 2, 6, 10, 14, 17])
  let states = 0
  const { checks } = await checkSmall(
    (usual, store) => ({
      setUp: (state, params) => {
        if (params['count'] === 250) states++
        return usual.setUp(state, params)
      },
      listOrders: (call) => {
        if (store.orders.length === 250 && shown.delete(states)) store.orders.pop()
        return usual.listOrders(call)
      },
    }),
    onlyRule('list-is-whole'),
  )
  expect([...shown]).toEqual([])
  expect(checks.map(({ id, result }) => [id, result])).toEqual([
    ['model.list-is-whole', 'passed'],
    ['model.list-is-whole.seen', 'note'],
  ])
})

test.concurrent('a step that a rule only needs, and that time spoils twice, is a note', async () => {
  const shipsSoon = withNewOrders((order) => void setTimeout(shipIfPending, 300, order).unref())
  const { checks } = await checkSmall(
    (usual, store) => ({ ...shipsSoon(usual, store), ...delaying('listOrders', 400)(usual, store) }),
    onlyRule('cancelled-for-good'),
  )
  expect(checks.map(({ id, result }) => [id, result])).toEqual([['model.cancelled-for-good.seen', 'note']])
})

test.concurrent('the same seed leads to the same sequence', async () => {
  const runs = await Promise.all([1, 2].map(() => checkSmall(failsAfterManyRefusals(), { seed: 7, runs: 20 })))
  const [one, again] = runs.map((report) => report.checks.filter(({ result }) => result === 'failed'))
  expect(one).not.toEqual([])
  // How far the steps are shortened is a matter of time; which request shows it, and how, is not.
  const shown = (checks: typeof one) => checks?.map(({ id, request, actual }) => [id, request?.method, actual])
  expect(shown(again)).toEqual(shown(one))
})

test('a state that the provider does not offer is named', async () => {
  const { checks } = await checkSmall(withoutStates(['a shipped order']), onlyRule('shipped-is-refused'))
  const message = expect.stringMatching(/^Requires the provider state "a shipped order" \(.*501.*\)\.$/) as string
  expect(checks).toMatchObject([{ id: 'model.shipped-is-refused', result: 'skipped', message }])
})

test('a state that fails ends the check with exit code 3, and is not tried again', async () => {
  let tries = 0
  const { error } = await checkSmall((usual) => ({
    setUp: (state, params) => {
      if (state !== 'a shipped order') return usual.setUp(state, params)
      tries++
      throw new Error('The database is gone')
    },
  }))
  expect(error).toMatchObject({ exitCode: 3 })
  expect(tries).toBe(1)
})

test.each<[string, note: Deviation, message: RegExp]>([
  [
    'malformed-id',
    (usual) => ({ cancelOrder: (call) => (isInt64(call.id) ? usual.cancelOrder(call) : usual.error(500, 'crashed')) }),
    /^Cancelling \/store\/orders\/\S+, whose id is not an int64, returned 500\.$/,
  ],
  [
    'other-spelling',
    (usual) => ({ find: (id) => usual.find(id.replace(/\.0+$/, '')) }),
    /^A cancel of \/store\/orders\/\d+\.0+ returned 204: the provider ignores the fraction of the id\.$/,
  ],
  [
    'other-spelling',
    // As Rack::Protection does.
    (usual) => ({ find: (id) => usual.find(id.replace(/^.*%2F\.\.%2F/, '')) }),
    /^A cancel of \/store\/orders\/0%2F\.\.%2F\d+ returned 204: the provider decodes the path before it removes dot segments\.$/,
  ],
])('what the specification leaves open is noted: %s', async (id, deviation, message) => {
  const { checks } = await checkSmall(deviation, onlyRule('malformed-id-changes-nothing'))
  const note = { id: `model.${id}`, result: 'note', message: expect.stringMatching(message) as string }
  expect(checks).toMatchObject([{ result: 'passed' }, note])
})

test('a rule that there is no time for is skipped, with the way out', async () => {
  const { checks, coverage, hints } = await checkSmall(() => ({}), { timeBudgetMs: 0 })
  const message = 'The time budget was used up. Increase --time-budget to run more.'
  expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['model.cancelled-once', 'model.sequences']))
  for (const check of checks) expect(check).toMatchObject({ result: 'skipped', message })
  expect(coverage.filter(({ operation, seen }) => operation !== 'listOrders' && seen > 0)).toEqual([])
  expect(hints).toEqual([message.replace('up.', `up. Rules that did not run: ${checks.length}.`)])
})

test.each([
  [0, false],
  [3, true],
])('lack of time alone leads to exit code %i, if --require-all-states is %j', async (code, requireAllStates) => {
  const report = await checkSmall(() => ({}), { checks: ['openapi', 'model'], timeBudgetMs: 0, requireAllStates })
  expect(report.summary).toMatchObject({ failed: 0, errors: 0 })
  expect(exitCodeOf(report)).toBe(code)
})

test('the time budget does not end the sequences before the minimum has run', async () => {
  const { checks } = await checkSmall(() => ({}), { runs: 100, minRuns: 3, timeBudgetMs: 1 })
  const message = expect.stringMatching(/^Only 3 of 100 sequences ran before the time was up\./) as string
  expect(checks.at(-1)).toMatchObject({ result: 'note', message })
})

/** Each state empties the store, so that sequences run one after another. */
function failsAfterManyRefusals(): Deviation {
  let cancels = 0
  return (usual, store) => ({
    setUp: (state, params) => {
      store.orders = []
      return usual.setUp(state, params)
    },
    cancel: (order) => (order.status === 'shipped' && ++cancels > 8 ? usual.error(500, 'tired') : usual.cancel(order)),
  })
}
