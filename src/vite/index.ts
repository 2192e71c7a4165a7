import type { Plugin, ViteDevServer } from 'vite'
import type { OrdersMockOptions } from '../core/index.js'
import { type MockMiddleware, mockMiddleware } from '../server/index.js'

/** How the mock in Vite's development server starts; everything has a default. */
export interface OrdersMockPluginOptions extends Omit<OrdersMockOptions, 'basePath'> {
  /** If there is one, the control API asks for it. Default: none, or a random one where other machines reach Vite. */
  readonly controlToken?: string
}

/**
 * Puts the mock into Vite's development server: the API at `/v1`, the control API at `/__mock`, the control panel at
 * `/__mock/panel/` and the API reference at `/__mock/docs/`. A production build contains none of it.
 *
 * @example
 * export default defineConfig({ plugins: [react(), ordersMock({ scenario: 'shipped' })] })
 */
export function ordersMock({ controlToken, ...options }: OrdersMockPluginOptions = {}): Plugin {
  return {
    name: 'orders-mock',
    apply: 'serve',
    configureServer: (server) => {
      const middleware = mockMiddleware({ ...options, host: hostOf(server), controlToken })
      server.middlewares.use(middleware.serve)
      announce(server, middleware)
    },
  }
}

function hostOf({ config: { server } }: ViteDevServer): string {
  if (server.host === true) return '0.0.0.0'
  return typeof server.host === 'string' ? server.host : 'localhost'
}

/** Says where the mock is, below the addresses that Vite prints. */
function announce(server: ViteDevServer, { mock, controlToken, panelPath }: MockMiddleware): void {
  const printUrls = server.printUrls.bind(server)
  server.printUrls = () => {
    printUrls()
    const [address] = server.resolvedUrls?.local ?? []
    if (address === undefined) return
    const { origin } = new URL(address)
    const { logger } = server.config
    logger.info(`  ➜  Orders:  ${origin}/v1 (key ${mock.apiKey})`)
    logger.info(`  ➜  Panel:   ${origin}${panelPath}`)
    if (controlToken !== undefined) logger.info(`  ➜  Token:   ${controlToken} (the control API asks for it)`)
  }
}
