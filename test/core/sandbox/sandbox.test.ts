import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type OrderInput,
  OrdersMock,
  type Sandbox,
  type ScenarioDocument,
  type SandboxState,
} from '../../../src/core/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'

// A sandbox is led through random sequences of changes, and compared after each one with a model that is a Map.

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const IDS = ['0', '1', '2', '3', '4', '9007199254740993', '9223372036854775807', '-5']
const PETS = ['1', '2', '9223372036854775806']

type Status = 'pending' | 'shipped' | 'cancelled'

interface ModelOrder extends Omit<OrderInput, 'shipAfter'> {
  status: Status
  /** When it ships by the clock. */
  shipsAtMs: number
}

type Change =
  | { readonly does: 'cancel' | 'ship' | 'remove'; readonly id: string }
  | { readonly does: 'put' | 'patch'; readonly id: string; readonly order: OrderInput }
  | { readonly does: 'add'; readonly order: OrderInput }
  | { readonly does: 'advance'; readonly seconds: number }
  | { readonly does: 'reset' | 'restore' }

/** What a sandbox must be like, in the simplest form. */
class Model {
  orders = new Map<string, ModelOrder>()
  /** The ids that have a place of their own in the list, also while their order is away. */
  places: string[] = []
  nowMs = NOW_MS
  readonly #seed: readonly OrderInput[]

  constructor(seed: readonly OrderInput[]) {
    this.#seed = seed
    this.reset()
  }

  reset(): void {
    this.nowMs = NOW_MS
    this.orders = new Map(this.#seed.map((order) => [String(order.id), this.#read(order)]))
    this.places = [...this.orders.keys()]
  }

  /** An order that the clock has shipped stays shipped if the clock goes back. */
  advance(seconds: number): void {
    this.#ship()
    this.nowMs += seconds * 1000
    this.#ship()
  }

  #ship(): void {
    for (const [id, order] of this.orders) this.orders.set(id, { ...order, status: this.status(id) ?? 'pending' })
  }

  /** A snapshot keeps what an order is by now. */
  restore(): void {
    const ids = this.ids
    this.orders = new Map(ids.map((id) => [id, { ...this.#need(id), status: this.status(id) ?? 'pending' }]))
    this.places = ids
  }

  get ids(): string[] {
    const added = [...this.orders.keys()].filter((id) => !this.places.includes(id))
    return [...this.places.filter((id) => this.orders.has(id)), ...added]
  }

  status(id: string): Status | undefined {
    const order = this.orders.get(id)
    return order?.status === 'pending' && order.shipsAtMs <= this.nowMs ? 'shipped' : order?.status
  }

  act(id: string, to: Status): boolean {
    if (this.status(id) !== 'pending') return false
    this.#need(id).status = to
    return true
  }

  put(id: string, order: OrderInput): boolean {
    this.orders.set(id, this.#read(order))
    return true
  }

  patch(id: string, order: OrderInput): boolean {
    const status = this.status(id)
    if (status === undefined || (order.shipAfter !== undefined && (order.status ?? status) !== 'pending')) return false
    const before = this.#need(id)
    const shipsAtMs = status === 'pending' ? before.shipsAtMs : Infinity
    const { shipsAtMs: patchedMs, ...members } = this.#read({ status, ...order })
    this.orders.set(id, { ...before, ...members, shipsAtMs: order.shipAfter === undefined ? shipsAtMs : patchedMs })
    return true
  }

  get counts(): Record<Status, number> {
    const counts = { pending: 0, shipped: 0, cancelled: 0 }
    for (const id of this.orders.keys()) counts[this.status(id) ?? 'pending'] += 1
    return counts
  }

  get list(): string {
    const orders = this.ids.map((id) => {
      const { petId, quantity, shipDate, complete } = this.#need(id)
      return { id: BigInt(id), petId: petId && BigInt(petId), quantity, shipDate, complete }
    })
    return stringifyJson(orders)
  }

  namesPet(petId: string): boolean {
    return [...this.orders.values()].some((order) => order.petId === petId)
  }

  #read({ shipAfter, status = 'pending', ...members }: OrderInput): ModelOrder {
    const shipsAtMs = shipAfter === undefined ? Infinity : this.nowMs + Number(shipAfter.slice(2, -1)) * 1000
    return { ...members, status, shipsAtMs }
  }

  #need(id: string): ModelOrder {
    const order = this.orders.get(id)
    if (order === undefined) throw new Error(`the model has no order ${id}`)
    return order
  }
}

const someId = fc.constantFrom(...IDS)
const orderInput: fc.Arbitrary<OrderInput> = fc
  .record(
    {
      petId: fc.constantFrom(...PETS),
      quantity: fc.nat({ max: 9 }),
      shipDate: fc.constantFrom('2026-11-20T10:00:00.5+01:00'),
      complete: fc.boolean(),
      status: fc.constantFrom('pending', 'pending', 'shipped', 'cancelled'),
      shipAfter: fc.nat({ max: 60 }).map((seconds) => `PT${seconds}S`),
    },
    { requiredKeys: [] },
  )
  // Only a pending order may ship by the clock.
  .map(({ shipAfter, ...order }) => ({
    ...order,
    ...(shipAfter !== undefined && (order.status ?? 'pending') === 'pending' && { shipAfter }),
  }))
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ does: fc.constantFrom('cancel', 'ship', 'remove'), id: someId }),
  fc.record({ does: fc.constantFrom('put', 'patch'), id: someId, order: orderInput }),
  fc.record({ does: fc.constant('add'), order: orderInput }),
  fc.record({ does: fc.constant('advance'), seconds: fc.integer({ min: -30, max: 30 }) }),
  fc.record({ does: fc.constantFrom('reset', 'restore') }),
)
const seedOrders = fc
  .uniqueArray(fc.tuple(someId, orderInput), { maxLength: 6, selector: ([id]) => id })
  .map((entries) => entries.map(([id, order]) => ({ id, ...order })))

test('a sandbox matches a simple model after any sequence of changes', () => {
  fc.assert(
    fc.property(seedOrders, fc.array(change, { maxLength: 40 }), (orders, changes) => {
      const mock = new OrdersMock({
        scenario: { orders, frozen: true },
        now: '2026-11-20T12:00:00Z',
        time: () => NOW_MS,
      })
      const model = new Model(orders)
      expectSame(mock, model)
      for (const each of changes) {
        const { did, should } = apply(each, mock, model)
        expect(did, each.does).toEqual(should)
        expectSame(mock, model)
      }
    }),
    { numRuns: 50 },
  )
})

test('a snapshot or state restored in another sandbox makes the two identical', () => {
  fc.assert(
    fc.property(seedOrders, fc.array(change, { maxLength: 20 }), (orders, changes) => {
      const scenario: ScenarioDocument = {
        title: 'A world',
        orders,
        frozen: true,
        pets: [{ id: 1n, name: 'Rex', weight: 9007199254740993n }],
        sunset: '2027-06-30',
        afterSunset: 'gone',
        faults: [{ kind: 'delay', delayMs: { min: 1, max: 2 } }],
      }
      const mock = new OrdersMock({ scenario, time: () => NOW_MS })
      const model = new Model(orders)
      for (const each of changes) apply(each, mock, model)
      const state = mock.sandbox().state()
      const copy = mock.createSandbox({ name: 'copy' })
      copy.restore(state)
      const stored = parseJson(stringifyJson({ ...mock.sandbox().store.toState(), name: 'restored' }))
      for (const each of [copy, mock.restoreSandbox(stored as unknown as SandboxState)]) {
        expect(stringifyJson(each.state())).toBe(stringifyJson(state))
        expect(each.counts).toEqual(mock.sandbox().counts)
        expect(listOf(mock, each)).toBe(listOf(mock, mock.sandbox()))
      }
    }),
  )
})

test('a sandbox that is rewound, or in which each change is undone, is what it was after each change', () => {
  fc.assert(
    fc.property(seedOrders, fc.array(change, { maxLength: 20 }), fc.boolean(), (orders, changes, byUndo) => {
      // To undo what ships at once takes the clock back, too.
      fc.pre(!byUndo || !JSON.stringify([orders, changes]).includes('PT0S'))
      const mock = new OrdersMock({ scenario: { orders, frozen: true }, time: () => NOW_MS })
      const box = mock.sandbox()
      const newest = (): number => box.history().changes.at(-1)?.id ?? 0
      const seen = new Map([[0, snapshotOf(mock)]])
      for (const each of changes) {
        apply(each, mock, new Model(orders))
        seen.set(newest(), snapshotOf(mock))
      }
      for (const [at, { state }] of seen) expect(box.state({ at })).toEqual(state)
      for (const [to, snapshot] of [...seen].toReversed()) {
        if (byUndo) while (newest() > to) box.undo()
        else box.rewind({ to })
        expect(snapshotOf(mock)).toEqual(snapshot)
      }
    }),
  )
})

test('the snapshot of main contains the sunset that the mock was started with', () => {
  const mock = new OrdersMock({ scenario: 'sunset-passed', sunset: '2040-01-01' })
  const before = mock.handle(request(mock.sandbox(), 'GET', '/pets/11'))
  mock.sandbox().restore(mock.sandbox().state())
  expect(before.headers['Sunset']).toBe('Sun, 01 Jan 2040 00:00:00 GMT')
  expect(mock.handle(request(mock.sandbox(), 'GET', '/pets/11'))).toEqual(before)
})

test('a snapshot can be restored even if the clock ticks while it is taken', () => {
  for (let shipAfterMs = 1; shipAfterMs < 40; shipAfterMs += 1) {
    let nowMs = NOW_MS
    const scenario = { orders: [{ id: 1, shipAfter: `PT${shipAfterMs / 1000}S` }] }
    const mock = new OrdersMock({ scenario, time: () => (nowMs += 5) })
    const state = mock.sandbox().state()
    expect(() => mock.sandbox().restore(state), `after ${shipAfterMs} ms`).not.toThrow()
  }
})

/** Makes the change in both, and tells what it did and what it should do. */
function apply(each: Change, mock: OrdersMock, model: Model): { did: unknown; should: unknown } {
  const box = mock.sandbox()
  if (each.does === 'cancel') {
    const should = statusOfCancel(model.status(each.id))
    model.act(each.id, 'cancelled')
    return { did: mock.handle(request(box, 'DELETE', `/store/orders/${each.id}`)).status, should }
  }
  if (each.does === 'add') {
    const { id } = box.orders.add(each.order)
    const did = !model.orders.has(String(id))
    model.put(String(id), each.order)
    return { did, should: true }
  }
  if (each.does === 'advance') {
    model.advance(each.seconds)
    box.clock.advance(`${each.seconds < 0 ? '-' : ''}PT${Math.abs(each.seconds)}S`)
    return { did: Date.parse(box.clock.now), should: model.nowMs }
  }
  if (each.does === 'put' || each.does === 'patch') {
    const should = model[each.does](each.id, each.order)
    return { did: succeeds(() => box.orders[each.does](each.id, each.order)), should }
  }
  if (each.does === 'ship' || each.does === 'remove') {
    const should = each.does === 'ship' ? model.act(each.id, 'shipped') : model.orders.delete(each.id)
    return { did: succeeds(() => box.orders[each.does](each.id)), should }
  }
  model[each.does]()
  return { did: succeeds(() => (each.does === 'reset' ? box.reset() : box.restore(box.state()))), should: true }
}

function expectSame(mock: OrdersMock, model: Model): void {
  const box = mock.sandbox()
  expect(listOf(mock, box)).toBe(model.list)
  expect(box.counts).toEqual(model.counts)
  expect(box.orders.all().map(({ id, status }) => [String(id), status])).toEqual(
    model.ids.map((id) => [id, model.status(id)]),
  )
  for (const pet of PETS) {
    expect(mock.handle(request(box, 'GET', `/pets/${pet}`)).status, `pet ${pet}`).toBe(model.namesPet(pet) ? 200 : 404)
  }
}

function statusOfCancel(status: Status | undefined): number {
  if (status === undefined) return 404
  return status === 'pending' ? 204 : 409
}

/** What a sandbox is like, and what it would be like after a restart. */
function snapshotOf(mock: OrdersMock) {
  const box = mock.sandbox()
  const restarted = mock.restoreSandbox({ ...box.store.toState(), name: 'restarted' })
  const lists = [box, restarted].map((each) => listOf(mock, each))
  mock.deleteSandbox('restarted')
  return { state: box.state(), counts: box.counts, lists }
}

function listOf(mock: OrdersMock, box: Sandbox): string {
  const { body } = mock.handle(request(box, 'GET', '/store/orders'))
  return (typeof body === 'string' ? body : new TextDecoder().decode(body)).trimEnd()
}

function request(box: Sandbox, method: string, path: string): Parameters<OrdersMock['handle']>[0] {
  return { method, path, authorization: `Bearer ${box.apiKey}` }
}

function succeeds(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
