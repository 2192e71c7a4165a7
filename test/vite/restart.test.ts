import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ordersMock, type OrdersMockPluginOptions } from 'orders-mock/vite'
import { createLogger, createServer, type ViteDevServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../temporary-file.js'
import { AUTHORIZED, listening, project, serve } from './development-server.js'

const PACKAGE = fileURLToPath(new URL('../..', import.meta.url))

test('sandboxes survive a restart of Vite, unless the options of the mock have changed', async () => {
  const { server, change, restarted } = await serveFolder({ scenario: 'pending' })
  expect(await cancel(server)).toBe(204)
  await restarted(() => change('.env', 'VITE_KEY=2'))
  expect(await cancel(server)).toBe(409)
  await restarted(() => change('vite.config.mjs', `${configOf({ scenario: 'pending' })}\n`))
  expect(await cancel(server)).toBe(409)
  await server.restart(true)
  expect(await cancel(server)).toBe(409)
  await restarted(() => change('vite.config.mjs', configOf({ scenario: 'pending', latencyMs: 1 })))
  expect([await cancel(server), await cancel(server)]).toEqual([204, 409])
})

test('sandboxes survive a restart that fails', async () => {
  const { server, change } = await serveFolder({ scenario: 'pending' })
  expect(await cancel(server)).toBe(204)
  for (const options of [{ latencyMs: -1 }, { scenario: 'pending' }]) {
    change('vite.config.mjs', configOf(options))
    await server.restart()
    expect(await cancel(server)).toBe(409)
  }
})

test('two servers of one configuration share no sandboxes', async () => {
  const config = {
    ...project(),
    plugins: [ordersMock({ scenario: 'pending' })],
    server: { host: '127.0.0.1', port: 0 },
  }
  const servers = await Promise.all([createServer(config), createServer(config)])
  for (const server of servers) {
    onTestFinished(() => server.close())
    await listening(server)
    expect(await cancel(server)).toBe(204)
  }
  await servers[0].restart()
  await servers[1].close()
  const next = await createServer(config)
  onTestFinished(() => next.close())
  await listening(next)
  expect([await cancel(servers[0]), await cancel(next)]).toEqual([409, 204])
})

test('the control token stays the same when Vite restarts, and in another server of the plugin', async () => {
  const plugins = [ordersMock()]
  let atFirst = ''
  const logging = () => ({ ...createLogger('silent'), info: (line: string) => void (atFirst += line) })
  const { printed } = await serve({}, { host: '0.0.0.0' }, { plugins, customLogger: logging() })
  const before = /Token: {3}(\S+)/.exec(printed())?.[1] ?? ''
  // A framework that prints addresses of its own prints nothing else.
  expect(atFirst).toContain(`the control token is ${before}`)
  const { server } = await serve({}, { host: '0.0.0.0' }, { plugins })
  await server.restart()
  const url = new URL('__mock/sandboxes', server.resolvedUrls?.local[0])
  expect((await fetch(url, { headers: { authorization: `Bearer ${before}` } })).status).toBe(200)
  expect((await fetch(url)).status).toBe(401)
  atFirst = ''
  await serve({}, {}, { plugins, customLogger: logging() })
  expect(atFirst).not.toContain('the control token')
})

function configOf(options: OrdersMockPluginOptions): string {
  return `import { ordersMock } from 'orders-mock/vite'\nexport default { plugins: [ordersMock(${JSON.stringify(options)})] }`
}

/** Starts a server with the files of a project, which it watches. */
async function serveFolder(options: OrdersMockPluginOptions) {
  const root = temporaryFolder({ 'vite.config.mjs': configOf(options), '.env': 'VITE_KEY=1' })
  mkdirSync(join(root, 'node_modules'))
  symlinkSync(PACKAGE, join(root, 'node_modules/orders-mock'))
  let onRestart: (() => void) | undefined
  const customLogger = createLogger('silent')
  customLogger.info = (line) => void (line.includes('server restarted') && onRestart?.())
  const server = await createServer({ root, customLogger, server: { host: '127.0.0.1', port: 0 } })
  onTestFinished(() => server.close())
  await server.listen()
  return {
    server,
    change: (name: string, text: string) => writeFileSync(join(root, name), text),
    /** Resolves when Vite has restarted by itself. */
    restarted: (act: () => void) =>
      new Promise<void>((resolve) => {
        onRestart = resolve
        act()
      }),
  }
}

async function cancel(server: ViteDevServer): Promise<number> {
  const url = new URL('v1/store/orders/1', server.resolvedUrls?.local[0])
  return (await fetch(url, { method: 'DELETE', headers: AUTHORIZED })).status
}
