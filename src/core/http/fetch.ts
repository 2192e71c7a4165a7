import { pathBelow } from '../../spec/index.js'
import type { ApiRequest, ApiResponse } from './messages.js'
import { readBody, takesBody } from './request-body.js'

type Handle = (request: ApiRequest) => ApiResponse | Promise<ApiResponse>

/** Creates a function that responds to Fetch requests below a base path. */
export function createFetch(handle: Handle, basePath: string): typeof fetch {
  // Nothing else keeps a waiting request alive, and the signal that ends the wait would be collected with it.
  const waiting = new Set<Request>()
  return async (input, init) => {
    const request = input instanceof Request && init === undefined ? input : new Request(input, init)
    // A request that was aborted before it was sent, or while its body came, never happens.
    request.signal.throwIfAborted()
    waiting.add(request)
    try {
      const hasBody = takesBody(request.method) && request.body !== null
      const chunks = hasBody && [new Uint8Array(await waitFor(request.arrayBuffer(), request.signal))]
      const asked = { ...readRequest(request, basePath), ...(chunks && (await readBody(chunks, { isWanted: true }))) }
      return await toFetchResponse(await handle(asked), request.signal)
    } finally {
      waiting.delete(request)
    }
  }
}

function readRequest({ method, url, headers }: Request, basePath: string): ApiRequest {
  const { pathname } = new URL(url)
  return {
    method,
    // Outside the base path it is written as it looks from there, so that it names no route.
    path: pathBelow(basePath, pathname) ?? `..${pathname}`,
    authorization: headers.get('authorization') ?? undefined,
    rawHeaders: rawHeadersOf(headers),
  }
}

/** What `fetch` rejects with when a fault has reset the connection: a TypeError, as the Fetch standard has it. */
export class ConnectionResetError extends TypeError {
  constructor() {
    super('fetch failed: the connection was reset by an injected fault')
  }
}

/**
 * Creates a Fetch response and carries out its effects as far as possible: `reset` rejects as a
 * failed connection does, `hang` waits until the request is aborted, `truncate` breaks off within the body.
 */
async function toFetchResponse(response: ApiResponse, signal: AbortSignal): Promise<Response> {
  const { status, headers, body, effects, held } = response
  if (held !== undefined)
    return await toFetchResponse(await waitFor(held.response, signal).finally(held.abandon), signal)
  if (effects.delayMs > 0) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const delay = new Promise((resolve) => (timer = setTimeout(resolve, effects.delayMs)))
    await waitFor(delay, signal).finally(() => clearTimeout(timer))
  }
  if (effects.connection === 'hang') await waitFor(new Promise(() => {}), signal)
  if (status === undefined) throw new ConnectionResetError()
  const content = body.length === 0 ? null : body
  if (effects.connection === 'truncate') return new Response(cutShort(body), { status, headers })
  return new Response(content, { status, headers })
}

function waitFor<Value>(awaited: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    signal.throwIfAborted()
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort)
    // The caller may use one request, and its signal, again and again.
    const letGo = (): void => signal.removeEventListener('abort', abort)
    awaited.finally(letGo).then(resolve, reject)
  })
}

/**
 * An error raised together with the bytes would discard them, and the head of the response. So it follows in a task of its
 * own, as on a network.
 */
function cutShort(body: ApiResponse['body']): ReadableStream<Uint8Array> {
  const half = body.slice(0, body.length >> 1)
  const rest = [typeof half === 'string' ? new TextEncoder().encode(half) : half]
  return new ReadableStream({
    pull(controller) {
      const bytes = rest.pop()
      const error = new TypeError('terminated: the body was cut short by an injected fault')
      if (bytes === undefined) setTimeout(() => controller.error(error))
      else controller.enqueue(bytes)
    },
  })
}

function rawHeadersOf(headers: Headers): string[] {
  const all: string[] = []
  headers.forEach((value, name) => all.push(name, value))
  return all
}
