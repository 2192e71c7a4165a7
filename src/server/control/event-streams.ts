import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockEvent, OrdersMock } from '../../core/index.js'

/** What may wait for one client that reads too slowly. */
const MAX_WAITING_BYTES = 2 ** 20
/** What all streams together are sent at a time; a mock under load has more to tell than anybody reads. */
const MAX_BYTES_AT_A_TIME = 2 ** 20
/** Between two writes; the first event after a pause goes out at once. */
const INTERVAL_MS = 100
const HEARTBEAT_MS = 15_000

/** The clients that follow everything, or one sandbox, and the events that wait for all of them. */
interface Channel {
  readonly streams: Set<Stream>
  text: string
  /** How many events wait, and how many more there were. */
  waiting: number
  dropped: number
}

interface Stream {
  readonly response: ServerResponse
  /** Events that it has missed since it was last told. */
  missed: number
}

/**
 * Streams everything that happens as server-sent events (HTML standard, "Server-sent events"). The text of an event is
 * made once for all who follow; it waits for at most 100 ms for others to be sent with it. Both what is sent at a time and
 * what waits for a slow client are bounded; a client is told how many events it has missed.
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

  /** Streams to a client until it goes; with a sandbox, only the events of that one. */
  add({ request, response }: { request: IncomingMessage; response: ServerResponse }, sandbox?: string): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
    response.write('retry: 1000\n\n')
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const channel = this.#channels.get(sandbox) ?? { streams: new Set(), text: '', waiting: 0, dropped: 0 }
    const stream = { response, missed: 0 }
    this.#channels.set(sandbox, channel)
    channel.streams.add(stream)
    this.#end ??= this.#begin()
    response.on('close', () => {
      channel.streams.delete(stream)
      if (channel.streams.size === 0) this.#channels.delete(sandbox)
      if (this.#channels.size > 0) return
      this.#end?.()
      this.#end = undefined
    })
  }

  #begin(): () => void {
    const unsubscribe = this.#mock.subscribe((event) => this.#queue(event))
    const heartbeat = setInterval(() => {
      for (const { streams } of this.#channels.values())
        for (const { response } of streams) response.write(': still here\n\n')
    }, HEARTBEAT_MS)
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
    const restMs = this.#lastFlushMs + INTERVAL_MS - performance.now()
    if (restMs > 0) setTimeout(() => this.#flush(), restMs)
    else setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isFlushDue = false
    this.#lastFlushMs = performance.now()
    for (const channel of this.#channels.values()) {
      const { streams, text, waiting, dropped } = channel
      if (waiting === 0) continue
      const bytes = Buffer.from(dropped > 0 ? text + block('dropped', { count: dropped }) : text)
      for (const stream of streams) send(stream, bytes, waiting + dropped)
      Object.assign(channel, { text: '', waiting: 0, dropped: 0 })
    }
  }
}

function send(stream: Stream, bytes: Buffer, count: number): void {
  const { response, missed } = stream
  if (response.writableLength > MAX_WAITING_BYTES) {
    stream.missed += count
    return
  }
  if (missed > 0) response.write(block('dropped', { count: missed }))
  stream.missed = 0
  response.write(bytes)
}

function block(name: string, data: unknown, id?: number): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
