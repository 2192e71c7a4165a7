import type { MockEvent, OrdersMock } from '../core/index.js'

/** What may wait for one client that reads too slowly. */
const MAX_WAITING_BYTES = 2 ** 20
/** What all streams together are sent at a time; a mock under load has more to tell than anybody reads. */
const MAX_BYTES_AT_A_TIME = 2 ** 20
/** Between two writes; the first event after a pause goes out at once. */
const INTERVAL_MS = 100
/** Many streams are written to less often: what they cost is bounded, however many there are. */
const INTERVAL_MS_PER_STREAM = 3
const HEARTBEAT_MS = 15_000

const encoder = new TextEncoder()

/** The clients that follow everything, or one sandbox, and the events that wait for all of them. */
interface Channel {
  readonly streams: Set<Stream>
  text: string
  /** How many events wait, and how many more there were. */
  waiting: number
  dropped: number
}

/** What carries a stream to its client. */
export interface EventSink {
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** What it was given and has not yet sent. */
  readonly waitingBytes: number
}

interface Stream {
  readonly sink: EventSink
  /** Events that it has missed since it was last told. */
  missed: number
}

/**
 * Streams everything that happens as server-sent events (HTML standard, "Server-sent events"). The text of an event is
 * made once for all who follow; it waits for 100 ms, or three for each stream, for others to be sent with it. Both what
 * is sent at a time and what waits for a slow client are bounded; a client is told how many events it has missed.
 */
export class EventStreams {
  readonly #mock: OrdersMock
  readonly #channels = new Map<string | undefined, Channel>()
  #lastId = 0
  #lastFlushMs = -Infinity
  #isFlushDue = false
  #end: (() => void) | undefined

  constructor(mock: OrdersMock) {
    this.#mock = mock
  }

  /**
   * Streams to a client; with a sandbox, only the events of that one.
   *
   * @returns a function for when the client has gone
   */
  add(sink: EventSink, sandbox?: string): () => void {
    sink.write(encoder.encode('retry: 1000\n\n'))
    const channel = this.#channels.get(sandbox) ?? { streams: new Set(), text: '', waiting: 0, dropped: 0 }
    // What happened before a client came is not for it.
    flush(channel)
    const stream = { sink, missed: 0 }
    this.#channels.set(sandbox, channel)
    channel.streams.add(stream)
    this.#end ??= this.#begin()
    return () => {
      channel.streams.delete(stream)
      if (channel.streams.size === 0) this.#channels.delete(sandbox)
      if (this.#channels.size > 0) return
      this.#end?.()
      this.#end = undefined
    }
  }

  #begin(): () => void {
    const unsubscribe = this.#mock.subscribe((event) => this.#queue(event))
    const heartbeat = setInterval(() => {
      const bytes = encoder.encode(': still here\n\n')
      for (const { streams } of this.#channels.values()) for (const stream of streams) send(stream, bytes, 0)
    }, HEARTBEAT_MS)
    letProcessEnd(heartbeat)
    return () => {
      unsubscribe()
      clearInterval(heartbeat)
    }
  }

  #queue(event: MockEvent): void {
    this.#lastId += 1
    const channels = [this.#channels.get(undefined), 'sandbox' in event && this.#channels.get(event.sandbox)]
    let text: string | undefined
    for (const channel of channels) {
      if (!channel) continue
      if (channel.waiting > 0 && channel.text.length * channel.streams.size > MAX_BYTES_AT_A_TIME) {
        channel.dropped += 1
        continue
      }
      text ??= block(event.type, event, this.#lastId)
      channel.text += text
      channel.waiting += 1
    }
    if (text !== undefined) this.#flushSoon()
  }

  #flushSoon(): void {
    if (this.#isFlushDue) return
    this.#isFlushDue = true
    const streams = Array.from(this.#channels.values(), (channel) => channel.streams.size)
    const intervalMs = Math.max(INTERVAL_MS, INTERVAL_MS_PER_STREAM * streams.reduce((sum, size) => sum + size, 0))
    const restMs = this.#lastFlushMs + intervalMs - performance.now()
    setTimeout(() => this.#flush(), Math.max(0, restMs))
  }

  #flush(): void {
    this.#isFlushDue = false
    this.#lastFlushMs = performance.now()
    for (const channel of this.#channels.values()) flush(channel)
  }
}

/** Nobody waits for a heartbeat: in Node, where a timer is an object, the process may end before the next. */
function letProcessEnd(timer: unknown): void {
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
}

function flush(channel: Channel): void {
  const { streams, text, waiting, dropped } = channel
  if (waiting === 0) return
  const bytes = encoder.encode(dropped > 0 ? text + block('dropped', { count: dropped }) : text)
  for (const stream of streams) send(stream, bytes, waiting + dropped)
  Object.assign(channel, { text: '', waiting: 0, dropped: 0 })
}

function send(stream: Stream, bytes: Uint8Array<ArrayBuffer>, count: number): void {
  const { sink, missed } = stream
  if (sink.waitingBytes > MAX_WAITING_BYTES) {
    stream.missed += count
    return
  }
  if (missed > 0) sink.write(encoder.encode(block('dropped', { count: missed })))
  stream.missed = 0
  sink.write(bytes)
}

function block(name: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
