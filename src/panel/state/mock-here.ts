import { ControlClient, type ControlClientOptions } from '../../control-client/index.js'

const STORED_AS = 'orders-mock control token'

/**
 * Takes the control token from the link that led here (`#token=…`) and removes it from the address, so that it is
 * neither bookmarked nor shared. A fragment never reaches a server, nor its logs.
 *
 * @returns whether there was one
 */
export function takeTokenFromAddress(): boolean {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (token === null) return false
  keepToken(token)
  history.replaceState(history.state, '', location.pathname + location.search)
  return true
}

/** The token to send, if there is one. */
export function currentToken(): string | undefined {
  return sessionStorage.getItem(STORED_AS) ?? undefined
}

/** Keeps the token for as long as the tab is open. */
export function keepToken(token: string): void {
  sessionStorage.setItem(STORED_AS, token)
}

/** The mock that serves this page, with the token that the tab has now. */
export function mockHere(options?: ControlClientOptions): ControlClient {
  return new ControlClient(location.origin, { token: currentToken(), ...options })
}
