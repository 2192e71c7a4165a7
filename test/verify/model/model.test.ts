import { setTimeout as delay } from 'node:timers/promises'
import { exitCodeOf, type VerificationReport } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { afterCancel, cancelIfPending, shipIfPending, showing, withNewOrders } from '../providers/deviations.js'
import type { Deviation } from '../providers/small-provider.js'
import { failures, verifySmall } from '../verify-once.js'
import { checkSmall, onlyRule, stepsOf } from './check-provider.js'

const SET_UP = `id=SET UP;  # '1. "a pending order": A'`
const CANCEL = '-X DELETE "/store/orders/$id"'

// Conforming providers: shipping-by-itself.exhaustive.test.ts, ../tables/, ../verify-provider.test.ts.

// How short a sequence gets is a matter of time: where a rule begins with a long one, only its end is certain.
describe.concurrent('a broken provider is shown by a short sequence', () => {
  test('a cancelled order that can be cancelled again', async () => {
    const report = await checkSmall(
      (usual) => ({
        cancel: (order) => (order.status === 'cancelled' ? { status: 204, headers: {} } : usual.cancel(order)),
      }),
      onlyRule('cancelled-once'),
    )
    expect(failures(report)).toEqual(['model.cancelled-once'])
    expect(stepsOf(report, 'model.cancelled-once')).toEqual([
      SET_UP,
      `${CANCEL};  # 2. 204`,
      `${CANCEL};  # 3. 204, expected any status except 2xx and 5xx, because the order is already cancelled`,
    ])
  })

  test('a limit that nobody knows of', async () => {
    const report = await checkSmall(
      (usual) => ({
        listOrders: (call) =>
          call.request.url?.includes('limit=1') === true ? usual.json(200, []) : usual.listOrders(call),
      }),
      onlyRule('list-takes-no-query'),
    )
    expect(failures(report)).toEqual(['model.list-takes-no-query'])
    expect(requestsOf(report, 'model.list-takes-no-query').at(-1)).toMatch(
      /limit=1.*; {2}# '?\d+\. 200.*, expected order \d+ .* in the list'?$/,
    )
  })

  test('two cancels that win', async () => {
    const report = await checkSmall(
      (usual) => ({
        cancel: async (order) => {
          const { status } = order
          await delay(5)
          order.status = status
          return usual.cancel(order)
        },
      }),
      onlyRule('one-cancel-wins'),
    )
    expect(failures(report)).toEqual(['model.one-cancel-wins'])
    expect(stepsOf(report, 'model.one-cancel-wins')).toEqual([
      '# A race condition does not occur every time.',
      expect.stringContaining('--rerun report.json'),
      'for try in {1..20}; do :;  # a race does not occur every time',
      SET_UP,
      expect.stringMatching(
        /^curl -Z .* --next .* {2}# '?2\. .*204.*204.*, expected exactly one 204; every other response any status except 2xx and 5xx'?$/,
      ),
      'done',
    ])
  })

  test('a wrong key that is rejected, but cancels', async () => {
    const report = await checkSmall(
      (usual) => ({
        answer: async (call) => {
          const isRefused = !usual.admits(call)
          const order = call.operation === 'cancelOrder' ? usual.find(call.id) : undefined
          if (isRefused && order) await usual.cancel(order)
          return usual.answer(call)
        },
      }),
      onlyRule('refused-key-changes-nothing'),
    )
    const requests = requestsOf(report, 'model.refused-key-changes-nothing')
    expect(requests.slice(0, -1)).toContainEqual(expect.stringMatching(/-X DELETE .* {2}# '?\d+\. 401/))
    expect(requests.at(-1)).toMatch(/-X DELETE .* {2}# '?\d+\. .*409.*, expected 204: the order is pending'?$/)
  })

  test('large ids that lose digits', async () => {
    const rounded = showing(({ id }) => ({ id: BigInt(Number(id)) }))
    const report = await checkSmall(rounded, onlyRule('large-ids-keep-digits'))
    expect(failures(report)).toEqual(['model.large-ids-keep-digits'])
    const found = report.checks.find(({ id }) => id === 'model.large-ids-keep-digits')
    expect(found?.message).toMatch(/^Order (\d+) .* is not in the list\. It shows (?!\1)\d+: digits were lost\. /)
  })
})

// Each is shown by its shortest form, and told for what it is.
test.each<[string, Deviation, rule: string, message: string]>([
  [
    'the valid key is rejected',
    (usual) => ({
      admits: (call) => usual.admits(call) && call.operation !== 'cancelOrder',
    }),
    'cancelled-once',
    'The valid API key was rejected: DELETE /store/orders/N returned 401. (Authentication: a valid API key is accepted by every operation.)',
  ],
  [
    'every key is accepted',
    () => ({ admits: () => true }),
    'wrong-key-pet',
    'getPet with an invalid API key (missing) returned 200. (Authentication: a missing or invalid API key is rejected with 401.)',
  ],
  [
    'no cancel is carried out',
    (usual) => ({ cancel: () => usual.error(500, 'out_of_order') }),
    'cancelled-once',
    'Order N is pending, but cancelOrder returned 500. (Cancel an order: cancelling a pending order returns 204.)',
  ],
  [
    'the pending order of a state has shipped',
    withNewOrders(shipIfPending),
    'cancelled-once',
    'Order N is pending, but cancelOrder returned 409. Alternatively, the provider state "a pending order" did not take effect. (Cancel an order: cancelling a pending order returns 204.)',
  ],
])('a finding says what is wrong: %s', async (_, deviation, rule, message) => {
  const { checks } = await checkSmall(deviation, onlyRule(rule))
  const found = checks.filter(({ result }) => result === 'failed')
  expect(
    found.map((check) => [check.message?.replace(/\d{3,}(?=[ ,])(?<!returned \d+)/, 'N'), check.steps?.length]),
  ).toEqual([[message, 2]])
})

describe.concurrent('with a provider that takes long to respond', () => {
  test('sequences that leave each other alone run side by side, and their states are set up one after another', async () => {
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
    expect(report.checks.filter(({ result }) => result !== 'passed')).toEqual([])
    expect(report.checks.at(-1)?.message).toBe('3 sequences.')
    // One sequence alone asks for 21 at once: a list, and ten cancels of each of two orders.
    expect(most).toBeGreaterThan(21)
    expect(mostStates).toBe(1)
  })

  test('a fault that they show is confirmed by one of them alone', async () => {
    const report = await verifySmall(
      (usual, store) => ({
        ...late(usual, store),
        ...afterCancel((_, { orders }) => orders.forEach(cancelIfPending))(usual, store),
      }),
      { checks: ['model'], bail: true, runs: 1 },
    )
    const found = report.checks.find(({ result }) => result === 'failed')
    expect(found).toMatchObject({ expected: '204: the order is pending', actual: '409' })
  })
})

// The runs show it, and the controls mostly do not: others remove an order now and then. The last control shows it, too.
test('what some controls show, and others do not, is not the doing of the provider', async () => {
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

test('a step that a rule only needs, and that time spoils twice, is a note', async () => {
  const { checks } = await checkSmall(
    (usual, store) => ({
      ...withNewOrders((order) => void setTimeout(() => shipIfPending(order), 300).unref())(usual, store),
      listOrders: async (call) => {
        await delay(400)
        return usual.listOrders(call)
      },
    }),
    onlyRule('cancelled-for-good'),
  )
  expect(checks.map(({ id, result }) => [id, result])).toEqual([['model.cancelled-for-good.seen', 'note']])
})

test('the same seed leads to the same sequence', async () => {
  const runs = await Promise.all([1, 2].map(() => checkSmall(failsAfterManyRefusals(), { seed: 7, runs: 20 })))
  const [one, again] = runs.map((report) => report.checks.filter(({ result }) => result === 'failed'))
  expect(one).not.toEqual([])
  // How far the steps are shortened is a matter of time; which request shows it, and how, is not.
  const shown = (checks: typeof one) => checks?.map(({ id, request, actual }) => [id, request?.method, actual])
  expect(shown(again)).toEqual(shown(one))
})

test('without states nothing is cancelled that a correct provider could cancel', async () => {
  const withRightKey = new Set<string>()
  const noting: Deviation = (usual) => ({
    answer: (call) => {
      if (usual.admits(call)) withRightKey.add(`${call.operation} ${call.id}`)
      return usual.answer(call)
    },
  })
  const report = await checkSmall(noting, { states: undefined })
  expect([...withRightKey]).toEqual(['listOrders '])
  expect(report.checks.filter(({ result }) => result === 'passed').map(({ id }) => id)).toEqual([
    'model.wrong-key-list',
    'model.wrong-key-cancel',
    'model.wrong-key-pet',
  ])
  const [first] = report.checks
  expect(first).toMatchObject({
    result: 'skipped',
    message: 'Requires the provider state "a pending order" (--states is not set).',
  })
})

test('a state that the provider does not offer is named', async () => {
  const report = await checkSmall(
    (usual) => ({
      setUp: (state, params) => (state === 'a shipped order' ? undefined : usual.setUp(state, params)),
    }),
    onlyRule('shipped-is-refused'),
  )
  const message = expect.stringMatching(/^Requires the provider state "a shipped order" \(.*501.*\)\.$/) as string
  expect(report.checks).toMatchObject([{ id: 'model.shipped-is-refused', result: 'skipped', message }])
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

test('a rule that there is no time for is skipped, with the way out', async () => {
  const { checks, coverage, hints } = await checkSmall(() => ({}), { timeBudgetMs: 0 })
  const message = 'The time budget was used up. Increase --time-budget to run more.'
  expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['model.cancelled-once', 'model.sequences']))
  for (const check of checks) expect(check).toMatchObject({ result: 'skipped', message })
  expect(coverage.filter(({ operation, seen }) => operation !== 'listOrders' && seen > 0)).toEqual([])
  const way = 'Increase --time-budget to run more.'
  expect(hints).toEqual([`The time budget was used up. Rules that did not run: ${checks.length}. ${way}`])
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

/** The lines of a failed check that ask or set up something. */
function requestsOf(report: VerificationReport, id: string): string[] {
  return stepsOf(report, id).filter((line) => line.includes('  # '))
}

const late: Deviation = (usual) => ({
  answer: async (call) => {
    await delay(10)
    return usual.answer(call)
  },
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
