import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ToolError } from '../input/index.js'
import { handleExchanges } from './handle-exchanges.js'
import { loadJudge } from '../contract/index.js'
import { openUpstream } from './open-upstream.js'
import type { ProxyEvent } from './proxy-event.js'
import { scenarioText } from './scenario-text.js'
import { WorldWatcher } from './seen-world.js'
import { PROXY_PATH, readTarget } from './target.js'

/** Where a proxy stands, and before what. */
export interface ProxyOptions {
  /** Base address of the provider's API, with its `/v1` and any prefix before it. */
  readonly target: string
  /** 0 picks a free one. */
  readonly port: number
  readonly host: string
  /** How long the provider may be silent. */
  readonly timeoutMs: number
  readonly onExchange: (event: ProxyEvent) => void
}

export interface RunningProxy {
  /** Where clients find the API. */
  readonly baseUrl: string
  readonly target: string
  /** What has shown of the provider's orders so far, as the text of a scenario file. */
  scenario(at: Date): string
  close(): Promise<void>
}

/**
 * Stands between a client and a provider: passes on what they say byte for byte, holds every answer against the
 * OpenAPI description, and learns what orders there are.
 *
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export async function startProxy({
  target: text,
  port,
  host,
  timeoutMs,
  onExchange,
}: ProxyOptions): Promise<RunningProxy> {
  const target = readTarget(text)
  const upstream = openUpstream(target, timeoutMs)
  const watcher = new WorldWatcher()
  const handle = handleExchanges({ target, upstream, judge: await loadJudge(), watcher, onExchange })
  const { origin, close } = await listen(handle, { port, host })
  return {
    baseUrl: `${origin}${PROXY_PATH}`,
    target: target.baseUrl,
    scenario: (at) => scenarioText(watcher.world(), { baseUrl: target.baseUrl, at }),
    close: async () => {
      await close()
      upstream.close()
    },
  }
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { port, host }: { port: number; host: string },
): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, `${host}:${port}`)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return {
    origin: `http://${name}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function cannotListen({ code, message }: NodeJS.ErrnoException, where: string): ToolError {
  if (code === 'EADDRINUSE')
    return new ToolError(
      `Cannot listen on ${where}: the port is in use. Give another one by --port; 0 picks a free one.`,
    )
  return new ToolError(`Cannot listen on ${where}: ${message}.`)
}
