import type { BrokerOptions } from './broker-options.js'
import { chooseCredentials, splitCredentials } from './credentials.js'
import { createHalClient, type HalClient } from './hal-client.js'

/**
 * Makes a client for the broker, or for a pact whose URL is given. The broker's credentials go to the broker alone; with
 * no broker named, they are for whatever URL is given. What stands in a URL itself (`user:password@`) goes first.
 */
export function connectBroker(address: string, options: BrokerOptions, timeoutMs: number): HalClient {
  const { url, credentials } = splitCredentials(new URL(address))
  const broker = options.url === undefined ? undefined : splitCredentials(new URL(options.url))
  const isAtBroker = broker === undefined || broker.url.origin === url.origin
  const isBelowBroker = broker !== undefined && isAtBroker && url.pathname.startsWith(broker.url.pathname)
  const base = isBelowBroker ? broker.url : new URL(url.origin)
  const inBroker = broker?.credentials ?? credentials
  const common = inBroker.kind === 'none' ? chooseCredentials(options) : inBroker
  return createHalClient(base, credentials.kind === 'none' && isAtBroker ? common : credentials, timeoutMs)
}
