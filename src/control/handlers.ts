import { version } from '../spec/index.js'
import { ControlError, type OrdersMock, type RewindTarget, type Sandbox } from '../core/index.js'
import type { ControlCall, ControlHandlers, ControlReply } from './call.js'
import { controlApi, controlOperations } from './description.generated.js'
import { changeProviderState } from './provider-states.js'

export const controlHandlers: ControlHandlers = {
  readIndex: ({ baseUrl, moreLinks }) => ok({ version, baseUrl, links: [...ownLinks(), ...moreLinks] }),
  readDescription: () => ok(controlApi),
  readHealth: ({ mock, startedMs }) => {
    const uptime = Math.round(performance.now() - startedMs) / 1000
    const { scenario } = mock.sandbox()
    return ok({ status: 'ok', version, uptime, scenario, sandboxes: mock.sandboxes.length })
  },
  listScenarios: ({ mock }) =>
    ok(
      mock.scenarioNames.map((name) => {
        const { title, description, counts } = mock.scenario(name)
        return { name, title, description, counts }
      }),
    ),
  changeProviderState,

  listSandboxes: (call) => {
    const { sandboxes, evictedSandboxes: evictions } = call.mock
    return ok({ sandboxes: sandboxes.map((each) => viewSandbox(each, call)), evictions })
  },
  createSandbox: (call) => {
    const sandbox = call.mock.createSandbox(call.body)
    return created(viewSandbox(sandbox, call), `/sandboxes/${sandbox.name}`)
  },
  readSandbox: (call) => ok(viewSandbox(call.mock.existingSandbox(call.sandboxName), call)),
  deleteSandbox: ({ mock, sandboxName }) => mock.deleteSandbox(sandboxName),
  resetSandbox: (call) => {
    call.sandbox.reset(call.body?.scenario, { keepRequests: call.body?.keepRequests })
    return ok(viewSandbox(call.sandbox, call))
  },
  readState: ({ sandbox, query }) => ok(sandbox.state(query)),
  replaceState: (call) => {
    call.sandbox.restore(call.body)
    return ok(viewSandbox(call.sandbox, call))
  },
  readHistory: ({ sandbox }) => ok(sandbox.history()),
  undoChange: ({ sandbox, body }) => ok(sandbox.undo(body)),
  rewindSandbox: (call) => {
    call.sandbox.rewind(call.body as RewindTarget)
    return ok(viewSandbox(call.sandbox, call))
  },

  readOrders: ({ sandbox }) => ok(sandbox.orders.all()),
  addOrder: ({ sandbox, body }) => {
    const order = sandbox.orders.add(body)
    return created(order, `/sandboxes/${sandbox.name}/orders/${order.id}`)
  },
  readOrder: ({ sandbox, id }) => ok(sandbox.orders.need(id)),
  putOrder: ({ sandbox, id, body = {} }) => {
    const isNew = sandbox.orders.get(id) === undefined
    const order = sandbox.orders.put(id, body)
    return isNew ? created(order, `/sandboxes/${sandbox.name}/orders/${order.id}`) : ok(order)
  },
  patchOrder: ({ sandbox, id, body }) => ok(sandbox.orders.patch(id, body)),
  removeOrder: ({ sandbox, id }) => sandbox.orders.remove(id),
  changeOrders: ({ sandbox, body }) => ok({ count: sandbox.orders.batch(body) }),
  shipOrder: ({ sandbox, id }) => ok(sandbox.orders.ship(id)),

  readRequests: ({ sandbox, query }) => ok(sandbox.requests.all(query)),
  readRequest: ({ sandbox, id }) => {
    const detail = sandbox.requests.get(Number(id))
    if (detail === undefined)
      throw new ControlError(404, 'request_not_found', `There is no request ${id} in the journal.`)
    return ok(detail)
  },
  awaitRequest: async ({ sandbox, query: { timeout, ...filter } }) =>
    ok(await sandbox.requests.next(filter, { timeoutMs: timeout === undefined ? undefined : millisecondsOf(timeout) })),
  releaseRequest: ({ sandbox, id }) => {
    sandbox.requests.release(Number(id))
    return ok(sandbox.requests.get(Number(id)))
  },
  clearRequests: ({ sandbox }) => sandbox.requests.clear(),
  countRequests: ({ sandbox, query, mock }) => {
    const { evicted, evictedUnkeyed } = sandbox.requests
    const unkeyed = evictedUnkeyed > 0 ? evictedUnkeyed : undefined
    const hint = hintAtOthers(sandbox, mock)
    return ok({ count: sandbox.requests.count(query), evicted, evictedUnkeyed: unkeyed, hint })
  },

  readFaults: ({ sandbox }) => ok(sandbox.faults.all()),
  replaceFaults: ({ sandbox, body }) => {
    sandbox.faults.set(body)
    return ok(sandbox.faults.all())
  },
  clearFaults: ({ sandbox }) => sandbox.faults.clear(),
  readFreedoms: ({ sandbox }) => ok(sandbox.freedoms.read()),
  replaceFreedoms: ({ sandbox, body }) => {
    sandbox.freedoms.set(body)
    return ok(sandbox.freedoms.read())
  },
  readClock: ({ sandbox }) => ok(sandbox.clock.read()),
  changeClock: ({ sandbox, body }) => {
    sandbox.clock.change(body)
    return ok(sandbox.clock.read())
  },
}

const UNITS_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }

/** @param duration such as `500ms`, `30s` or `2m` */
function millisecondsOf(duration: string): number {
  const [, count, unit = ''] = /^(\d+)(\w+)$/.exec(duration) ?? []
  return Number(count) * (UNITS_MS[unit] ?? NaN)
}

/** Everything that can be read without naming a sandbox or an order. */
function ownLinks(): ControlCall<'readIndex'>['moreLinks'] {
  const own = controlOperations.filter(({ method, path }) => method === 'GET' && path !== '/' && !path.includes('{'))
  return own.map(({ path, summary }) => ({ title: summary, href: `/__mock${path}` }))
}

function viewSandbox(sandbox: Sandbox, call: Pick<ControlCall<never>, 'baseUrl' | 'origin' | 'panelUrl'>) {
  const { name, apiKey, scenario, counts, requests, lastUsedMs } = sandbox
  return {
    name,
    apiKey,
    baseUrl: call.baseUrl,
    panelUrl: call.panelUrl(call.origin, name),
    scenario,
    counts,
    requests: requests.total,
    lastUsed: new Date(lastUsedMs).toISOString(),
  }
}

function ok(body: unknown): ControlReply {
  return { status: 200, body }
}

function created(body: unknown, location: string): ControlReply {
  return { status: 201, body, location }
}

/** A reader of a sandbox without requests, while others have some, may have overlooked the key of the client. */
function hintAtOthers({ name, requests }: Sandbox, { sandboxes }: OrdersMock): string | undefined {
  if (requests.total > 0) return undefined
  const other = sandboxes.find((each) => each.requests.count() > 0)
  return (
    other && `The sandbox "${name}" received no requests, but "${other.name}" did. The API key selects the sandbox.`
  )
}
