import type { Ask } from './connection.js'
import type { Clock, ClockChange, Fault, RequestCount, RequestDetail, RequestEntry, RequestFilter } from './types.js'

export class RemoteFaults {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  all(): Promise<Fault[]> {
    return this.#ask('GET', '/faults')
  }

  /** Replaces them all. */
  set(faults: readonly Fault[]): Promise<Fault[]> {
    return this.#ask('PUT', '/faults', faults)
  }

  clear(): Promise<void> {
    return this.#ask('DELETE', '/faults')
  }
}

export class RemoteClock {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  read(): Promise<Clock> {
    return this.#ask('GET', '/clock')
  }

  /** Sets, moves and freezes it, in one step. */
  change(change: ClockChange): Promise<Clock> {
    return this.#ask('PUT', '/clock', change)
  }

  set(now: string): Promise<Clock> {
    return this.change({ now })
  }

  freeze(): Promise<Clock> {
    return this.change({ frozen: true })
  }

  resume(): Promise<Clock> {
    return this.change({ frozen: false })
  }

  /** Goes forward by an ISO 8601 duration, such as `P1D`; with a minus sign back. */
  advance(duration: string): Promise<Clock> {
    return this.change({ advance: duration })
  }
}

export class RemoteRequests {
  readonly #ask: Ask

  constructor(ask: Ask) {
    this.#ask = ask
  }

  all(filter: RequestFilter = {}): Promise<RequestEntry[]> {
    return this.#ask('GET', `/requests${queryOf(filter)}`)
  }

  /** One request with its headers, and the answer with its headers and body. */
  get(id: number): Promise<RequestDetail> {
    return this.#ask('GET', `/requests/${id}`)
  }

  async count(filter: RequestFilter = {}): Promise<number> {
    return (await this.#ask<RequestCount>('GET', `/requests/count${queryOf(filter)}`)).count
  }

  /** How many requests the journal no longer holds. */
  async evicted(): Promise<number> {
    return (await this.#ask<RequestCount>('GET', '/requests/count')).evicted
  }

  clear(): Promise<void> {
    return this.#ask('DELETE', '/requests')
  }
}

function queryOf(filter: RequestFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length === 0 ? '' : `?${query}`
}
