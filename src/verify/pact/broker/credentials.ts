import { ToolError } from '../../../input/index.js'
import type { BrokerOptions } from './broker-options.js'

/** How a client identifies itself to a Pact Broker. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }

/** The `Authorization` header, if there is to be one. */
export function headerOf(credentials: Credentials): Record<string, string> {
  if (credentials.kind === 'none') return {}
  if (credentials.kind === 'bearer') return { authorization: `Bearer ${credentials.token}` }
  const { username, password } = credentials
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

/**
 * Where a pact or a broker is, and who asks for it. The broker's credentials go to the broker alone; with no broker named,
 * they are for whatever URL is given. What stands in a URL itself (`user:password@`) goes first.
 *
 * @throws {ToolError} exit code 2, if there is more than one way to be let in
 */
export function accessTo(address: string, options: BrokerOptions): { base: URL; credentials: Credentials } {
  const { url, credentials } = splitCredentials(new URL(address))
  const broker = options.url === undefined ? undefined : splitCredentials(new URL(options.url))
  const isAtBroker = broker === undefined || broker.url.origin === url.origin
  const isBelowBroker = broker !== undefined && isAtBroker && url.pathname.startsWith(broker.url.pathname)
  const inBroker = broker?.credentials ?? credentials
  const common = inBroker.kind === 'none' ? chooseCredentials(options) : inBroker
  return {
    base: isBelowBroker ? broker.url : new URL(url.origin),
    credentials: credentials.kind === 'none' && isAtBroker ? common : credentials,
  }
}

/** Takes `user:password@` out of a URL, which messages must not show. */
export function splitCredentials(address: URL): { url: URL; credentials: Credentials } {
  const url = new URL(address)
  const [username, password] = [decoded(url.username), decoded(url.password)]
  url.username = ''
  url.password = ''
  return { url, credentials: chooseCredentials({ username, password }) }
}

function chooseCredentials({ token = '', username = '', password = '' }: BrokerOptions): Credentials {
  if (token !== '' && username !== '') {
    throw new ToolError('Give PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, but not both.')
  }
  if (token !== '') return { kind: 'bearer', token }
  return username === '' ? { kind: 'none' } : { kind: 'basic', username, password }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
