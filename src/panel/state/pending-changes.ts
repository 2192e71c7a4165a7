import type { ServerEvent } from '../control/read-events.js'
import { parseExactJson } from '../control/exact-json.js'
import type { MockRequest } from '../control/schemas.js'
import {
  loadClock,
  loadFaults,
  loadOrders,
  loadRequests,
  loadSandbox,
  loadSandboxes,
  loadScenarios,
  loadSomeOrders,
  reloadSandbox,
} from './load.js'
import type { OrderChange, PanelModel } from './panel-model.js'

type Part = 'all' | 'created' | 'orders' | 'requests' | 'faults' | 'clock' | 'sandboxes' | 'scenarios'

type Told =
  | { readonly type: 'request'; readonly sandbox: string; readonly entry: MockRequest }
  | {
      readonly type: 'order'
      readonly sandbox: string
      readonly change: OrderChange['change']
      readonly orderId: string
    }
  | { readonly type: 'sandbox'; readonly sandbox: string; readonly change: string }
  | { readonly type: 'scenario' }

/** So many orders are asked for one by one; more of them are the whole list. */
const MAX_SINGLE_ORDERS = 20
const MAX_REQUESTS = 1000
const LOADERS = {
  all: reloadSandbox,
  created: loadMissing,
  orders: loadOrders,
  requests: loadRequests,
  faults: loadFaults,
  clock: loadClock,
  sandboxes: loadSandboxes,
  scenarios: loadScenarios,
} as const

/** What events have told since the page was last brought up to date: a burst of them costs as much as one. */
export class PendingChanges {
  readonly #parts = new Set<Part>()
  readonly #orders = new Map<string, OrderChange['change']>()
  readonly #requests: MockRequest[] = []
  #sandboxName = ''
  #isGone = false

  get areThere(): boolean {
    return this.#isGone || this.#parts.size + this.#orders.size + this.#requests.length > 0
  }

  /** Takes an event in; answers whether there is something to bring up to date. */
  add({ name, data }: ServerEvent, sandboxName: string): boolean {
    // Requests to other sandboxes may come by the thousand: they are not even parsed.
    if (name === '' || (name === 'request' && !data.includes(`"sandbox":"${sandboxName}"`))) return false
    if (sandboxName !== this.#sandboxName) this.#forgetSandbox()
    this.#sandboxName = sandboxName
    if (name === 'dropped') this.#parts.add('all').add('sandboxes').add('scenarios')
    else this.#take(parseExactJson(data) as Told, sandboxName)
    return true
  }

  /** Brings the page up to date. */
  async applyTo(model: PanelModel): Promise<void> {
    if (model.state.sandboxName !== this.#sandboxName) this.#forgetSandbox()
    const parts = [...this.#parts]
    const orders = new Map(this.#orders)
    const requests = this.#requests.splice(0)
    this.#parts.clear()
    this.#orders.clear()
    if (requests.length > 0) appendRequests(model, requests)
    if (orders.size > MAX_SINGLE_ORDERS) parts.push('orders')
    else if (orders.size > 0) await loadSomeOrders(model, new Set(orders.keys()))
    if (this.#isGone) leaveSandbox(model)
    this.#isGone = false
    for (const part of parts.includes('all') ? parts.filter(isOutside) : parts) await LOADERS[part](model)
    markChanged(model, orders)
  }

  #take(told: Told, sandboxName: string): void {
    if (told.type === 'scenario') this.#parts.add('scenarios')
    else if (told.type === 'sandbox' && isAboutTheList(told.change)) this.#parts.add('sandboxes')
    if (told.type === 'scenario' || told.sandbox !== sandboxName) return
    if (told.type === 'order') this.#orders.set(told.orderId, told.change)
    else if (told.type === 'request') this.#requests.push(told.entry)
    else if (told.change === 'deleted' || told.change === 'evicted') this.#noteEnd()
    else this.#parts.add(partOf(told.change))
  }

  #noteEnd(): void {
    this.#forgetSandbox()
    this.#isGone = true
  }

  /** What was told of a sandbox means nothing once it is gone, or another one is shown. */
  #forgetSandbox(): void {
    for (const part of this.#parts) if (part !== 'sandboxes' && part !== 'scenarios') this.#parts.delete(part)
    this.#orders.clear()
    this.#requests.length = 0
    this.#isGone = false
  }
}

/** Asking for anything of a sandbox that is named after a scenario would make it again. */
function leaveSandbox(model: PanelModel): void {
  model.update({ contents: undefined, isMissing: true })
}

function isAboutTheList(change: string): boolean {
  return change !== 'faults' && change !== 'clock'
}

function partOf(change: string): Part {
  return change === 'faults' || change === 'clock' || change === 'created' ? change : 'all'
}

/** The page itself may have made the sandbox by asking for it; then it knows all of it. */
async function loadMissing(model: PanelModel): Promise<void> {
  if (model.state.isMissing) await loadSandbox(model)
}

/** What `all` does not bring along. */
function isOutside(part: Part): boolean {
  return part === 'all' || part === 'sandboxes' || part === 'scenarios'
}

/** Preflights are told with the id 0, and are no part of the journal. */
function appendRequests(model: PanelModel, told: readonly MockRequest[]): void {
  const { contents, sandboxName } = model.state
  if (contents === undefined) return
  const last = contents.requests.at(-1)?.id ?? 0
  const all = [...contents.requests, ...told.filter(({ id }) => id > last)]
  const excess = Math.max(0, all.length - MAX_REQUESTS)
  model.updateContents(sandboxName, { requests: all.slice(excess), evicted: contents.evicted + excess })
}

function markChanged(model: PanelModel, orders: ReadonlyMap<string, OrderChange['change']>): void {
  if (orders.size === 0) return
  const atMs = Date.now()
  const told = [...orders].map(([id, change]) => [id, { change, atMs }] as const)
  model.update({ changes: new Map([...model.state.changes, ...told]) })
}
