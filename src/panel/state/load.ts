import { ask, ControlError, type RequestLine } from '../control/control-api.js'
import type {
  ClockReading,
  Fault,
  MockRequest,
  Order,
  RequestCount,
  Sandbox,
  SandboxList,
  ScenarioSummary,
} from '../control/schemas.js'
import type { PanelModel, SandboxContents } from './panel-model.js'
import { readClock, sandboxNowMs } from './sandbox-clock.js'
import { showOrder, type ShownOrder } from './shown-order.js'

/** The path of a sandbox below the control API. */
export function pathOf(sandboxName: string): `/sandboxes/${string}` {
  return `/sandboxes/${encodeURIComponent(sandboxName)}`
}

/** Loads everything. */
export async function loadAll(model: PanelModel): Promise<void> {
  await loadSandbox(model)
  await Promise.all([loadSandboxes(model), loadScenarios(model)])
}

/** Loads the sandbox that the page shows; one that a scenario's name begins is made by asking for its orders. */
export async function loadSandbox(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  const contents = await readContents(name).catch((error: unknown) => {
    if (error instanceof ControlError && (error.status === 404 || error.status === 400)) return undefined
    throw error
  })
  if (name === model.state.sandboxName) model.update({ contents, isMissing: contents === undefined })
}

/** Loads the sandbox that the page shows, unless it is gone: asking for the sandbox alone does not make it again. */
export async function reloadSandbox(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  const isThere = await ask(`GET ${pathOf(name)}`).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ControlError && error.status === 404) return false
      throw error
    },
  )
  if (isThere) await loadSandbox(model)
  else if (name === model.state.sandboxName) model.update({ contents: undefined, isMissing: true })
}

async function readContents(name: string): Promise<SandboxContents> {
  const orders = await readOrders(name)
  const [sandbox, requests, faults] = await Promise.all([
    ask<Sandbox>(`GET ${pathOf(name)}`),
    readRequests(name),
    ask<Fault[]>(`GET ${pathOf(name)}/faults`),
  ])
  return { sandbox, ...orders, ...requests, faults }
}

async function readOrders(name: string): Promise<Pick<SandboxContents, 'orders' | 'clock'>> {
  const reading = await ask<ClockReading>(`GET ${pathOf(name)}/clock`)
  const clock = readClock(reading)
  const orders = await ask<Order[]>(`GET ${pathOf(name)}/orders`)
  const nowMs = sandboxNowMs(clock)
  return { orders: orders.map((order) => showOrder(order, nowMs)), clock }
}

async function readRequests(name: string): Promise<Pick<SandboxContents, 'requests' | 'evicted'>> {
  const [requests, { evicted }] = await Promise.all([
    ask<MockRequest[]>(`GET ${pathOf(name)}/requests`),
    ask<RequestCount>(`GET ${pathOf(name)}/requests/count`),
  ])
  return { requests, evicted }
}

export async function loadSandboxes(model: PanelModel): Promise<void> {
  model.update({ sandboxes: await ask<SandboxList>('GET /sandboxes') })
}

export async function loadScenarios(model: PanelModel): Promise<void> {
  model.update({ scenarios: await ask<ScenarioSummary[]>('GET /scenarios') })
}

export async function loadOrders(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  model.updateContents(name, await readOrders(name))
}

export async function loadRequests(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  model.updateContents(name, await readRequests(name))
}

export async function loadFaults(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  model.updateContents(name, { faults: await ask<Fault[]>(`GET ${pathOf(name)}/faults`) })
}

export async function loadClock(model: PanelModel): Promise<void> {
  const name = model.state.sandboxName
  model.updateContents(name, { clock: readClock(await ask<ClockReading>(`GET ${pathOf(name)}/clock`)) })
}

/** Loads a few orders anew; those that are gone go from the page as well. */
export async function loadSomeOrders(model: PanelModel, ids: ReadonlySet<string>): Promise<void> {
  const { sandboxName: name, contents } = model.state
  if (contents === undefined || ids.size === 0) return
  const loaded = new Map(await Promise.all([...ids].map(async (id) => [id, await readOrder(name, id)] as const)))
  const current = model.state.contents?.orders ?? []
  const nowMs = sandboxNowMs(contents.clock)
  const shown = (order: Order | undefined): ShownOrder[] => (order === undefined ? [] : [showOrder(order, nowMs)])
  const kept = current.flatMap((order) => (loaded.has(order.digits) ? shown(loaded.get(order.digits)) : [order]))
  const known = new Set(current.map(({ digits }) => digits))
  const added = [...loaded].flatMap(([id, order]) => (known.has(id) ? [] : shown(order)))
  model.updateContents(name, { orders: [...kept, ...added] })
}

async function readOrder(name: string, id: string): Promise<Order | undefined> {
  const line: RequestLine = `GET ${pathOf(name)}/orders/${id}`
  return await ask<Order>(line).catch((error: unknown) => {
    if (error instanceof ControlError && error.status === 404) return undefined
    throw error
  })
}
