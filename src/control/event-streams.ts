import type { MockEvent, OrdersMock } from '../core/index.js'

/** What may wait for a client that reads too slowly, and what it is sent at a time. */
const MAX_BYTES = 2 ** 20
/** Between two writes; a mock under load has more to tell than anybody reads. */
const INTERVAL_MS = 100
const HEARTBEAT_MS = 15_000

const encoder = new TextEncoder()

/** What carries a stream to its client. */
export interface EventSink {
  write(bytes: Uint8Array<ArrayBuffer>): void
  /** What it was given and has not yet sent. */
  readonly waitingBytes: number
}

/**
 * Streams what happens in a mock, or in one of its sandboxes, as server-sent events (HTML standard, "Server-sent events").
 * Both what is sent at a time and what waits for a slow client are bounded; a client is told how many events it has missed.
 *
 * @returns a function for when the client has gone
 */
export function streamEvents(mock: OrdersMock, sink: EventSink, sandbox?: string): () => void {
  let text = ''
  let waiting = 0
  let missed = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (words: string): void => sink.write(encoder.encode(words))
  const flush = (more: string): void => {
    const isSlow = sink.waitingBytes > MAX_BYTES
    if (isSlow) missed += waiting
    else {
      write(text + (missed > 0 ? block('dropped', { count: missed }) : '') + more)
      missed = 0
    }
    text = ''
    waiting = 0
  }
  const queue = (event: MockEvent): void => {
    if (sandbox !== undefined && !('sandbox' in event && event.sandbox === sandbox)) return
    timer ??= setTimeout(() => {
      timer = undefined
      flush('')
    }, INTERVAL_MS)
    if (text.length > MAX_BYTES) missed += 1
    else {
      text += block(event.type, event)
      waiting += 1
    }
  }
  write('retry: 1000\n\n')
  const unsubscribe = mock.subscribe(queue)
  const heartbeat = setInterval(() => flush(': still here\n\n'), HEARTBEAT_MS)
  // Nobody waits for a heartbeat: in Node, where a timer is an object, the process may end before the next.
  ;(heartbeat as { unref?: () => void }).unref?.()
  return () => {
    unsubscribe()
    clearTimeout(timer)
    clearInterval(heartbeat)
  }
}

function block(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`
}
