type Kind = 'localStorage' | 'sessionStorage'

/** The stored text; `undefined` if there is none, or the browser blocks its storage. */
export function readStored(kind: Kind, name: string): string | undefined {
  try {
    return globalThis[kind].getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text. @returns why the browser did not, if so */
export function storeText(kind: Kind, name: string, text: string): 'blocked' | 'full' | undefined {
  try {
    globalThis[kind].setItem(name, text)
    return undefined
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked'
  }
}
