import type { MockEvent, OrdersMock } from '../core/index.js'
import { stringifyJson } from '../spec/index.js'

/** What may wait for a client that reads too slowly, and for all clients together. */
const MAX_BYTES = 8 * 2 ** 20
const MAX_BYTES_OF_ALL = 32 * 2 ** 20
/** Between two writes; a mock under load has more to tell than anybody reads. The panel gathers events for longer. */
const INTERVAL_MS = 50
const HEARTBEAT_MS = 15_000

/** What carries a stream to its client. */
export interface EventSink {
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** Ends the stream; the client may open another one. */
  end(): void
  /** The bytes that it has not yet sent. */
  readonly waitingBytes: number
}

/**
 * Streams what happens in a mock, or in one of its sandboxes, as server-sent events (HTML standard, "Server-sent events").
 * What waits for clients is bounded: the streams of those that read too slowly end.
 */
export class EventStreams {
  readonly #sandboxes = new Map<EventSink, string | undefined>()
  #unsent: MockEvent[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #stop = (): void => {}

  constructor(readonly mock: OrdersMock) {}

  /** Begins a stream. @returns a function for when the client has gone */
  follow(sink: EventSink, sandbox?: string): () => void {
    // What happened before is not for this client.
    this.#flush()
    if (this.#sandboxes.size === 0) this.#start()
    this.#sandboxes.set(sink, sandbox)
    sink.write(new TextEncoder().encode('retry: 1000\n\n'))
    return () => this.#leave(sink)
  }

  #start(): void {
    const unsubscribe = this.mock.subscribe((event) => {
      this.#unsent.push(event)
      this.#timer ??= setTimeout(() => this.#flush(), INTERVAL_MS)
    })
    const beat = new TextEncoder().encode(': still here\n\n')
    const heartbeat = setInterval(() => this.#sandboxes.forEach((_, sink) => sink.write(beat)), HEARTBEAT_MS)
    // Nobody waits for a heartbeat: in Node, where a timer is an object, the process may end before the next.
    ;(heartbeat as { unref?: () => void }).unref?.()
    this.#stop = () => {
      unsubscribe()
      clearTimeout(this.#timer)
      clearInterval(heartbeat)
    }
  }

  #leave(sink: EventSink): void {
    if (this.#sandboxes.delete(sink) && this.#sandboxes.size === 0) this.#stop()
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#endSlow()
    const texts = this.#unsent.splice(0).map((event) => ({
      text: `event: ${event.type}\ndata: ${stringifyJson(event)}\n\n`,
      sandbox: 'sandbox' in event ? event.sandbox : undefined,
    }))
    for (const [sink, wanted] of this.#sandboxes) {
      const those = texts.flatMap(({ text, sandbox }) => (wanted === undefined || sandbox === wanted ? text : []))
      if (those.length > 0) sink.write(new TextEncoder().encode(those.join('')))
    }
  }

  #endSlow(): void {
    const sinks = [...this.#sandboxes.keys()].toSorted((one, other) => other.waitingBytes - one.waitingBytes)
    let bytes = sinks.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0)
    for (const sink of sinks) {
      if (sink.waitingBytes <= MAX_BYTES && bytes <= MAX_BYTES_OF_ALL) return
      bytes -= sink.waitingBytes
      this.#leave(sink)
      sink.end()
    }
  }
}
