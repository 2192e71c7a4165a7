import { ControlClient, type ControlClientOptions } from '../../control-client/index.js'

const STORED_AS = 'orders-mock control token'

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
