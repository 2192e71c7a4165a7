/** The ways in which a key is wrong, most of them nearly right; each makes an `Authorization` header of the right key. */
const KINDS = {
  missing: () => undefined,
  'an empty header': () => '',
  'an empty bearer': () => 'Bearer',
  'another key': (key) => `Bearer ${key.replaceAll(/./g, replaced)}`,
  'cut short at its end': (key) => `Bearer ${key.slice(0, -1)}`,
  'cut short at its start': (key) => `Bearer ${key.slice(1)}`,
  'cut in half': (key) => `Bearer ${key.slice(0, Math.ceil(key.length / 2))}`,
  'changed at its end': (key) => `Bearer ${changedAt(key, key.length - 1)}`,
  'changed at its start': (key) => `Bearer ${changedAt(key, 0)}`,
  'changed in its middle': (key) => `Bearer ${changedAt(key, Math.floor(key.length / 2))}`,
  'longer at its end': (key) => `Bearer ${key}x`,
  'longer at its start': (key) => `Bearer x${key}`,
  doubled: (key) => `Bearer ${key}${key}`,
  'in upper case': (key) => `Bearer ${key.toUpperCase()}`,
  'in lower case': (key) => `Bearer ${key.toLowerCase()}`,
  'with one letter in the other case': (key) => `Bearer ${key.replace(/[a-z]/i, otherCase)}`,
  'under the scheme Basic': (key) => `Basic ${key}`,
  'as a user of Basic': (key) => `Basic ${btoa(`${key}:`)}`,
  'under the scheme Token': (key) => `Token ${key}`,
  'without a scheme': (key) => key,
  'the word undefined': () => 'Bearer undefined',
  'the word null': () => 'Bearer null',
  'the wildcard *': () => 'Bearer *',
  'the wildcard %': () => 'Bearer %',
  'the wildcard .*': () => 'Bearer .*',
} satisfies Record<string, (key: string) => string | undefined>

/** A way in which a key is wrong. */
export type KeyKind = keyof typeof KINDS

export const KEY_KINDS = Object.keys(KINDS) as readonly KeyKind[]

/**
 * The headers of a call with the right key, or with one that is wrong in this way.
 *
 * @returns `undefined` if this way of being wrong leaves this key right, such as lower case a key without capitals
 */
export function headersFor(apiKey: string, kind: KeyKind | undefined): Record<string, string> | undefined {
  const right = `Bearer ${apiKey}`
  if (kind === undefined) return { Authorization: right }
  const header = (KINDS[kind] as (key: string) => string | undefined)(apiKey)
  if (header === undefined) return {}
  return header === right || header === 'Bearer ' ? undefined : { Authorization: header }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function changedAt(key: string, index: number): string {
  return key.slice(0, index) + replaced(key.charAt(index)) + key.slice(index + 1)
}

// Half the alphabet away: in a signed token the highest bit differs, where a neighbour may differ in unused bits only.
function replaced(character: string): string {
  const index = BASE64.indexOf(character)
  return index === -1 || character === '' ? 'x' : BASE64.charAt((index + 32) % 64)
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}
