import { isDeepStrictEqual } from 'node:util'
import type { InlineConfig, Plugin, ViteDevServer } from 'vite'
import { OrdersMock, type OrdersMockOptions } from '../core/index.js'
import { type MockMiddleware, mockMiddleware } from '../server/index.js'

/** How the mock in Vite's development server starts; everything has a default. */
export interface OrdersMockPluginOptions extends Omit<OrdersMockOptions, 'basePath'> {
  /**
   * If it is set, the control API requires it. Default: none, or a random one if other machines may reach Vite. In
   * middleware mode, requests from this machine need none.
   */
  readonly controlToken?: string
}

/** What a server of Vite passes to the one that replaces it when Vite restarts. */
interface HandedOver {
  readonly mock: OrdersMock
  /** The options of the mock. */
  readonly options: OrdersMockOptions
  readonly lastToken: string | undefined
}

/**
 * The place for it in Vite's inline configuration, which is all that both servers have in common: Vite loads the file of
 * the configuration again, and perhaps this module with it.
 */
const HANDED_OVER = Symbol.for('orders-mock handed over')

/**
 * Puts the mock into Vite's development server: the API at `/v1`, the control API at `/__mock`, the control panel at
 * `/__mock/panel/` and the API reference at `/__mock/docs/`. When Vite restarts, because `.env` or its configuration has
 * changed, the mock goes on with all its sandboxes, unless its options have changed. A production build contains none of it.
 * @example
 * export default defineConfig({ plugins: [react(), ordersMock({ scenario: 'shipped' })] })
 */
export function ordersMock({ controlToken, ...options }: OrdersMockPluginOptions = {}): Plugin {
  // Nuxt starts two servers with one plugin, and nobody knows which of them responds.
  let token: string | undefined
  return {
    name: 'orders-mock',
    apply: 'serve',
    // Before the middleware of frameworks, such as Nitro's, which responds to every path.
    enforce: 'pre',
    configureServer: (server) => {
      const inline: InlineConfig & { [HANDED_OVER]?: HandedOver } = server.config.inlineConfig
      const { [HANDED_OVER]: last } = inline
      const mock = last && isDeepStrictEqual(last.options, options) ? last.mock : new OrdersMock(options)
      const lastToken = last?.lastToken ?? token
      const middleware = mockMiddleware(mock, { host: hostOf(server), controlToken, lastToken })
      token = middleware.controlToken
      // Some frameworks, such as Astro, print addresses of their own instead of those of Vite.
      if (token !== undefined && token !== lastToken)
        server.config.logger.info(`orders-mock: the control token is ${token}`)
      server.middlewares.use(middleware.serve)
      announce(server, mock, middleware)
      const restart = server.restart.bind(server)
      server.restart = (force) => {
        inline[HANDED_OVER] = { mock, options, lastToken: middleware.controlToken }
        return restart(force).finally(() => delete inline[HANDED_OVER])
      }
    },
  }
}

/** In middleware mode it is the application that listens, on hosts that Vite does not know. */
function hostOf({ config: { server } }: ViteDevServer): string | undefined {
  if (server.middlewareMode !== false) return undefined
  if (server.host === true) return '0.0.0.0'
  return typeof server.host === 'string' ? server.host : 'localhost'
}

/** Prints the address of the mock, below the addresses that Vite prints. */
function announce(server: ViteDevServer, { apiKey }: OrdersMock, { controlToken, panelPath }: MockMiddleware): void {
  const { logger, server: settings } = server.config
  if (settings.middlewareMode !== false) return
  const printUrls = server.printUrls.bind(server)
  server.printUrls = () => {
    printUrls()
    const [address] = server.resolvedUrls?.local ?? []
    if (address === undefined) return
    const { origin } = new URL(address)
    logger.info(`  ➜  Orders:  ${origin}/v1 (key ${apiKey})`)
    logger.info(`  ➜  Panel:   ${origin}${panelPath}`)
    if (controlToken !== undefined) logger.info(`  ➜  Token:   ${controlToken} (the control API asks for it)`)
  }
}
