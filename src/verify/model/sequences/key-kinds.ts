/** What a request says about its sender. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** With its question mark; mostly empty. */
  readonly query: string
}

/** The ways in which a key is wrong, most of them nearly right: each turns the right key into an `Authorization` header. */
const WRONG = {
  missing: () => undefined,
  'an empty header': () => '',
  'an empty bearer': () => 'Bearer',
  'another key': (key) => `Bearer ${key.replaceAll(/./g, replaced)}`,
  'cut short at its end': (key) => `Bearer ${key.slice(0, -1)}`,
  'cut short at its start': (key) => `Bearer ${key.slice(1)}`,
  'cut in half': (key) => `Bearer ${key.slice(0, Math.ceil(key.length / 2))}`,
  'cut to its first eight characters': (key) => `Bearer ${key.slice(0, 8)}`,
  'cut to its last eight characters': (key) => `Bearer ${key.slice(-8)}`,
  'changed at its end': (key) => `Bearer ${changedAt(key, key.length - 1)}`,
  'changed at its start': (key) => `Bearer ${changedAt(key, 0)}`,
  'changed in its middle': (key) => `Bearer ${changedAt(key, Math.floor(key.length / 2))}`,
  'with two characters swapped': (key) => `Bearer ${key.replace(/(.)(?!\1)(.)/, '$2$1')}`,
  'changed in its last half': (key) => {
    const half = Math.ceil(key.length / 2)
    return `Bearer ${key.slice(0, half)}${key.slice(half).replaceAll(/./g, replaced)}`
  },
  'longer at its end': (key) => `Bearer ${key}x`,
  'longer at its start': (key) => `Bearer x${key}`,
  doubled: (key) => `Bearer ${key}${key}`,
  'in upper case': (key) => `Bearer ${key.toUpperCase()}`,
  'in lower case': (key) => `Bearer ${key.toLowerCase()}`,
  'with one letter in the other case': (key) => `Bearer ${key.replace(/[a-z]/i, otherCase)}`,
  'in quotes': (key) => `Bearer "${key}"`,
  'followed by a comma and another key': (key) => `Bearer ${key},x`,
  'after another key and a comma': (key) => `Bearer x,${key}`,
  'after a second scheme': (key) => `Bearer x, Bearer ${key}`,
  'with a percent-encoded character': (key) => `Bearer ${percentEncoded(key)}`,
  'without its punctuation': (key) => `Bearer ${key.replaceAll(/[^a-z\d]/gi, '')}`,
  'in Base64': (key) => `Bearer ${btoa(key)}`,
  'right after the scheme, without a space': (key) => `Bearer${key}`,
  'after the scheme and a colon': (key) => `Bearer: ${key}`,
  'after the scheme twice': (key) => `Bearer Bearer ${key}`,
  'under the scheme Basic': (key) => `Basic ${key}`,
  'as the user name of Basic': (key) => `Basic ${btoa(`${key}:`)}`,
  'as the password of Basic': (key) => `Basic ${btoa(`:${key}`)}`,
  'in Base64 under the scheme Basic': (key) => `Basic ${btoa(key)}`,
  'under the scheme Token': (key) => `Token ${key}`,
  'under the scheme ApiKey': (key) => `ApiKey ${key}`,
  'under the scheme Digest': (key) => `Digest ${key}`,
  'under the scheme Bear': (key) => `Bear ${key}`,
  'under the scheme Bearers': (key) => `Bearers ${key}`,
  'under the scheme NoBearer': (key) => `NoBearer ${key}`,
  'without a scheme': (key) => key,
  'the word undefined': () => 'Bearer undefined',
  'the word null': () => 'Bearer null',
  'the wildcard *': () => 'Bearer *',
  'the wildcard %': () => 'Bearer %',
  'the wildcard .*': () => 'Bearer .*',
} satisfies Record<string, (key: string) => string | undefined>

/** The right key, in places where it does not count. */
const ELSEWHERE = {
  'in a cookie': (key) => ({ headers: { Cookie: `api_key=${key}; token=${key}; access_token=${key}` } }),
  'in other headers': (key) => ({ headers: { 'X-API-Key': key, 'Api-Key': key, 'X-Auth-Token': key } }),
  'in the query': (key) => {
    const value = encodeURIComponent(key)
    return {
      query: `?${['api_key', 'apiKey', 'key', 'access_token', 'token'].map((name) => `${name}=${value}`).join('&')}`,
    }
  },
} satisfies Record<string, (key: string) => Partial<Credentials>>

/** A way in which a key is wrong. */
export type KeyKind = keyof typeof WRONG | keyof typeof ELSEWHERE

export const KEY_KINDS = [...Object.keys(WRONG), ...Object.keys(ELSEWHERE)] as readonly KeyKind[]

/**
 * What a call carries with the right key, or with one that is wrong in this way.
 *
 * @returns `undefined` if the key is still right, such as a key without capitals in lower case, or may be another right one
 */
export function credentialsFor(apiKey: string, kind: KeyKind | undefined): Credentials | undefined {
  const right = `Bearer ${apiKey}`
  if (kind === undefined) return { headers: { Authorization: right }, query: '' }
  if (isElsewhere(kind)) return { headers: {}, query: '', ...ELSEWHERE[kind](apiKey) }
  const header = (WRONG[kind] as (key: string) => string | undefined)(apiKey)
  if (header === undefined) return { headers: {}, query: '' }
  if (header === right || header === 'Bearer ' || isKeyOfItsOwn(header, right)) return undefined
  return { headers: { Authorization: header }, query: '' }
}

// What stands before a tilde may be a key as well, as it is where keys choose sandboxes.
function isKeyOfItsOwn(header: string, right: string): boolean {
  return right.startsWith(`${header}~`)
}

function isElsewhere(kind: KeyKind): kind is keyof typeof ELSEWHERE {
  return Object.hasOwn(ELSEWHERE, kind)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function changedAt(key: string, index: number): string {
  return key.slice(0, index) + replaced(key.charAt(index)) + key.slice(index + 1)
}

// In a signed token the highest bit has to differ: its last character may have bits that are not used. What stands there
// instead does not tell what stood there.
function replaced(character: string): string {
  return BASE64.indexOf(character) < 32 ? 'x' : 'X'
}

function otherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

function percentEncoded(key: string): string {
  return `%${(key.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}${key.slice(1)}`
}
