import { createControlApi, EventStreams } from '../control/index.js'
import type { OrdersMock } from '../core/index.js'

/** Runs an action on a mock at once, so that nothing that other tabs change comes between. */
export type RunWithStore = <Result>(act: () => Result) => Promise<Result>

/**
 * Creates the function that responds to requests for the control API below `/__mock`, as a server does.
 * @param base the base URL of the API, and its origin
 * @param startedMs when the mock was created, in milliseconds of `performance.now()`
 */
export function createControlResponder(
  mock: OrdersMock,
  { origin, baseUrl }: { readonly origin: string; readonly baseUrl: string },
  run: Promise<RunWithStore>,
  startedMs: number,
) {
  const api = createControlApi({ mock, startedMs, panelUrl: () => undefined, moreLinks: [] })
  const streams = new EventStreams(mock)
  return async (request: Request): Promise<Response> => {
    const { pathname, search, searchParams: query } = new URL(request.url)
    const body = new Uint8Array(await request.arrayBuffer())
    const { method } = request
    const path = pathname.slice('/__mock'.length)
    const call = { method, url: pathname + search, path, query, body, origin, baseUrl }
    const act = await run
    // In an object, because nothing else may come in between only until the action returns.
    const { response } = await act(() => ({ response: api(call) }))
    const { status, headers, body: content, events } = await response
    if (events !== undefined) return new Response(streamTo(streams, events.sandbox), { status, headers })
    return new Response(content.byteLength === 0 ? null : content, { status, headers })
  }
}

/** The stream counts in bytes what its reader has not yet taken. */
function streamTo(streams: EventStreams, sandbox: string | undefined): ReadableStream<Uint8Array> {
  let leave: (() => void) | undefined
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const sink = {
          write: (bytes: Uint8Array) => controller.enqueue(bytes),
          end: () => controller.close(),
          get waitingBytes() {
            return -(controller.desiredSize ?? 0)
          },
        }
        leave = streams.follow(sink, sandbox)
      },
      cancel: () => leave?.(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
  )
}
