import { expect, test } from 'vitest'
import { OrdersMock, type OrdersMockOptions, PersistError, type SandboxState } from '../../../src/core/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')

test('orders of the seed and added ones ship when they would have shipped', () => {
  const mock = createMock({
    scenario: {
      orders: [
        { id: 1, shipAfter: 'PT10M' },
        { id: 2, shipAfter: 'PT30M' },
      ],
    },
  })
  mock.sandbox().orders.add({ id: 3, shipAfter: 'PT20M' })
  const copy = copyOf(mock, NOW_MS + 15 * 60_000)
  expect(copy.sandbox().counts).toEqual({ pending: 2, shipped: 1, cancelled: 0 })
  copy.sandbox().clock.advance('PT5M')
  const orders = copy.sandbox().orders.all()
  expect(orders.map(({ status }) => status)).toEqual(['shipped', 'pending', 'shipped'])
})

test('a sandbox whose scenario was deleted keeps its state and its key', () => {
  const mock = createMock({ scenarios: { gone: { orders: [{ id: 1 }] } } })
  const { apiKey } = mock.sandbox('gone~worker-1')
  const copy = new OrdersMock()
  for (const sandbox of mock.sandboxes) copy.restoreSandbox(sandbox.store.toState())
  expect(copy.sandbox('gone~worker-1').apiKey).toBe(apiKey)
  expect(get(copy, apiKey).status).toBe(200)
})

test('sandboxes of a scenario that has changed since share its orders as before', () => {
  const mock = createMock({ scenarios: { shop: { orders: [{ generate: { count: 3, status: 'pending' } }] } } })
  const copy = new OrdersMock({ scenarios: { shop: {} } })
  const [one, other] = ['shop', 'shop~worker-1'].map((name) => copy.restoreSandbox(mock.sandbox(name).store.toState()))
  expect(one?.counts.pending).toBe(3)
  expect(other?.store.current.orders.seed).toBe(one?.store.current.orders.seed)
})

test('a change that cannot be persisted is not made, and the client gets 500', () => {
  const mock = createMock({ scenarios: { doomed: { faults: [{ kind: 'delay', delayMs: 1, times: 3 }] } } })
  const sandboxes = [mock.sandbox(), mock.sandbox('doomed')]
  mock.createSandbox({ name: 'other' })
  mock.sandbox().orders.add({ id: 77 })
  const before = statesByName(mock)
  const events: string[] = []
  mock.subscribe((event) => event.type !== 'request' && events.push(event.type))
  mock.persistTo({ write: fail, remove: fail })
  const id = 1
  const failing: (() => unknown)[] = sandboxes.flatMap(({ orders, clock, faults, ...sandbox }) => [
    () => orders.add(),
    () => orders.put(id, {}),
    () => clock.advance('P1D'),
    () => faults.set([]),
    () => mock.sandbox(sandbox.name).reset(),
    () => mock.sandbox(sandbox.name).restore({}),
  ])
  failing.push(
    () => mock.sandbox().orders.remove(id),
    () => mock.sandbox().orders.ship(id),
    () => mock.sandbox().undo(),
    () => mock.deleteSandbox('other'),
    () => mock.createSandbox({ name: 'third' }),
    () => mock.sandbox('shipped'),
  )
  for (const change of failing) expect(change).toThrow(PersistError)
  const error = { code: 'change_not_kept', message: 'The disk is full.', status: 500 }
  const cancel = mock.handle({ method: 'DELETE', path: `/store/orders/${id}`, authorization: 'Bearer test-key' })
  for (const answer of [cancel, get(mock, 'test-key~doomed'), get(mock, 'test-key~shipped')]) {
    expect(JSON.parse(String(answer.body))).toEqual(error)
  }
  expect(get(mock).status).toBe(200)
  expect(events).toEqual([])
  expect(statesByName(mock)).toEqual(before)
  expect(mock.sandbox().history().changes).toHaveLength(1)
})

test('every change is persisted before it is reported', () => {
  const mock = createMock({ scenario: 'pending', maxSandboxes: 1 })
  const log: string[] = []
  mock.persistTo({
    write: ({ name }) => void log.push(`write ${name}`),
    remove: (name) => void log.push(`remove ${name}`),
  })
  mock.subscribe((event) => event.type !== 'request' && log.push(`tell ${event.change}`))
  mock.handle({ method: 'DELETE', path: '/store/orders/1', authorization: 'Bearer test-key' })
  mock.sandbox('shipped')
  mock.sandbox('empty').clock.freeze()
  mock.deleteSandbox('empty')
  expect(log).toEqual(
    // One change a row; making room for the second sandbox takes the first away.
    [
      ['write main', 'tell cancelled'],
      ['write shipped', 'tell created'],
      ['remove shipped', 'tell evicted'],
      ['write empty', 'tell created'],
      ['write empty', 'tell clock'],
      ['remove empty', 'tell deleted'],
    ].flat(),
  )
})

test('the sandbox is written as it will be, whatever changes it', () => {
  const mock = createMock()
  const written = new Map<string, string>()
  mock.persistTo({
    write: (state) => void written.set(state.name, stringifyJson(state)),
    remove: (name) => void written.delete(name),
  })
  const expectWritten = (): void => {
    const copy = createMock()
    for (const text of written.values()) copy.restoreSandbox(parseJson(text) as unknown as SandboxState)
    for (const name of written.keys()) expect(copy.sandbox(name).state()).toEqual(mock.sandbox(name).state())
  }
  const { orders, clock, faults, name } = mock.sandbox('default~w1')
  for (const change of [
    () => orders.add({ id: '9007199254740995', shipAfter: 'PT10M' }),
    () => orders.add({ shipAfter: 'PT20M' }),
    () => orders.ship(1),
    () => orders.remove(2),
    () => orders.put(2, { quantity: 3 }),
    () => clock.advance('PT15M'),
    () => faults.set([{ kind: 'delay', delayMs: { min: 0, max: 5 }, probability: 0.5, times: 5 }]),
    () => get(mock, 'test-key~default~w1'),
    () => get(mock, 'test-key~default~w1'),
    () => orders.patch(4, { complete: true }),
    () => clock.change({ advance: '-PT10M', frozen: true }),
    () => mock.sandbox(name).restore({ orders: [{ id: 7, shipDate: 'now+P1D' }], pets: [{ id: 1, name: 'Rex' }] }),
    () => mock.sandbox(name).reset(),
    () => mock.sandbox(name).reset('empty'),
  ]) {
    change()
    expectWritten()
  }
})

test('a sandbox that is gone can no longer be changed', () => {
  const mock = createMock({ maxSandboxes: 1 })
  const evicted = mock.sandbox('shipped')
  mock.sandbox('pending')
  for (const change of [() => evicted.orders.add(), () => evicted.clock.freeze(), () => evicted.reset()]) {
    expect(change).toThrow('The sandbox "shipped" is gone.')
  }
})

function fail(): never {
  throw new PersistError('The disk is full.')
}

function createMock(options: OrdersMockOptions = {}): OrdersMock {
  return new OrdersMock({ time: () => NOW_MS, ...options })
}

/** Another mock, at another time, with all sandboxes of the first one, by way of JSON. */
function copyOf(mock: OrdersMock, nowMs: number): OrdersMock {
  const copy = new OrdersMock({ time: () => nowMs })
  for (const sandbox of mock.sandboxes) {
    copy.restoreSandbox(parseJson(stringifyJson(sandbox.store.toState())) as unknown as SandboxState)
  }
  return copy
}

function statesByName(mock: OrdersMock): SandboxState[] {
  return mock.sandboxes
    .map((sandbox) => sandbox.store.toState())
    .toSorted((one, other) => one.name.localeCompare(other.name))
}

function get(mock: OrdersMock, key = 'test-key'): ReturnType<OrdersMock['handle']> {
  return mock.handle({ method: 'GET', path: '/store/orders', authorization: `Bearer ${key}` })
}
