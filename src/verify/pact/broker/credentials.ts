import { ToolError } from '../../../input/index.js'

/** What a Pact Broker is told about who asks. */
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
 * Chooses between a token and a user with a password.
 *
 * @throws {ToolError} exit code 2, if both are given
 */
export function chooseCredentials(given: {
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
}): Credentials {
  const { token = '', username = '', password = '' } = given
  if (token !== '' && username !== '') {
    throw new ToolError('Give PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, but not both.')
  }
  if (token !== '') return { kind: 'bearer', token }
  return username === '' ? { kind: 'none' } : { kind: 'basic', username, password }
}

/** Takes `user:password@` out of a URL, which `fetch` would refuse and messages must not show. */
export function splitCredentials(address: URL): { url: URL; credentials: Credentials } {
  const url = new URL(address)
  const [username, password] = [decoded(url.username), decoded(url.password)]
  url.username = ''
  url.password = ''
  return { url, credentials: chooseCredentials({ username, password }) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
