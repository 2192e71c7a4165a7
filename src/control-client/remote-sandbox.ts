import type { Ask, Connection, RequestLine } from './connection.js'
import { remoteClock, remoteFaults, remoteOrders, remoteRequests } from './remote-parts.js'
import type { Change, History, RewindTarget, SandboxSummary, ScenarioDocument, ScenarioName } from './types.js'

/** One sandbox of a running mock. Every method rejects with a `ControlClientError` if the mock refuses. */
export class RemoteSandbox {
  readonly orders: ReturnType<typeof remoteOrders>
  readonly faults: ReturnType<typeof remoteFaults>
  readonly clock: ReturnType<typeof remoteClock>
  /** The requests that came here: a bounded journal, newest last. */
  readonly requests: ReturnType<typeof remoteRequests>
  readonly #ask: Ask

  /** @internal */
  constructor(
    connection: Connection,
    readonly name: string,
  ) {
    const place = `/sandboxes/${encodeURIComponent(name)}`
    this.#ask = (line, body) => connection.ask(line.replace(' ', ` ${place}`) as RequestLine, body)
    this.orders = remoteOrders(this.#ask)
    this.faults = remoteFaults(this.#ask)
    this.clock = remoteClock(this.#ask)
    this.requests = remoteRequests(this.#ask)
  }

  /** Its key, scenario and counts. */
  read(): Promise<SandboxSummary> {
    return this.#ask('GET ')
  }

  delete(): Promise<void> {
    return this.#ask('DELETE ')
  }

  /** Back to its scenario, or to another one; the journal is emptied, or kept. */
  reset(scenario?: ScenarioName, { keepRequests = false }: { keepRequests?: boolean } = {}): Promise<SandboxSummary> {
    return this.#ask('POST /reset', { scenario, keepRequests })
  }

  /** The whole sandbox as a scenario document, as it is, or as it was after a change of its history. */
  state({ at }: { at?: number } = {}): Promise<ScenarioDocument> {
    return this.#ask(at === undefined ? 'GET /state' : `GET /state?at=${at}`)
  }

  /** Becomes what a scenario document says; `reset` still leads back to its own. */
  restore(document: ScenarioDocument): Promise<SandboxSummary> {
    return this.#ask('PUT /state', document)
  }

  /** The changes that can be taken back, newest last. */
  history(): Promise<History> {
    return this.#ask('GET /history')
  }

  /** Takes the newest change back; with `change` only if that is the newest. */
  undo(options: { change?: number } = {}): Promise<Change> {
    return this.#ask('POST /undo', options)
  }

  /** Becomes what it was before a request, or after a change. */
  rewind(target: RewindTarget): Promise<SandboxSummary> {
    return this.#ask('POST /rewind', target)
  }
}
