import type { Ask, Connection, RequestLine } from './connection.js'
import { RemoteClock, RemoteFaults, RemoteRequests } from './remote-parts.js'
import type {
  Change,
  ControlOrder,
  History,
  IdLike,
  NewOrder,
  OrderPatch,
  RewindTarget,
  SandboxSummary,
  ScenarioDocument,
  ScenarioName,
} from './types.js'

/** One sandbox of a running mock. Every method rejects with a `ControlClientError` if the mock refuses. */
export class RemoteSandbox {
  readonly orders: RemoteOrders
  readonly faults: RemoteFaults
  readonly clock: RemoteClock
  /** The requests that came here: a bounded journal, newest last. */
  readonly requests: RemoteRequests
  readonly #ask: Ask

  /** @internal */
  constructor(
    connection: Connection,
    readonly name: string,
  ) {
    const place = `/sandboxes/${encodeURIComponent(name)}`
    this.#ask = (method, path = '', body) => connection.ask(`${method} ${place}${path}` as RequestLine, body)
    this.orders = new RemoteOrders(this.#ask)
    this.faults = new RemoteFaults(this.#ask)
    this.clock = new RemoteClock(this.#ask)
    this.requests = new RemoteRequests(this.#ask)
  }

  /** Its key, scenario and counts. */
  read(): Promise<SandboxSummary> {
    return this.#ask('GET')
  }

  delete(): Promise<void> {
    return this.#ask('DELETE')
  }

  /** Back to its scenario, or to another one; the journal is emptied, or kept. */
  reset(scenario?: ScenarioName, { keepRequests = false }: { keepRequests?: boolean } = {}): Promise<SandboxSummary> {
    return this.#ask('POST', '/reset', { scenario, keepRequests })
  }

  /** The whole sandbox as a scenario document, as it is, or as it was after a change of its history. */
  state({ at }: { at?: number } = {}): Promise<ScenarioDocument> {
    return this.#ask('GET', at === undefined ? '/state' : `/state?at=${at}`)
  }

  /** Becomes what a scenario document says; `reset` still leads back to its own. */
  restore(document: ScenarioDocument): Promise<SandboxSummary> {
    return this.#ask('PUT', '/state', document)
  }

  /** The changes that can be taken back, newest last. */
  history(): Promise<History> {
    return this.#ask('GET', '/history')
  }

  /** Takes the newest change back; with `change` only if that is the newest. */
  undo(options: { change?: number } = {}): Promise<Change> {
    return this.#ask('POST', '/undo', options)
  }

  /** Becomes what it was before a request, or after a change. */
  rewind(target: RewindTarget): Promise<SandboxSummary> {
    return this.#ask('POST', '/rewind', target)
  }
}

class RemoteOrders {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async all(): Promise<ControlOrder[]> {
    return (await this.#ask<ReadOrder[]>('GET', '/orders')).map(exactIds)
  }

  get(id: IdLike): Promise<ControlOrder> {
    return this.#one('GET', `/${id}`)
  }

  /** Adds an order; without a status it is pending. */
  add(order: NewOrder = {}): Promise<ControlOrder> {
    return this.#one('POST', '', order)
  }

  /** Adds an order, or replaces the one with its id. */
  put(id: IdLike, order: NewOrder): Promise<ControlOrder> {
    return this.#one('PUT', `/${id}`, order)
  }

  patch(id: IdLike, patch: OrderPatch): Promise<ControlOrder> {
    return this.#one('PATCH', `/${id}`, patch)
  }

  ship(id: IdLike): Promise<ControlOrder> {
    return this.#one('POST', `/${id}/ship`)
  }

  remove(id: IdLike): Promise<void> {
    return this.#ask('DELETE', `/orders/${id}`)
  }

  async #one(method: Parameters<Ask>[0], path: string, body?: unknown): Promise<ControlOrder> {
    return exactIds(await this.#ask<ReadOrder>(method, `/orders${path}`, body))
  }
}

/** An integer is a number in JSON while a number holds it: ids are bigints all the same. */
function exactIds({ id, petId, ...order }: ReadOrder): ControlOrder {
  return { id: BigInt(id), ...(petId !== undefined && { petId: BigInt(petId) }), ...order }
}

type ReadOrder = Omit<ControlOrder, 'id' | 'petId'> & { readonly id: number | bigint; readonly petId?: number | bigint }
