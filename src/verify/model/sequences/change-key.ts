const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The key with another character in this place. */
export function changedAt(key: string, index: number): string {
  return key.slice(0, index) + replaced(key.charAt(index)) + key.slice(index + 1)
}

/** Another character; in a signed token the highest bit differs, where a neighbour may differ in unused bits only. */
export function replaced(character: string): string {
  const index = BASE64.indexOf(character)
  return index === -1 || character === '' ? 'x' : BASE64.charAt((index + 32) % 64)
}

export function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

/** The key with its first character as an address would escape it. */
export function percentEncoded(key: string): string {
  return `%${(key.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}${key.slice(1)}`
}
