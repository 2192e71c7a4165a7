import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockEvent, OrdersMock } from '../../core/index.js'
import { stringifyJson } from '../../spec/index.js'

/** How a stream of events behaves. */
export interface EventStreamOptions {
  /** Only events of this sandbox. */
  readonly sandbox?: string | undefined
  /** Milliseconds between heartbeats. */
  readonly heartbeatMs?: number
  /** Bytes that may wait for a slow client; events beyond them are dropped. */
  readonly maxWaitingBytes?: number
}

/**
 * Streams everything that happens to one client as server-sent events (HTML standard, "Server-sent events"), until it
 * goes. A client that reads too slowly costs a bounded amount of memory, and is told how many events it missed.
 */
export function streamEvents(
  mock: OrdersMock,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
  { sandbox, heartbeatMs = 15_000, maxWaitingBytes = 1_048_576 }: EventStreamOptions = {},
): void {
  let sent = 0
  let dropped = 0
  const write = (name: string, data: unknown): void => {
    sent += 1
    response.write(`id: ${sent}\nevent: ${name}\ndata: ${stringifyJson(data)}\n\n`)
  }
  const follow = (event: MockEvent): void => {
    if (sandbox !== undefined && !('sandbox' in event && event.sandbox === sandbox)) return
    if (response.writableLength > maxWaitingBytes) {
      dropped += 1
      return
    }
    if (dropped > 0) write('dropped', { count: dropped })
    dropped = 0
    write(event.type, event)
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' })
  response.write('retry: 1000\n\n')
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  const unsubscribe = mock.subscribe(follow)
  const heartbeat = setInterval(() => response.write(': still here\n\n'), heartbeatMs)
  response.on('close', () => {
    unsubscribe()
    clearInterval(heartbeat)
  })
}
