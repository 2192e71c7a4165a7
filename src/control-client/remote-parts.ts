import type { Ask } from './connection.js'
import type {
  Clock,
  ClockChange,
  ControlOrder,
  Fault,
  IdLike,
  NewOrder,
  OrderPatch,
  RequestCount,
  RequestDetail,
  RequestEntry,
  RequestFilter,
} from './types.js'

export function remoteOrders(ask: Ask) {
  const one = async (...request: Parameters<Ask>): Promise<ControlOrder> => exactIds(await ask<ReadOrder>(...request))
  return {
    all: async (): Promise<ControlOrder[]> => (await ask<ReadOrder[]>('GET /orders')).map(exactIds),
    get: (id: IdLike) => one(`GET /orders/${id}`),
    /** Adds an order; without a status it is pending. */
    add: (order: NewOrder = {}) => one('POST /orders', order),
    /** Adds an order, or replaces the one with its id. */
    put: (id: IdLike, order: NewOrder) => one(`PUT /orders/${id}`, order),
    patch: (id: IdLike, patch: OrderPatch) => one(`PATCH /orders/${id}`, patch),
    ship: (id: IdLike) => one(`POST /orders/${id}/ship`),
    remove: (id: IdLike) => ask<void>(`DELETE /orders/${id}`),
  }
}

/** An integer is a number in JSON while a number holds it: ids are bigints all the same. */
function exactIds({ id, petId, ...order }: ReadOrder): ControlOrder {
  return { id: BigInt(id), ...(petId !== undefined && { petId: BigInt(petId) }), ...order }
}

type ReadOrder = Omit<ControlOrder, 'id' | 'petId'> & { readonly id: number | bigint; readonly petId?: number | bigint }

export function remoteFaults(ask: Ask) {
  return {
    all: () => ask<Fault[]>('GET /faults'),
    /** Replaces them all. */
    set: (faults: readonly Fault[]) => ask<Fault[]>('PUT /faults', faults),
    clear: () => ask<void>('DELETE /faults'),
  }
}

export function remoteClock(ask: Ask) {
  const change = (changes: ClockChange) => ask<Clock>('PUT /clock', changes)
  return {
    read: () => ask<Clock>('GET /clock'),
    /** Sets, moves and freezes it, in one step. */
    change,
    set: (now: string) => change({ now }),
    freeze: () => change({ frozen: true }),
    resume: () => change({ frozen: false }),
    /** Goes forward by an ISO 8601 duration, such as `P1D`; with a minus sign back. */
    advance: (duration: string) => change({ advance: duration }),
  }
}

export function remoteRequests(ask: Ask) {
  const count = (filter: RequestFilter = {}) => ask<RequestCount>(`GET /requests/count${queryOf(filter)}`)
  return {
    all: (filter: RequestFilter = {}) => ask<RequestEntry[]>(`GET /requests${queryOf(filter)}`),
    /** One request with its headers, and the answer with its headers and body. */
    get: (id: number) => ask<RequestDetail>(`GET /requests/${id}`),
    count: async (filter?: RequestFilter): Promise<number> => (await count(filter)).count,
    /** How many requests the journal no longer holds. */
    evicted: async (): Promise<number> => (await count()).evicted,
    /** Which sandbox got requests, if this one got none: the usual reason is another key. */
    hint: async (): Promise<string | undefined> => (await count()).hint,
    clear: () => ask<void>('DELETE /requests'),
  }
}

function queryOf(filter: RequestFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}
