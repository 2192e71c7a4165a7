import type { Ask, Connection } from './connection.js'
import type {
  Change,
  Clock,
  ClockChange,
  ControlOrder,
  Fault,
  Freedoms,
  FreedomsInput,
  History,
  IdLike,
  NewOrder,
  OrderBatch,
  OrderPatch,
  RequestCount,
  RequestDetail,
  RequestEntry,
  RequestFilter,
  RewindTarget,
  SandboxSummary,
  ScenarioDocument,
  ScenarioName,
} from './types.js'

/** One sandbox of a running mock. Every method rejects with a `ControlClientError` if the mock rejects the request. */
export class RemoteSandbox {
  readonly #ask: Ask = ([method, ...path], ...rest) =>
    this.connection.ask([method, 'sandboxes', this.name, ...path], ...rest)
  readonly orders = remoteOrders(this.#ask)
  readonly faults = remoteFaults(this.#ask)
  /** What the mock does where the specification leaves it open. */
  readonly freedoms = remoteFreedoms(this.#ask)
  readonly clock = remoteClock(this.#ask)
  /** The requests to this sandbox: a bounded journal, newest last. */
  readonly requests = remoteRequests(this.#ask)

  /** @internal */
  constructor(
    private readonly connection: Connection,
    readonly name: string,
  ) {}

  /** Its key, scenario and counts. */
  read(): Promise<SandboxSummary> {
    return this.#ask(['GET'])
  }

  delete(): Promise<void> {
    return this.#ask(['DELETE'])
  }

  /** Resets it to its scenario, or to another one; clears the journal unless `keepRequests` is true. */
  reset(scenario?: ScenarioName, { keepRequests = false }: { keepRequests?: boolean } = {}): Promise<SandboxSummary> {
    return this.#ask(['POST', 'reset'], { scenario, keepRequests })
  }

  /** The whole sandbox as a scenario document, now, or after a change of its history. */
  state({ at }: { at?: number } = {}): Promise<ScenarioDocument> {
    return this.#ask(['GET', 'state'], undefined, { at })
  }

  /** Replaces the state with that of a scenario document; `reset` still returns to the former scenario. */
  restore(document: ScenarioDocument): Promise<SandboxSummary> {
    return this.#ask(['PUT', 'state'], document)
  }

  /** The changes that can be undone, newest last. */
  history(): Promise<History> {
    return this.#ask(['GET', 'history'])
  }

  /** Undoes the latest change; with `change` only if that is the latest. */
  undo(options: { change?: number } = {}): Promise<Change> {
    return this.#ask(['POST', 'undo'], options)
  }

  /** Rewinds it to its state before a request, or after a change. */
  rewind(target: RewindTarget): Promise<SandboxSummary> {
    return this.#ask(['POST', 'rewind'], target)
  }
}

function remoteOrders(ask: Ask) {
  const one = async (...request: Parameters<Ask>): Promise<ControlOrder> => exactIds(await ask<ReadOrder>(...request))
  const batch = async (orders: OrderBatch): Promise<number> =>
    (await ask<{ count: number }>(['POST', 'orders', 'batch'], orders)).count
  return {
    all: async (): Promise<ControlOrder[]> => (await ask<ReadOrder[]>(['GET', 'orders'])).map(exactIds),
    get: (id: IdLike) => one(['GET', 'orders', id]),
    /** Adds an order; without a status it is pending. */
    add: (order: NewOrder = {}) => one(['POST', 'orders'], order),
    /** Adds an order, or replaces the one with its id. */
    put: (id: IdLike, order: NewOrder) => one(['PUT', 'orders', id], order),
    patch: (id: IdLike, patch: OrderPatch) => one(['PATCH', 'orders', id], patch),
    /** Ships a pending order, or many in one change; then it returns their number. */
    ship: ((which: IdLike | readonly IdLike[]) =>
      isMany(which) ? batch({ do: 'ship', ids: which }) : one(['POST', 'orders', which, 'ship'])) as EndOrders,
    /** Cancels a pending order as the API does, or many in one change; then it returns their number. */
    cancel: (async (which: IdLike | readonly IdLike[]) => {
      const count = await batch({ do: 'cancel', ids: [which].flat() })
      return isMany(which) ? count : await one(['GET', 'orders', which])
    }) as EndOrders,
    /** Deletes an order, or many in one change. */
    remove: async (which: IdLike | readonly IdLike[]): Promise<void> => {
      if (isMany(which)) await batch({ do: 'delete', ids: which })
      else await ask<void>(['DELETE', 'orders', which])
    },
    /** Ships, cancels or deletes many orders in one change. @returns their number */
    batch,
  }
}

type EndOrders = {
  (id: IdLike): Promise<ControlOrder>
  (ids: readonly IdLike[]): Promise<number>
}

function isMany(which: IdLike | readonly IdLike[]): which is readonly IdLike[] {
  return typeof which === 'object'
}

/** An integer is a number in JSON if a number represents it: ids are bigints all the same. */
export function exactIds({ id, petId, ...order }: ReadOrder): ControlOrder {
  return { id: BigInt(id), ...(petId !== undefined && { petId: BigInt(petId) }), ...order }
}

type ReadOrder = Omit<ControlOrder, 'id' | 'petId'> & { readonly id: number | bigint; readonly petId?: number | bigint }

function remoteFaults(ask: Ask) {
  return {
    all: () => ask<Fault[]>(['GET', 'faults']),
    /** Replaces them all. */
    set: (faults: readonly Fault[]) => ask<Fault[]>(['PUT', 'faults'], faults),
    clear: () => ask<void>(['DELETE', 'faults']),
  }
}

function remoteFreedoms(ask: Ask) {
  return {
    /** The seed, and the choice of each freedom, defaults included. */
    read: () => ask<Freedoms>(['GET', 'freedoms']),
    /** Replaces them all: by a seed, which draws each choice, or by choices, the others becoming the defaults. */
    set: (freedoms: FreedomsInput) => ask<Freedoms>(['PUT', 'freedoms'], freedoms),
  }
}

function remoteClock(ask: Ask) {
  const change = (changes: ClockChange) => ask<Clock>(['PUT', 'clock'], changes)
  return {
    read: () => ask<Clock>(['GET', 'clock']),
    /** Sets, moves and freezes it, in one step. */
    change,
    set: (now: string) => change({ now }),
    freeze: () => change({ frozen: true }),
    resume: () => change({ frozen: false }),
    /** Moves it by an ISO 8601 duration, such as `P1D`; with a minus sign back. */
    advance: (duration: string) => change({ advance: duration }),
  }
}

function remoteRequests(ask: Ask) {
  const count = (filter?: RequestFilter) => ask<RequestCount>(['GET', 'requests', 'count'], undefined, { ...filter })
  return {
    all: (filter?: RequestFilter) => ask<RequestEntry[]>(['GET', 'requests'], undefined, { ...filter }),
    /** One request with its headers, and the response with its headers and body. */
    get: (id: number) => ask<RequestDetail>(['GET', 'requests', id]),
    count: async (filter?: RequestFilter): Promise<number> => (await count(filter)).count,
    /** The number of requests that the journal has dropped. */
    evicted: async (): Promise<number> => (await count()).evicted,
    /** Which sandbox got requests, if this one got none: the usual reason is another key. */
    hint: async (): Promise<string | undefined> => (await count()).hint,
    /**
     * Waits for a request that matches the filter: one that comes after the call, or is held; with `since`, also an earlier one.
     * @param options with `timeoutMs`: 30 seconds by default, 10 minutes at most
     */
    next: (filter: Omit<RequestFilter, 'limit'> = {}, { timeoutMs = 30_000 }: { timeoutMs?: number } = {}) =>
      ask<RequestEntry>(['GET', 'requests', 'next'], undefined, { ...filter, timeout: `${Math.ceil(timeoutMs)}ms` }),
    /** Releases a held request: it is carried out now. */
    release: (id: number) => ask<RequestDetail>(['POST', 'requests', id, 'release']),
    clear: () => ask<void>(['DELETE', 'requests']),
  }
}
