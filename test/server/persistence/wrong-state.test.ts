import { expect, test } from 'vitest'
import { ControlError, InvalidInputError, OrdersMock } from '../../../src/core/index.js'
import { ToolError } from '../../../src/input/index.js'
import { encodeState, fileNameOf, parseState } from '../../../src/server/persistence/state-file.js'
import { type Json, parseJson, stringifyJson } from '../../../src/spec/index.js'

/** What a hand, a merge or another version may make of a value. */
const WRONG: readonly (Json | undefined)[] = [undefined, null, 'four', -1, 0.5, 1e300, 2n ** 70n, [null], {}]

test('a state with all that a sandbox can have and one wrong value is refused with its place, or can be used in every way', () => {
  const { mock, box } = createBox()
  box.clock.change({ now: '2027-01-01T00:00:00Z', frozen: true })
  box.restore({
    orders: [
      { id: '9007199254740993', petId: 2, quantity: 3, shipDate: 'now+P1D', complete: false },
      { id: 5 },
      { id: 6, shipAfter: 'P1D' },
    ],
    pets: [{ id: 2, name: 'Rex' }],
    sunset: '2030-01-01T00:00:00Z',
    faults: [
      { kind: 'delay', delayMs: { min: 0, max: 1 }, probability: 0.5, seed: 3 },
      { kind: 'status', status: 503, operation: 'cancelOrder', orderId: 5, times: 1 },
    ],
  })
  box.orders.put(7, { petId: 1, quantity: 1, shipDate: '2026-11-20T12:00:00Z', complete: true, shipAfter: 'PT10M' })
  box.orders.remove(5)
  mock.handle({ method: 'DELETE', path: '/store/orders/6', authorization: `Bearer ${box.apiKey}` })
  const text = encodeState(box.store.toState())
  const file = fileNameOf(box.name)
  use(text, file)
  const outcomes = { refused: 0, used: 0 }
  const unclear: string[] = []
  for (const mutated of mutationsOf(parseJson(text))) {
    try {
      use(stringifyJson(mutated), file)
      outcomes.used += 1
    } catch (error) {
      outcomes.refused += 1
      const isClear =
        (error instanceof ToolError && /^[a-z][\w.[\]]*: /i.test(error.message)) || error instanceof SyntaxError
      if (!isClear) unclear.push(`${String(error)} ${stringifyJson(mutated)}`)
    }
  }
  expect(unclear).toEqual([])
  expect(outcomes.refused).toBeGreaterThan(200)
  expect(outcomes.used).toBeGreaterThan(5)
})

test('a state that is refused says what is wrong and where', () => {
  const { mock, box } = createBox()
  box.orders.put(7, { quantity: 1 })
  const state = box.store.toState()
  const { orders } = state
  const [order] = orders.changed
  for (const [wrong, message] of [
    [{ faults: [{ kind: 'x' }] }, 'faults[0].kind: must be one of status, delay, reset, truncate, hang, hold, not "x"'],
    [
      { orders: { ...orders, changed: [{ ...order, quantity: 'four' }] } },
      'orders.changed[0].quantity: must be an integer, not "four"',
    ],
    [{ orders: { ...orders, changed: [order, order] } }, 'orders.changed[1].id: the id 7 is used twice'],
    [{ seed: '{"orders":[{"id":1,"quantity":"four"}]}' }, 'seed.orders[0].quantity: must be an integer, not "four"'],
    [{ seed: undefined }, 'seed: is required'],
    [{ freedoms: '' }, 'freedoms: must be an object, not ""'],
    [{ clock: { offsetMs: 1e18 } }, 'clock.offsetMs: must be at most 253402300799999, not 1000000000000000000'],
    [
      { more: 1 },
      'more: unknown field. Known fields: name, lastUsedMs, scenario, clock, faults, seed, seededAtMs, orders, start, sunsetMs, freedoms',
    ],
  ] as const) {
    const before = mock.sandbox(box.name).store.toState()
    const damaged = { ...state, ...wrong } as unknown as typeof state
    expect(() => mock.restoreSandbox(damaged)).toThrow(
      expect.objectContaining({ name: 'InvalidInputError', message }) as Error,
    )
    expect(mock.sandbox(box.name).store.toState()).toEqual(before)
  }
})

function createBox() {
  const mock = new OrdersMock({ scenario: 'empty' })
  const box = mock.createSandbox({ name: 'box', orders: [{ id: 1, shipDate: '2026-11-20T12:00:00Z' }, { id: 2 }] })
  return { mock, box }
}

/** The document with one of its values replaced or left out, for each value and each replacement. */
function* mutationsOf(document: Json): Generator<Json> {
  if (typeof document !== 'object' || document === null) return
  for (const [member, value] of Object.entries(document)) {
    const withValue = (next: Json | undefined): Json => {
      if (Array.isArray(document))
        return next === undefined ? document.toSpliced(Number(member), 1) : document.with(Number(member), next)
      return Object.fromEntries(
        Object.entries({ ...document, [member]: next }).flatMap(([name, each]) =>
          each === undefined ? [] : [[name, each]],
        ),
      )
    }
    for (const wrong of WRONG) yield withValue(wrong)
    for (const inner of mutationsOf(value)) yield withValue(inner)
  }
}

/** Restores a state, and then does everything that can be done with a sandbox. */
function use(text: string, file: string): void {
  const mock = new OrdersMock({ scenario: 'empty' })
  const { name, apiKey } = mock.restoreSandbox(parseState(file, new TextEncoder().encode(text)))
  const call = (line: string): void => {
    const [method = '', path = ''] = line.split(' ')
    const { status = 0, body } = mock.handle({ method, path, authorization: `Bearer ${apiKey}` })
    // The fault of the state itself responds with 503.
    if (status >= 500 && !(status === 503 && method === 'DELETE')) throw new Error(`${line} ${status}`)
    parseJson((typeof body === 'string' ? body : new TextDecoder().decode(body)) || 'null')
  }
  for (const line of ['GET /store/orders', 'DELETE /store/orders/1', 'DELETE /store/orders/7', 'GET /pets/2'])
    call(line)
  const box = mock.sandbox(name)
  const state = box.state()
  for (const part of [state, box.orders.all(), box.clock.read(), box.faults.all(), box.history(), box.requests.all()])
    parseJson(stringifyJson(part))
  for (const act of [
    () => box.orders.add({ shipAfter: 'PT1H' }),
    () => box.clock.advance('P1D'),
    () => box.undo(),
    () => box.restore(state),
    () => box.rewind({ to: 0 }),
    () => encodeState(box.store.toState()),
    () => box.reset(),
  ])
    try {
      act()
    } catch (error) {
      // What cannot be done is said.
      if (!(error instanceof ControlError || error instanceof InvalidInputError)) throw error
    }
  call('GET /store/orders')
}
