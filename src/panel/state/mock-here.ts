import { ControlClient, type ControlClientOptions } from '../../control-client/index.js'

const STORED_AS = 'orders-mock control token'
// In case that the browser blocks its storage.
let kept: string | undefined

export function currentToken(): string | undefined {
  return kept ?? readStored('sessionStorage', STORED_AS)
}

/** Keeps the token for as long as the tab is open, or only the page if the browser blocks its storage. */
export function keepToken(token: string): void {
  kept = token
  storeText('sessionStorage', STORED_AS, token)
}

/** The mock that serves this page, with the token that the tab has now. */
export function mockHere(options?: ControlClientOptions): ControlClient {
  return new ControlClient(location.origin, { token: currentToken(), ...options })
}

type Kind = 'localStorage' | 'sessionStorage'

/** The stored text; `undefined` if there is none, or the browser blocks its storage. */
export function readStored(kind: Kind, name: string): string | undefined {
  try {
    return globalThis[kind].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text. @returns whether the browser did */
export function storeText(kind: Kind, name: string, text: string): boolean {
  try {
    globalThis[kind].setItem(name, text)
    return true
  } catch {
    return false
  }
}
