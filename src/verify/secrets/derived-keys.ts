const KEY = 'ORDERS_MOCK_KEY'
const WHOLE = `$${KEY}`

// What the model puts in the place of characters: see `replaced` in its key kinds.
const REPLACE = String.raw`tr 'A-Za-z0-9\-_' 'g-z0-9\-_A-Za-f' | tr -c 'A-Za-z0-9_-' x`

/** A text that would give a secret away, and what a shell makes the same text of. */
export interface Secret {
  readonly value: string
  /** For the inside of double quotes in bash. */
  readonly expression: string
}

/**
 * What the model makes of a key, as far as the key itself is not in it: parts, other letters, encodings. Each could be
 * turned back into the key or most of it, and bash can make it of the variable.
 */
export function derivedKeys(key: string): Secret[] {
  const end = key.length - 1
  const middle = Math.floor(key.length / 2)
  const half = Math.ceil(key.length / 2)
  const letter = Math.max(0, key.search(/[a-z]/i))
  const pair = Math.max(0, key.search(/(.)(?!\1)./))
  const secrets = [
    ...[1, half, 8].map((length) => part(key, 0, length)),
    part(key, 0, end),
    part(key, 1),
    part(key, Math.max(0, key.length - 8)),
    part(key, half),
    { value: replaced(key), expression: piped(WHOLE, REPLACE) },
    replacedIn(key, 0, 1),
    replacedIn(key, middle, 1),
    replacedIn(key, end, 1),
    changedIn(key, { at: pair, length: 2, change: swapped, command: String.raw`sed -E 's/(.)(.)/\2\1/'` }),
    replacedIn(key, half, key.length),
    { value: key.toUpperCase(), expression: piped(WHOLE, 'tr a-z A-Z') },
    { value: key.toLowerCase(), expression: piped(WHOLE, 'tr A-Z a-z') },
    changedIn(key, { at: letter, length: 1, change: otherCase, command: 'tr A-Za-z a-zA-Z' }),
    { value: key.replaceAll(/[^a-z\d]/gi, ''), expression: piped(WHOLE, `tr -cd 'A-Za-z0-9'`) },
    { value: percentEncoded(key), expression: `$(printf '%%%02X' "'${WHOLE}")\${${KEY}:1}` },
    { value: encodeURIComponent(key), expression: `$(node -p 'encodeURIComponent(process.env.${KEY})')` },
    ...['%s', '%s:', ':%s'].map((format) => inBase64(key, format)),
  ]
  return secrets.filter(({ value }) => value !== key && value.length > 1)
}

function part(key: string, start: number, end?: number): Secret {
  return {
    value: key.slice(start, end),
    expression: `\${${KEY}:${start}${end === undefined ? '' : `:${end - start}`}}`,
  }
}

function replacedIn(key: string, at: number, length: number): Secret {
  return changedIn(key, { at, length, change: replaced, command: REPLACE })
}

interface Change {
  readonly at: number
  readonly length: number
  readonly change: (text: string) => string
  readonly command: string
}

function changedIn(key: string, { at, length, change, command }: Change): Secret {
  const end = at + length
  const after = end < key.length ? `\${${KEY}:${end}}` : ''
  const before = at > 0 ? `\${${KEY}:0:${at}}` : ''
  return {
    value: key.slice(0, at) + change(key.slice(at, end)) + key.slice(end),
    expression: `${before}${piped(`\${${KEY}:${at}:${length}}`, command)}${after}`,
  }
}

function piped(text: string, command: string): string {
  return `$(printf %s "${text}" | ${command})`
}

function inBase64(key: string, format: string): Secret {
  const value = Buffer.from(format.replace('%s', () => key)).toString('base64')
  return { value, expression: `$(printf '${format}' "${WHOLE}" | base64 | tr -d '\\n')` }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function replaced(text: string): string {
  return text.replaceAll(/./g, (character) => {
    const index = BASE64.indexOf(character)
    return index === -1 ? 'x' : BASE64.charAt((index + 32) % 64)
  })
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

function percentEncoded(key: string): string {
  return `%${(key.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}${key.slice(1)}`
}

function swapped([first = '', second = '']: string): string {
  return second + first
}
