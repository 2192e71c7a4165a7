import { startProxy, type ProxyEvent, type RunningProxy } from '../../src/traffic/index.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { send, setUp, type RawResponse } from '../verify/providers/send.js'

/** A provider behind the proxy, and what a test wants of both. */
export interface Proxied {
  readonly proxy: RunningProxy
  readonly events: ProxyEvent[]
  /** Sends a request with the provider's key by way of the proxy. */
  readonly call: (method: string, path: string) => Promise<RawResponse>
  /** Reaches a state of the provider, and answers the id that it hands out. */
  readonly reach: (state: string) => Promise<string>
  readonly close: () => Promise<void>
}

/** Puts the proxy before a provider. */
export async function proxied(provider: RunningProvider, { timeoutMs = 2000 } = {}): Promise<Proxied> {
  const events: ProxyEvent[] = []
  const proxy = await startProxy({
    target: provider.baseUrl,
    port: 0,
    host: '127.0.0.1',
    timeoutMs,
    onExchange: (event) => events.push(event),
  })
  return {
    proxy,
    events,
    call: (method, path) => send(method, `${proxy.baseUrl}${path}`, { authorization: `Bearer ${provider.apiKey}` }),
    reach: async (state) => /"(?:orderId|petId)":"?(-?\d+)/.exec((await setUp(provider, state)).body)?.[1] ?? '',
    close: async () => {
      await proxy.close()
      await provider.close()
    },
  }
}
