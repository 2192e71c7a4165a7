import { ControlError, type OrderInput, type OrdersMock, type Sandbox } from '../core/index.js'
import { didYouMean, InvalidInputError } from '../input/index.js'
import type { ControlCall, ControlReply } from './call.js'

/** Returns the values with which the request is then built; large ids are strings, because Pact reads numbers as doubles. */
type StateSetup = (sandbox: Sandbox, params: object) => Readonly<Record<string, number | string>> | void

const FIRST_LARGE_ID = 2n ** 53n + 1n
const FIRST_UNKNOWN_ID = 404_000_000_000n
const MAX_ORDERS = 100_000
const FULL = { petId: 11, quantity: 2, shipDate: 'now+P3D', complete: false, status: 'pending' } as const

/** How each provider state of the contract is set up (contracts/provider-states.md). */
const STATES = new Map<string, StateSetup>([
  // An interaction without a provider state: Pact's stand-alone verifier asks for it all the same.
  ['', () => {}],
  ['no orders', (sandbox) => sandbox.restore({ ...sandbox.state(), orders: [] })],
  ['a pending order', (sandbox) => added(sandbox, { status: 'pending', quantity: 1 })],
  ['a shipped order', (sandbox) => added(sandbox, { status: 'shipped', quantity: 1 })],
  ['a cancelled order', (sandbox) => added(sandbox, { status: 'cancelled', quantity: 1 })],
  ['an unknown order id', (sandbox) => ({ orderId: exact(freeIdFrom(FIRST_UNKNOWN_ID, sandbox)) })],
  ['an order with every field', (sandbox) => added(sandbox, FULL)],
  [
    'an order with a large id',
    (sandbox) => added(sandbox, { id: freeIdFrom(FIRST_LARGE_ID, sandbox), status: 'pending', quantity: 1 }),
  ],
  ['many orders', withManyOrders],
  ['a pet', withPet],
])

/**
 * Sets up a provider state in a sandbox: Pact's state-change protocol. A state outside the contract with the name or
 * title of a scenario resets the sandbox to it. Any other state returns 501, which a verifier reports as
 * skipped. There is nothing to tear down: a set-up adds what it needs. A missing sandbox of that name is created.
 */
export function changeProviderState({ mock, query, body }: ControlCall<'changeProviderState'>): ControlReply {
  const { state, params = {}, action } = body
  const setUp = STATES.get(state)
  const scenario = setUp === undefined ? scenarioNamed(mock, state) : undefined
  if (setUp === undefined && scenario === undefined) {
    const known = [...STATES.keys()].filter(Boolean)
    const question = didYouMean(state, known)
    const message = `Unknown provider state "${state}".${question} Available: ${known.join(', ')}, and the names and titles of scenarios.`
    return { status: 501, body: { code: 'unknown_state', message, status: 501 } }
  }
  if (action === 'teardown') return { status: 200, body: {} }
  const sandbox = openSandbox(mock, query.sandbox)
  if (setUp !== undefined) return { status: 200, body: setUp(sandbox, params) ?? {} }
  sandbox.reset(scenario)
  return { status: 200, body: {} }
}

function scenarioNamed(mock: OrdersMock, state: string): string | undefined {
  const names = mock.scenarioNames
  return names.find((name) => name === state) ?? names.find((name) => mock.scenario(name).title === state)
}

function openSandbox(mock: OrdersMock, name: string | undefined): Sandbox {
  try {
    return mock.sandbox(name)
  } catch (error) {
    if (!(error instanceof ControlError)) throw error
    return mock.createSandbox({ name })
  }
}

function withManyOrders(sandbox: Sandbox, params: { readonly count?: unknown }): void {
  const { count: given = 250 } = params
  const wanted = Number(given)
  if (!Number.isSafeInteger(wanted) || wanted < 0 || wanted > MAX_ORDERS) {
    throw new InvalidInputError([{ path: ['params', 'count'], message: `must be a whole number up to ${MAX_ORDERS}` }])
  }
  // The list need not show cancelled orders.
  const { pending, shipped } = sandbox.counts
  const count = wanted - pending - shipped
  if (count <= 0) return
  // All at once: each change by itself would be persisted separately.
  const state = sandbox.state()
  sandbox.restore({ ...state, orders: [...(state.orders ?? []), { generate: { count, status: 'pending' } }] })
}

/** Whether the pet of an order can be read is left open, so the pet is one of the scenario. */
function withPet(sandbox: Sandbox) {
  const { petId } = FULL
  if (!sandbox.store.current.orders.seed.pets.has(String(petId))) {
    const { pets = [], ...state } = sandbox.state()
    sandbox.restore({ ...state, pets: [...pets, { id: petId }] })
  }
  return { petId }
}

function added(sandbox: Sandbox, order: OrderInput) {
  return { orderId: exact(sandbox.orders.add(order).id) }
}

function freeIdFrom(first: bigint, sandbox: Sandbox): bigint {
  let id = first
  while (sandbox.orders.get(id) !== undefined) id += 1n
  return id
}

function exact(id = 0n): number | string {
  return id <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(id) : String(id)
}
