import { http, HttpResponse, type HttpHandler } from 'msw'
import { ConnectionResetError, OrdersMock, ToolError, type OrdersMockOptions } from '../core/index.js'

/** How handlers start: the options of the mock, and where the API is that they stand in for. */
export interface OrdersHandlersOptions extends Omit<OrdersMockOptions, 'basePath'> {
  /** Base address of the API, such as `https://api.example.com/v1`; or a path, which means the page's own origin. */
  readonly baseUrl: string
}

/** Handlers for `setupWorker` or `setupServer`, and the mock behind them. */
export interface OrdersHandlers {
  readonly handlers: HttpHandler[]
  readonly mock: OrdersMock
}

/**
 * Makes Mock Service Worker handlers of the whole API.
 *
 * @example
 * const { handlers, mock } = createOrdersHandlers({ baseUrl: 'https://api.example.com/v1', scenario: 'shipped' })
 * setupWorker(...handlers)
 *
 * @throws {ToolError} if an option is wrong
 */
export function createOrdersHandlers({ baseUrl, ...options }: OrdersHandlersOptions): OrdersHandlers {
  if (typeof baseUrl !== 'string') {
    throw new ToolError(
      'createOrdersHandlers needs the base address of the API: { baseUrl: "https://api.example.com/v1" }.',
    )
  }
  const { origin, pathname } = new URL(baseUrl, globalThis.location?.href ?? 'http://localhost')
  const basePath = pathname.replace(/\/+$/, '')
  const mock = new OrdersMock({ ...options, basePath })
  const handler = http.all(matchBelow(origin + basePath), async ({ request }) => {
    try {
      return await mock.fetch(request)
    } catch (error) {
      // A connection that a fault has reset is a network error to the client.
      if (error instanceof ConnectionResetError) return HttpResponse.error()
      throw error
    }
  })
  return { handlers: [handler], mock }
}

/** A regular expression, because msw answers 500 where it cannot decode what a `*` stands for, such as `%E0%A4%A`. */
function matchBelow(base: string): RegExp {
  return new RegExp(`^${base.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?:/|$)`)
}
