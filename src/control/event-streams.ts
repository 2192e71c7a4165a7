import type { MockEvent, OrdersMock } from '../core/index.js'
import { stringifyJson } from '../spec/index.js'

/** What may wait for a client that reads too slowly. */
const MAX_BYTES = 8 * 2 ** 20
/** Between two writes; a mock under load has more to tell than anybody reads. The panel gathers events for longer. */
const INTERVAL_MS = 50
const HEARTBEAT_MS = 15_000

/** What carries a stream to its client. */
export interface EventSink {
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** Ends the stream; the client may open another one. */
  end(): void
  /** What it was given and has not yet sent. */
  readonly waitingBytes: number
}

/**
 * Streams what happens in a mock, or in one of its sandboxes, as server-sent events (HTML standard, "Server-sent events").
 * What waits for a client is bounded: the stream of one that reads too slowly ends.
 *
 * @returns a function for when the client has gone
 */
export function streamEvents(mock: OrdersMock, sink: EventSink, sandbox?: string): () => void {
  let waiting = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const encoder = new TextEncoder()
  const write = (text: string): void => sink.write(encoder.encode(text))
  const flush = (): void => {
    timer = undefined
    write(waiting)
    waiting = ''
  }
  const queue = (event: MockEvent): void => {
    if (sandbox !== undefined && !('sandbox' in event && event.sandbox === sandbox)) return
    waiting += `event: ${event.type}\ndata: ${stringifyJson(event)}\n\n`
    timer ??= setTimeout(flush, INTERVAL_MS)
    if (waiting.length + sink.waitingBytes <= MAX_BYTES) return
    leave()
    sink.end()
  }
  write('retry: 1000\n\n')
  const unsubscribe = mock.subscribe(queue)
  const heartbeat = setInterval(() => write(': still here\n\n'), HEARTBEAT_MS)
  // Nobody waits for a heartbeat: in Node, where a timer is an object, the process may end before the next.
  ;(heartbeat as { unref?: () => void }).unref?.()
  const leave = (): void => {
    unsubscribe()
    clearTimeout(timer)
    clearInterval(heartbeat)
  }
  return leave
}
