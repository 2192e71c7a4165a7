import { ControlClient, type ControlClientOptions } from '../../control-client/index.js'

const STORED_AS = 'orders-mock control token'
// In case that the browser blocks its storage.
let kept: string | undefined

export function currentToken(): string | undefined {
  return kept ?? stored('sessionStorage', STORED_AS)
}

/** Keeps the token for as long as the tab is open, or only the page if the browser blocks its storage. */
export function keepToken(token: string): void {
  kept = token
  stored('sessionStorage', STORED_AS, token)
}

/** The mock that serves this page, with the token that the tab has now. */
export function mockHere(options?: ControlClientOptions): ControlClient {
  return new ControlClient(location.origin, { token: currentToken(), ...options })
}

/** The text in a store of the browser, which may be set before; `undefined` if there is none, or it is full or blocked. */
export function stored(kind: 'localStorage' | 'sessionStorage', name: string, text?: string): string | undefined {
  try {
    if (text !== undefined) globalThis[kind].setItem(name, text)
    return globalThis[kind].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}
