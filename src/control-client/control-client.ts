import { parseJson } from '../spec/index.js'
import { Connection, type ControlClientOptions } from './connection.js'
import { exactIds, RemoteSandbox } from './remote-sandbox.js'
import type { ControlEvent, Health, NewSandbox, SandboxList, SandboxSummary, ScenarioSummary } from './types.js'

/**
 * A running mock, from outside: the names of `OrdersMock`, each method with a promise.
 * @example
 * const box = await new ControlClient('http://127.0.0.1:4010').createSandbox({ scenario: 'shipped' })
 * await box.orders.add({ status: 'pending' })
 * await box.clock.advance('P1D')
 */
export class ControlClient {
  readonly #connection: Connection

  /**
   * @param url of the mock, such as `http://127.0.0.1:4010`, or its `baseUrl`
   * @throws {TypeError} if the address has no scheme
   */
  constructor(url: string, options: ControlClientOptions = {}) {
    this.#connection = new Connection(url, options)
  }

  health(): Promise<Health> {
    return this.#connection.ask(['GET', 'health'])
  }

  scenarios(): Promise<ScenarioSummary[]> {
    return this.#connection.ask(['GET', 'scenarios'])
  }

  sandboxes(): Promise<SandboxList> {
    return this.#connection.ask(['GET', 'sandboxes'])
  }

  /** A sandbox by its name. Nothing is sent before it is used. */
  sandbox(name = 'main'): RemoteSandbox {
    return new RemoteSandbox(this.#connection, name)
  }

  /**
   * Creates a sandbox; the client's requests reach it with its `apiKey`.
   * @throws {ControlClientError} 409 if the name is taken, 400 if the scenario or an order is wrong
   */
  async createSandbox(request: NewSandbox = {}): Promise<RemoteSandbox & Pick<SandboxSummary, 'apiKey' | 'baseUrl'>> {
    const { name, apiKey, baseUrl } = await this.#connection.ask<SandboxSummary>(['POST', 'sandboxes'], request)
    return Object.assign(new RemoteSandbox(this.#connection, name), { apiKey, baseUrl })
  }

  /**
   * Everything that happens from now on, in all sandboxes or in one, until the loop is left, or the signal is aborted.
   * @example
   * for await (const event of client.events()) if (event.type === 'request') console.log(event.entry.reason)
   */
  async *events(options: { sandbox?: string; signal?: AbortSignal } = {}): AsyncGenerator<ControlEvent, void> {
    const { sandbox, signal } = options
    const { body } = await this.#connection.open(['GET', 'events'], { signal: signal ?? null }, { sandbox })
    if (body !== null) yield* readEvents(body)
  }
}

/** Reads server-sent events (HTML standard, "Interpreting an event stream"), as far as the mock uses them. */
async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ControlEvent, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (waiting + decoder.decode(read.value, { stream: true })).split('\n\n')
      waiting = blocks.pop() ?? ''
      for (const block of blocks) yield* eventIn(block)
    }
  } finally {
    // Leaving the loop ends the stream.
    await reader.cancel().catch(() => {})
  }
}

/** A heartbeat is a block without an event. */
function* eventIn(block: string): Generator<ControlEvent> {
  const lines = block.split('\n')
  const valueOf = (field: string): string | undefined =>
    lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
  const [type, data] = [valueOf('event'), valueOf('data')]
  if (data === undefined) return
  const event = { ...(parseJson(data) as object), type } as ControlEvent
  yield event.type === 'order' && event.order ? { ...event, order: exactIds(event.order) } : event
}
