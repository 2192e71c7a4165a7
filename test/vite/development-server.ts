import { ordersMock, type OrdersMockPluginOptions } from 'orders-mock/vite'
import { createServer, type InlineConfig, type ServerOptions, type ViteDevServer } from 'vite'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from '../temporary-file.js'

export const AUTHORIZED = { authorization: 'Bearer test-key' }

/** Starts a development server of Vite with the mock, which ends with the test. */
export async function serve(options: OrdersMockPluginOptions = {}, at: ServerOptions = {}, more: InlineConfig = {}) {
  const server = await createServer({
    ...project(),
    plugins: [ordersMock(options)],
    server: { host: '127.0.0.1', port: 0, ...at },
    ...more,
  })
  onTestFinished(() => server.close())
  return await listening(server)
}

/** Lets a server listen, and notes what it prints. */
export async function listening(server: ViteDevServer) {
  const lines: string[] = []
  server.config.logger.info = (line) => void lines.push(line)
  await server.listen()
  server.printUrls()
  const [address = ''] = server.resolvedUrls?.local ?? []
  return { server, origin: new URL(address).origin, printed: () => lines.join('\n') }
}

export function project(): InlineConfig {
  const root = temporaryFolder({ 'index.html': '<!doctype html><title>The shop</title>' })
  return { root, configFile: false, logLevel: 'silent' }
}
