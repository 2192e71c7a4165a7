import { ToolError } from '../../../input/index.js'
import type { BrokerOptions } from './broker-options.js'

/**
 * Where a pact or a broker is, and the `Authorization` header of whoever asks for it. The broker's credentials go to the
 * broker alone; with no broker named, they are for whatever URL is given. What stands in a URL itself (`user:password@`) goes
 * first.
 *
 * @throws {ToolError} exit code 2, if there is more than one way to be let in
 */
export function accessTo(address: string, options: BrokerOptions): { base: URL; authorization: string | undefined } {
  const { url, authorization } = splitCredentials(address)
  const broker = options.url === undefined ? undefined : splitCredentials(options.url)
  const isAtBroker = broker === undefined || broker.url.origin === url.origin
  const isBelowBroker = broker !== undefined && isAtBroker && url.pathname.startsWith(broker.url.pathname)
  const common = (broker ?? { authorization }).authorization ?? authorizationOf(options)
  return {
    base: isBelowBroker ? broker.url : new URL(url.origin),
    authorization: authorization ?? (isAtBroker ? common : undefined),
  }
}

/** Takes `user:password@` out of an address, which messages must not show. */
export function splitCredentials(address: string): { url: URL; authorization: string | undefined } {
  const url = new URL(address)
  const [username, password] = [decoded(url.username), decoded(url.password)]
  url.username = ''
  url.password = ''
  return { url, authorization: authorizationOf({ username, password }) }
}

function authorizationOf({ token = '', username = '', password = '' }: BrokerOptions): string | undefined {
  if (token !== '' && username !== '') {
    throw new ToolError('Give PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, but not both.')
  }
  if (token !== '') return `Bearer ${token}`
  return username === '' ? undefined : `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
