import { expect, test } from 'vitest'
import { startPactVerifier } from '../../../dist/verify/pact/start-verifier.js'
import { happensByChance } from '../../../src/verify/model/runner/happens-by-chance.js'
import { RunContext } from '../../../src/verify/model/runner/run-context.js'
import { search, type SearchResult } from '../../../src/verify/model/runner/search.js'
import type { RuleId } from '../../../src/verify/model/oracle/rules/rules.js'
import { runSequence } from '../../../src/verify/model/runner/run-sequence.js'
import { ANOTHER_PENDING, PENDING } from '../../../src/verify/model/sequences/states.js'
import { cancel, list, send, setUp, wait } from '../../../src/verify/model/sequences/step.js'
import { always, type Template } from '../../../src/verify/model/sequences/template.js'
import type { Violation } from '../../../src/verify/model/oracle/violation.js'
import type { SmallOrder } from '../providers/small-store.js'
import { type Deviation, startSmallProvider } from '../providers/small-provider.js'
import { failsInteraction, withProvider } from '../tables/check-once.js'

// The specification does not say what ships an order: time may.

// Long enough that a busy machine cancels a new order in time.
const SHIPS_AFTER_MS = 2_000

const shipsAfter =
  (ms: number): Deviation =>
  (usual, store) => ({
    setUp: (state, params) => {
      const values = usual.setUp(state, params)
      for (const order of store.orders.slice(-1)) setTimeout(() => (order.status = 'shipped'), ms).unref()
      return values
    },
  })

const shipsWhenAnotherIsCancelled: Deviation = (usual, store) => ({
  cancel: (order) => {
    const answer = usual.cancel(order)
    for (const other of store.orders) if (other.status === 'pending') other.status = 'shipped'
    return answer
  },
})

const LATE = [setUp(PENDING), wait(SHIPS_AFTER_MS + 200), send(cancel(PENDING))]
const LATE_AND_AT_ONCE = [setUp(PENDING), wait(SHIPS_AFTER_MS + 200), send(cancel(PENDING), cancel(PENDING))]
const WITH_A_NEW_ONE = [
  setUp(PENDING),
  wait(SHIPS_AFTER_MS + 200),
  setUp(PENDING, ANOTHER_PENDING),
  send(cancel(PENDING), cancel(ANOTHER_PENDING)),
]
const AFTER_ANOTHER = [
  setUp(PENDING),
  setUp(PENDING, ANOTHER_PENDING),
  send(cancel(ANOTHER_PENDING)),
  send(list()),
  send(cancel(PENDING)),
]

test.concurrent.each([
  ['one cancel', LATE, [PENDING]],
  ['two at once', LATE_AND_AT_ONCE, [PENDING]],
  ['others of its state show as much', WITH_A_NEW_ONE, []],
])('a pending order that has shipped by itself is not held against the provider: %s', async (_, steps, missing) => {
  await withProvider(
    () => startSmallProvider(shipsAfter(SHIPS_AFTER_MS)),
    async (provider) => {
      const context = new RunContext(provider, 2 * SHIPS_AFTER_MS)
      expect(await runSequence(context, steps)).toMatchObject({ violation: undefined, missing })
    },
  )
})

// A wrong cancel in one of the others may have done it to the order of the experiment, too.
test('beside other sequences no order is taken to have shipped by itself', async () => {
  await withProvider(
    () => startSmallProvider(shipsAfter(50)),
    async (provider) => {
      const steps = [setUp(PENDING), wait(100), send(cancel(PENDING))]
      const { violation } = await runSequence(new RunContext(provider), steps, { isAlone: false })
      expect(violation).toMatchObject({ actual: '409' })
    },
  )
})

test('a cancel that ships other orders is found, however long ago they were made', async () => {
  await withProvider(
    () => startSmallProvider(shipsWhenAnotherIsCancelled),
    async (provider) => {
      const { violation } = await runSequence(new RunContext(provider), AFTER_ANOTHER)
      expect(violation).toMatchObject({ actual: '409' })
    },
  )
})

/** Once, when a cancel comes, a job has just shipped these orders. */
const shipsOnce =
  (which: (order: SmallOrder, aimedAt: SmallOrder) => boolean): Deviation =>
  (usual, store) => {
    let isDone = false
    return {
      cancel: (order) => {
        if (!isDone) for (const each of store.orders) if (which(each, order)) each.status = 'shipped'
        isDone = true
        return usual.cancel(order)
      },
    }
  }

const TWO = always(
  [setUp(PENDING), setUp(PENDING, ANOTHER_PENDING), list()],
  [cancel(PENDING), cancel(ANOTHER_PENDING)],
)

test.concurrent('that all pending orders ship now and then is not held against the provider', async () => {
  const { counterexample, runs } = await searchOf(shipsOnce(({ status }) => status === 'pending'))
  expect({ counterexample, runs }).toEqual({ counterexample: undefined, runs: 3 })
})

const YOUNGER_FIRST = always(
  [setUp(PENDING), setUp(PENDING, ANOTHER_PENDING), list()],
  [cancel(ANOTHER_PENDING), cancel(PENDING)],
)

test.concurrent('that one of two pending orders ships is not either, though it is the younger', async () => {
  const { counterexample } = await searchOf(
    shipsOnce((each, aimedAt) => each === aimedAt),
    YOUNGER_FIRST,
  )
  expect(counterexample).toBeUndefined()
})

/** Ships the oldest pending order with these requests, whatever they are about, counted round and round. */
const shipsOneWith =
  (turns: readonly number[], round: number): Deviation =>
  (usual, store) => {
    let requests = 0
    return {
      answer: (call) => {
        const oldest = store.orders.find(({ status }) => status === 'pending')
        if (turns.includes(++requests % round) && oldest !== undefined) oldest.status = 'shipped'
        return usual.answer(call)
      },
    }
  }

const REFUSED = {
  rule: 'other-orders-untouched',
  suspect: { state: PENDING },
  answered: { status: 409 },
} as unknown as Violation

test.concurrent.each([
  ['requests ship an order now and then', shipsOneWith([0], 13), true],
  ['no order ever ships', () => ({}), false],
  ['every request ships an order', shipsOneWith([0], 1), false],
] as const)('whether an order ships by chance: %s', async (_, deviation, isByChance) => {
  await withProvider(
    () => startSmallProvider(deviation),
    async (provider) => {
      expect(await happensByChance(REFUSED, new RunContext(provider))).toBe(isByChance)
    },
  )
})

/** Once, after the first of these states, a job ships all pending orders. */
const shipsOnceAfterSetUp: Deviation = (usual, store) => {
  let isDone = false
  return {
    setUp: (state, params) => {
      if (!isDone) for (const order of store.orders) order.status = 'shipped'
      isDone ||= store.orders.length > 0
      return usual.setUp(state, params)
    },
  }
}

test.concurrent('that a younger order is still pending is no proof against time', async () => {
  const { counterexample, runs } = await searchOf(shipsOnceAfterSetUp)
  expect({ counterexample, runs }).toEqual({ counterexample: undefined, runs: 3 })
})

/** Orders ship when this many requests have come since they were made, whatever those were about. */
const shipsAfterRequests =
  (count: number): Deviation =>
  (usual, store) => {
    const madeAt = new Map<bigint, number>()
    let requests = 0
    const pass = () => {
      requests += 1
      for (const order of store.orders) {
        if (!madeAt.has(order.id)) madeAt.set(order.id, requests - 1)
        if (order.status !== 'pending' || requests - (madeAt.get(order.id) ?? 0) < count) continue
        order.status = 'shipped'
        order.complete = true
      }
    }
    return {
      setUp: (state, params) => {
        pass()
        const values = usual.setUp(state, params)
        for (const { id } of store.orders) if (!madeAt.has(id)) madeAt.set(id, requests)
        return values
      },
      answer: (call) => {
        pass()
        return usual.answer(call)
      },
    }
  }

test.concurrent.each([
  ['refused as shipped', TWO],
  ['shown as complete', always([setUp(PENDING), list(), list(), list(), list()])],
])('what comes again each time is not held against the provider if orders left alone ship: %s', async (_, template) => {
  const { counterexample } = await searchOf(shipsAfterRequests(3), template)
  expect(counterexample).toBeUndefined()
})

const startShippingThrice = () => {
  let left = 3
  return startSmallProvider((usual, store) => ({
    cancel: (order) => {
      if (left-- > 0) for (const each of store.orders) each.status = 'shipped'
      return usual.cancel(order)
    },
  }))
}

test('an interaction with a pending order that has just shipped is verified again, more than once', async () => {
  const verifier = startPactVerifier()
  const fails = failsInteraction(startShippingThrice, 'pact.a-request-to-cancel-a-pending-order', verifier)
  await expect(fails.finally(() => verifier.close())).resolves.toBe(false)
})

test('an order that the next list shows again was not lost by a cancel', async () => {
  let lists = 0
  const leavesOut: Deviation = (usual) => ({ listed: () => (++lists === 2 ? [] : usual.listed()) })
  const steps = [setUp(PENDING), send(list()), send(cancel(PENDING, 'missing')), send(list())]
  await withProvider(
    () => startSmallProvider(leavesOut),
    async (provider) => {
      const { violation } = await runSequence(new RunContext(provider), steps)
      expect(violation?.rule).toBe('list-is-complete')
    },
  )
})

function searchOf(deviation: Deviation, template: Template = TWO): Promise<SearchResult> {
  const options = { seed: 7, runs: 3, endsAtMs: Infinity, maxShrinkMs: 0, knownBroken: new Set<RuleId>() }
  return withProvider(
    () => startSmallProvider(deviation),
    (provider) => search(template, new RunContext(provider), options),
  )
}
