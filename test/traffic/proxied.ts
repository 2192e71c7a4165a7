import { setImmediate as nextTurn } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { startProxy, type ProxyEvent } from '../../src/traffic/index.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { send, setUp } from '../verify/providers/send.js'
import { type Deviation, type SmallProviderOptions, startSmallProvider } from '../verify/providers/small-provider.js'

/** Puts the proxy before a base URL, until the test has finished. */
export async function proxyTo(target: string, { timeoutMs = 60_000 } = {}) {
  const events: ProxyEvent[] = []
  const onExchange = (event: ProxyEvent) => void events.push(event)
  const proxy = await startProxy({ target, port: 0, host: '127.0.0.1', timeoutMs, onExchange })
  onTestFinished(() => proxy.close())
  return { proxy, events }
}

/** Puts the proxy before a provider, or the small one with a deviation, until the test has finished. */
export async function proxied(
  behind: RunningProvider | Deviation = () => ({}),
  options: { timeoutMs?: number } & SmallProviderOptions = {},
) {
  const provider = typeof behind === 'function' ? await startSmallProvider(behind, options) : behind
  onTestFinished(() => provider.close())
  const { proxy, events } = await proxyTo(provider.baseUrl, options)
  return {
    provider,
    proxy,
    events,
    /** Sends a request with the provider's key by way of the proxy, and waits until the response is checked and told of. */
    call: async (method: string, path: string, headers?: Record<string, string>) => {
      const authorization = `Bearer ${provider.apiKey}`
      const response = await send(method, `${proxy.baseUrl}${path}`, { authorization, ...headers })
      await proxy.check.settle()
      await nextTurn()
      return response
    },
    /** Reaches a state of the provider, and answers the id that it hands out. */
    reach: async (state: string) =>
      /"(?:orderId|petId)":"?(-?\d+)/.exec((await setUp(provider, state)).body)?.[1] ?? '',
  }
}
