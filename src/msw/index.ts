import { http, HttpResponse, type HttpHandler } from 'msw'
import { ConnectionResetError, createFetch, OrdersMock, type OrdersMockOptions, ToolError } from '../core/index.js'
import type { createControlResponder, RunWithStore } from './control-page.js'

/** Options of the handlers: those of the mock, and the base URL of the API that they mock. */
export interface OrdersHandlersOptions extends Omit<OrdersMockOptions, 'basePath'> {
  /** Base URL of the API, such as `https://api.example.com/v1`; or a path, which means the page's own origin. */
  readonly baseUrl: string
  /**
   * Persists the sandboxes, without their journals, in the browser's IndexedDB: they survive reloads, and the tabs of an
   * origin share them. What is stored takes precedence over the options, unless `scenario` names a different one. A
   * store that cannot be used is reported in the console, and the mock works without it. Default: false.
   */
  readonly persist?: boolean
  /** Serves the control API below `/__mock` of the base URL's origin. Default: false. */
  readonly control?: boolean
  /** Makes the mock the global `ordersMock`, as soon as it is ready. Default: false. */
  readonly expose?: boolean
}

/** Handlers for `setupWorker` or `setupServer`, and the mock behind them. */
export interface OrdersHandlers {
  readonly handlers: HttpHandler[]
  readonly mock: OrdersMock
  /** Base URL of the API, with its origin. */
  readonly baseUrl: string
  /**
   * Resolves when the persisted sandboxes have been restored; never rejects. Restoring overwrites earlier changes to
   * `mock`. Requests wait for it automatically.
   */
  readonly ready: Promise<void>
}

/**
 * Creates Mock Service Worker handlers for the whole API.
 * @example
 * const { handlers, mock } = createOrdersHandlers({ baseUrl: 'https://api.example.com/v1', scenario: 'shipped' })
 * setupWorker(...handlers)
 * @throws {ToolError} if an option is wrong
 */
export function createOrdersHandlers(options: OrdersHandlersOptions): OrdersHandlers {
  const { baseUrl, persist = false, control = false, expose = false, ...mockOptions } = options
  const { origin, basePath } = readBaseUrl(baseUrl)
  const mock = new OrdersMock({ ...mockOptions, basePath })
  const run = loadPersistence(mock, persist ? origin + basePath : undefined)
  const ready = run.then(() => void (expose && Object.assign(globalThis, { ordersMock: mock })))
  hintAtSandbox(mock)
  const answer = createFetch(async (request) => (await run)(() => mock.handle(request)), basePath)
  const api = http.all(matchBelow(origin + basePath), async ({ request }) => {
    try {
      return await answer(request)
    } catch (error) {
      // A connection that a fault has reset is a network error to the client.
      if (error instanceof ConnectionResetError) return HttpResponse.error()
      throw error
    }
  })
  const made = { mock, baseUrl: origin + basePath, ready }
  if (!control) return { ...made, handlers: [api] }
  const respond = loadControl(mock, { origin, baseUrl: made.baseUrl }, run, performance.now())
  // First, because an API without a path has everything below it.
  return { ...made, handlers: [http.all(matchBelow(`${origin}/__mock`), ({ request }) => respond(request)), api] }
}

/** Warns once that requests reach another sandbox than `mock.sandbox()`, if the key of the app selects another. */
function hintAtSandbox(mock: OrdersMock): void {
  const unsubscribe = mock.subscribe((event) => {
    if (event.type !== 'request') return
    unsubscribe()
    if (event.sandbox === 'main') return
    const name = JSON.stringify(event.sandbox)
    console.info(`orders-mock: requests come to the sandbox ${name}, which their API key names: mock.sandbox(${name}).`)
  })
}

/**
 * Gives a function that brings the mock up to date with the store, runs an action, and stores the result.
 * @param name of the store; without one nothing is stored
 */
async function loadPersistence(mock: OrdersMock, name: string | undefined): Promise<RunWithStore> {
  if (name === undefined) return runAlone
  try {
    const { SharedSandboxes } = await import('./persistence/shared-sandboxes.js')
    const shared = new SharedSandboxes(mock, `orders-mock ${name}`)
    await shared.run(() => undefined)
    return (act) => shared.run(act)
  } catch (error) {
    console.warn(`orders-mock: nothing is persisted, because the code for it could not be loaded: ${String(error)}`)
    return runAlone
  }
}

const runAlone: RunWithStore = (act) => Promise.resolve(act())

/** Serves the control API in the page; its code is loaded with the first request. */
function loadControl(...page: Parameters<typeof createControlResponder>) {
  let loading: Promise<ReturnType<typeof createControlResponder>> | undefined
  return async (request: Request): Promise<Response> => {
    loading ??= import('./control-page.js').then(({ createControlResponder: create }) => create(...page))
    // What could not be loaded once is loaded again for the next request.
    loading.catch(() => (loading = undefined))
    const respond = await loading
    return await respond(request)
  }
}

function readBaseUrl(baseUrl: unknown): { origin: string; basePath: string } {
  if (typeof baseUrl !== 'string') {
    throw new ToolError(
      'createOrdersHandlers needs the base URL of the API: { baseUrl: "https://api.example.com/v1" }.',
    )
  }
  if (!/^(?:https?:\/\/|[./]|$)/i.test(baseUrl)) {
    const meant = `https://${baseUrl.replace(/^[^/]*:\/\//, '')}`
    throw new ToolError(
      `The baseUrl "${baseUrl}" must begin with http:// or https://, or be a path: "${meant}" or "/v1".`,
    )
  }
  const { origin, pathname } = new URL(baseUrl, globalThis.location?.href ?? 'http://localhost')
  return { origin, basePath: pathname.replace(/\/+$/, '') }
}

/** A regular expression, because msw returns 500 if it cannot decode what a `*` stands for, such as `%E0%A4%A`. */
function matchBelow(base: string): RegExp {
  return new RegExp(`^${base.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:/|$)`)
}
