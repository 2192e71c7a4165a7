import { ControlClientError } from '../../control-client/index.js'
import { addressOf, type Place, readAddress } from './address.js'
import { mockHere } from './mock-here.js'
import type { PanelModel } from './panel-model.js'
import { sandboxNowMs } from './sandbox-clock.js'
import { showOrder } from './shown-order.js'

/** Goes to another sandbox, another view or both. It is an entry of the history, so the browser's way back works. */
export function goTo(model: PanelModel, place: Partial<Place>): void {
  const { sandboxName, view } = { ...model.state, ...place }
  if (sandboxName === model.state.sandboxName && view === model.state.view) return
  history.pushState(null, '', addressOf({ sandboxName, view }))
  scrollTo(0, 0)
  showAddress(model)
}

/** Shows what the address says. */
export function showAddress(model: PanelModel): void {
  const place = readAddress()
  if (place.sandboxName === model.state.sandboxName) return model.update(place)
  model.update({ ...place, contents: undefined, isMissing: false, notice: undefined, failure: '' })
  // A mock that does not answer is noticed by who follows its events.
  loadSandbox(model).catch(() => {})
}

/** Loads all that the page shows. */
export async function loadAll(model: PanelModel): Promise<void> {
  await loadSandbox(model)
  await Promise.all([loadSandboxes(model), loadScenarios(model)])
}

/** Loads the sandbox that the page shows; one that a scenario's name begins is made by asking for its orders. */
export async function loadSandbox(model: PanelModel): Promise<void> {
  const { box } = model
  const { name } = box
  try {
    const { now, frozen } = await box.clock.read()
    const clock = { nowMs: Date.parse(now), frozen, readAtMs: Date.now() }
    const all = await box.orders.all()
    const [sandbox, requests, evicted, faults] = await Promise.all([
      box.read(),
      box.requests.all(),
      box.requests.evicted(),
      box.faults.all(),
    ])
    const orders = all.map((order) => showOrder(order, sandboxNowMs(clock)))
    const contents = { sandbox, orders, clock, requests, evicted, faults }
    if (name === model.state.sandboxName) model.update({ contents, isMissing: false })
  } catch (error) {
    if (!(error instanceof ControlClientError && (error.status === 404 || error.status === 400))) throw error
    if (name === model.state.sandboxName) model.update({ contents: undefined, isMissing: true })
  }
}

/** Loads the list of sandboxes: `main` first, and then the most recently used. */
export async function loadSandboxes(model: PanelModel): Promise<void> {
  const { sandboxes, evictions } = await mockHere().sandboxes()
  model.update({ sandboxes: { sandboxes: [...sandboxes.slice(0, 1), ...sandboxes.slice(1).toReversed()], evictions } })
}

export async function loadScenarios(model: PanelModel): Promise<void> {
  model.update({ scenarios: await mockHere().scenarios() })
}

/** Loads a few orders that have changed; those that are gone go from the page as well. */
export async function loadSomeOrders(model: PanelModel, ids: ReadonlySet<string>): Promise<void> {
  const { box } = model
  const { contents } = model.state
  if (contents === undefined || ids.size === 0) return
  const nowMs = sandboxNowMs(contents.clock)
  const loaded = await Promise.all([...ids].map(async (id) => [id, await box.orders.get(id).catch(noOrder)] as const))
  const orders = new Map(model.state.contents?.orders.map((order) => [order.digits, order]))
  for (const [id, order] of loaded) {
    if (order === undefined) orders.delete(id)
    else orders.set(id, { ...showOrder(order, nowMs), changedAtMs: Date.now() })
  }
  model.updateContents(box.name, { orders: [...orders.values()] })
}

function noOrder(error: unknown): undefined {
  if (!(error instanceof ControlClientError) || error.status !== 404) throw error
}
