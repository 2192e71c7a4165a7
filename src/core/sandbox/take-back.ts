import { formatInstant } from '../instant.js'
import type { Fault, ScenarioDocument } from '../scenario/document.js'
import type { Before, Change, StatePatch, Step } from './change.js'
import type { ClockState, SandboxClock } from './clock.js'
import { OrderStore } from './order-store.js'
import { viewOrder } from './order-view.js'
import type { SandboxState } from './sandbox-state.js'

/** A sandbox as it is. */
interface Present {
  readonly store: OrderStore
  readonly clock: SandboxClock
  readonly faults: { all(): readonly Fault[] }
  toState(): SandboxState
}

/** What a patch will replace. */
export function replacedBy({ put, removedId, clock, faults, state }: StatePatch, present: Present): Before {
  const { store } = present
  if (state !== undefined) return { state: present.toState() }
  if (removedId !== undefined) {
    return { orders: [[removedId, store.stored(removedId), store.placeAmongAdded(removedId)]] }
  }
  return {
    ...(put && { orders: put.map(({ id }) => [id, store.stored(id)] as const) }),
    ...(clock && { clock: present.clock.state }),
    ...(faults && { faults: present.faults.all() }),
  }
}

/** The change of moving the clock. What has shipped by it stays shipped when it is turned back: it cannot be reversed. */
export function movingClock(clock: ClockState, { store, clock: before }: Present): Change {
  const noticed = store.shippedBy(before.nowMs)
  const known = new Set(noticed.map(({ id }) => id))
  const caused = store.shippedBy(before.reading(clock)).filter(({ id }) => !known.has(id))
  return { by: 'control', change: 'clock', patch: { clock, put: [...noticed, ...caused] }, noticed, caused }
}

/** What a sandbox was before these steps, which are given from the oldest to the newest. */
export function takeBack(state: SandboxState, steps: readonly Step[]): SandboxState {
  let before = state
  let store = storeOf(state)
  for (const { before: replaced } of steps.toReversed()) {
    const { orders = [], state: whole, ...rest } = replaced
    if (whole !== undefined) store = storeOf(whole)
    for (const [id, order, place] of orders) {
      if (order === undefined) store.remove(id)
      else if (place === undefined) store.put(order)
      else store.insert(order, place)
    }
    before = { ...(whole ?? before), ...rest }
  }
  return { ...before, lastUsedMs: state.lastUsedMs, orders: store.changes() }
}

/** A sandbox as a scenario document, with the orders as they are at an instant in milliseconds since the Unix epoch. */
export function toDocument(state: SandboxState, nowMs: number): ScenarioDocument {
  const { seed, seededAtMs, sunsetMs, clock, faults } = state
  const orders = [...storeOf(state, nowMs).all()].map((order) => viewOrder(order, { seededAtMs, nowMs }))
  return {
    ...seed.frame,
    now: formatInstant(nowMs),
    frozen: clock.frozenAtMs !== undefined,
    orders: orders as NonNullable<ScenarioDocument['orders']>,
    ...(sunsetMs !== undefined && { sunset: formatInstant(sunsetMs) }),
    faults,
  }
}

function storeOf({ seed, seededAtMs, orders }: SandboxState, nowMs = seededAtMs): OrderStore {
  return new OrderStore({ seed, seededAtMs, clock: { nowMs } }, orders)
}
