import { createServer } from 'node:http'
import { Sender } from '../contract/index.js'
import { listen, type ListenAddress, readBaseUrl, stopListening } from '../node/index.js'
import { type ProxyEvent, proxyExchange } from './proxy-exchange.js'
import { TrafficCheck } from './traffic-check.js'

/** Where a proxy listens, and for which provider. */
export interface ProxyOptions extends ListenAddress {
  /** Base URL of the provider's API, with its `/v1` and any prefix before it. */
  readonly target: string
  /** How long the provider may be silent. */
  readonly timeoutMs: number
  readonly onExchange: (event: ProxyEvent) => void
}

export interface RunningProxy {
  /** Where clients find the API. */
  readonly baseUrl: string
  readonly target: string
  /** What has been found and recorded so far. */
  readonly check: TrafficCheck
  close(): Promise<void>
}

/**
 * Stands between a client and a provider: passes on what they say byte for byte, holds it against the contract, and
 * records what orders there are.
 *
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { host, timeoutMs, onExchange } = options
  const target = readBaseUrl(options.target)
  const check = new TrafficCheck()
  const sender = new Sender(timeoutMs)
  const context = { host, target, sender, check }
  const server = createServer((request, response) => void proxyExchange(context, request, response).then(onExchange))
  const origin = await listen(server, options)
  return {
    baseUrl: `${origin}/v1`,
    target,
    check,
    close: async () => {
      await stopListening(server)
      sender.close()
    },
  }
}
