/** What a request says about its sender. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  /** With its question mark; mostly empty. */
  readonly query: string
  /** Whether the key may be the right one of somebody else, who has a store of their own. */
  readonly isPerhapsOfOthers: boolean
}

type Make<Made> = (key: string) => Made

/** Ways in which an `Authorization` header is wrong whoever else has a key. */
const WRONG = {
  missing: () => undefined,
  'an empty header': () => '',
  'an empty bearer': () => 'Bearer',
  'another key': (key) => `Bearer ${key.replaceAll(/./g, replaced)}`,
  doubled: (key) => `Bearer ${key}${key}`,
  'in quotes': (key) => `Bearer "${key}"`,
  'followed by a comma and another key': (key) => `Bearer ${key},x`,
  'after another key and a comma': (key) => `Bearer x,${key}`,
  'after a second scheme': (key) => `Bearer x, Bearer ${key}`,
  'with a percent-encoded character': (key) => `Bearer ${percentEncoded(key)}`,
  'without its punctuation': (key) => `Bearer ${key.replaceAll(/[^a-z\d]/gi, '')}`,
  'with other punctuation': (key) => `Bearer ${key.replaceAll(/[^a-z\d]/gi, '.')}`,
  'with letters for its punctuation': (key) => `Bearer ${key.replaceAll(/[^a-z\d]/gi, 'x')}`,
  'without its signature': (key) =>
    /^[^.]+\.[^.]+\.[^.]+$/.test(key) ? `Bearer ${key.replace(/[^.]+$/, '')}` : undefined,
  'in Base64': (key) => `Bearer ${base64(key)}`,
  'right after the scheme, without a space': (key) => `Bearer${key}`,
  'after the scheme and a colon': (key) => `Bearer: ${key}`,
  'after the scheme twice': (key) => `Bearer Bearer ${key}`,
  'under the scheme Basic': (key) => `Basic ${key}`,
  'as the user name of Basic': (key) => `Basic ${base64(`${key}:`)}`,
  'as the password of Basic': (key) => `Basic ${base64(`:${key}`)}`,
  'in Base64 under the scheme Basic': (key) => `Basic ${base64(key)}`,
  'under the scheme Token': (key) => `Token ${key}`,
  'under the scheme ApiKey': (key) => `ApiKey ${key}`,
  'under the scheme Digest': (key) => `Digest ${key}`,
  'under the scheme Bear': (key) => `Bear ${key}`,
  'under the scheme Bearers': (key) => `Bearers ${key}`,
  'under the scheme NoBearer': (key) => `NoBearer ${key}`,
  'without a scheme': (key) => key,
  'the word undefined': () => 'Bearer undefined',
  'the word null': () => 'Bearer null',
  'the number 0': () => 'Bearer 0',
  'as another spelling of its number': (key) => (Number.isFinite(Number(key)) ? `Bearer 0${key}.0` : undefined),
  'the wildcard *': () => 'Bearer *',
  'the wildcard %': () => 'Bearer %',
  'the wildcard .*': () => 'Bearer .*',
  'a condition in SQL': () => `Bearer ' OR '1'='1`,
  'a comment in SQL': (key) => `Bearer ${key}' -- `,
  'very long': () => `Bearer ${'x'.repeat(6_000)}`,
  'with a letter beyond ASCII': (key) => `Bearer ${key}\u00E9`,
} satisfies Record<string, Make<string | undefined>>

/**
 * Keys that are nearly right, and that somebody else may have been given. A provider is accused where several of one
 * kind are accepted.
 */
const NEARLY_RIGHT = {
  'cut short at its end': (key) => [1, 2, 3, 4].map((count) => key.slice(0, -count)),
  'cut short at its start': (key) => [1, 2, 3, 4].map((count) => key.slice(count)),
  'cut to its first characters': (key) => [8, 7, 6, 4].map((count) => key.slice(0, count)),
  'cut to its last characters': (key) => [8, 7, 6, 4].map((count) => key.slice(-count)),
  'with other characters after its beginning': (key) =>
    [4, 6, 8, 5].map((count) => key.slice(0, count) + key.slice(count).replaceAll(/./g, replaced)),
  'changed at its end': (key) => OTHERS.map((other) => key.slice(0, -1) + other),
  'changed at its start': (key) => OTHERS.map((other) => other + key.slice(1)),
  'changed in its middle': (key) => [0, 1, -1, 2].map((by) => changedAt(key, Math.floor(key.length / 2) + by)),
  'changed in its last half': (key) => {
    const half = Math.ceil(key.length / 2)
    return [...OTHERS, 'x'].map((other) => key.slice(0, half) + other.repeat(key.length - half))
  },
  'with two characters swapped': (key) =>
    [0, 1, 2, 3].map((from) => key.slice(0, from) + key.slice(from).replace(/(.)(?!\1)(.)/, '$2$1')),
  'longer at its end': (key) => ['x', ...OTHERS].map((other) => key + other),
  'longer at its start': (key) => ['x', ...OTHERS].map((other) => other + key),
  'with letters in the other case': (key) => [
    key.toUpperCase(),
    key.toLowerCase(),
    ...[...key.matchAll(/[a-z]/gi)].slice(0, 4).map(({ index }) => otherCaseAt(key, index)),
  ],
} satisfies Record<string, Make<readonly string[]>>

/** The right key, in places where it does not count. */
const ELSEWHERE = {
  'in a cookie': (key) => ({ headers: { Cookie: `api_key=${key}; token=${key}; access_token=${key}` } }),
  'in other headers': (key) => ({ headers: { 'X-API-Key': key, 'Api-Key': key, 'X-Auth-Token': key } }),
  // Servers may trust a page of their own, or what a proxy before them says.
  'left out, with the headers of a local page and proxy': () => ({
    headers: { Origin: 'http://localhost', 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1' },
  }),
  'in the query': (key) => {
    const value = encodeURIComponent(key)
    return {
      query: `?${['api_key', 'apiKey', 'key', 'access_token', 'token'].map((name) => `${name}=${value}`).join('&')}`,
    }
  },
} satisfies Record<string, Make<{ headers?: Record<string, string>; query?: string }>>

/** No key, but headers with what answers to the right one have given. */
const GIVEN = {
  'left out, with the cookies that were set before': 'Cookie',
  'left out, with the ETag of the list': 'If-None-Match',
} as const

/** What answers to the right key have given, as the headers that bring it back. */
export type Given = Readonly<Record<(typeof GIVEN)[keyof typeof GIVEN], string>>

/** A way in which a key is wrong. */
export type KeyKind = keyof typeof WRONG | keyof typeof NEARLY_RIGHT | keyof typeof ELSEWHERE | keyof typeof GIVEN

export const KEY_KINDS = [WRONG, NEARLY_RIGHT, ELSEWHERE, GIVEN].flatMap((kinds) => Object.keys(kinds) as KeyKind[])

/** Wrong keys that need no ingenuity. */
export const PLAINLY_WRONG: readonly KeyKind[] = ['missing', 'another key']

/** Kinds that a server may refuse before it looks for a key. */
export const REFUSED_UNREAD: ReadonlySet<KeyKind> = new Set(['very long', 'with a letter beyond ASCII', 'in the query'])

const NOTHING_GIVEN: Given = { Cookie: '', 'If-None-Match': '' }

// So long a key is not sent several times in one request: servers have a limit for all headers together.
const LONG_KEY = 1_000

/**
 * What a call carries with the right key, or with one that is wrong in this way.
 *
 * @returns `undefined` if the key is still right, such as a key without capitals in lower case
 */
export function credentialsFor(
  apiKey: string,
  kind: KeyKind | undefined,
  given: Given = NOTHING_GIVEN,
): Credentials | undefined {
  const certain = { headers: {}, query: '', isPerhapsOfOthers: false }
  if (kind === undefined) return { ...certain, headers: { Authorization: `Bearer ${apiKey}` } }
  if (isOneOf(GIVEN, kind)) {
    const { [kind]: name } = GIVEN
    return given[name] === '' ? undefined : { ...certain, headers: { [name]: given[name] } }
  }
  if (isOneOf(ELSEWHERE, kind)) return apiKey.length > LONG_KEY ? undefined : { ...certain, ...ELSEWHERE[kind](apiKey) }
  const [header, ...others] = isOneOf(NEARLY_RIGHT, kind) ? keysOfKind(apiKey, kind) : [headerOf(apiKey, kind)]
  if (header === undefined) return kind === 'missing' ? certain : undefined
  if (header === `Bearer ${apiKey}` || header === 'Bearer ') return undefined
  return { ...certain, headers: { Authorization: header }, isPerhapsOfOthers: others.length > 0 }
}

/** The different `Authorization` headers with keys that are nearly right in this way; none if the kind is another. */
export function keysOfKind(apiKey: string, kind: KeyKind): string[] {
  if (!isOneOf(NEARLY_RIGHT, kind)) return []
  const make: Make<readonly string[]> = NEARLY_RIGHT[kind]
  return [...new Set(make(apiKey))].filter((key) => key !== '' && key !== apiKey).map((key) => `Bearer ${key}`)
}

function headerOf(apiKey: string, kind: keyof typeof WRONG): string | undefined {
  const make: Make<string | undefined> = WRONG[kind]
  return make(apiKey)
}

function isOneOf<Kinds extends object>(kinds: Kinds, kind: PropertyKey): kind is keyof Kinds {
  return Object.hasOwn(kinds, kind)
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const OTHERS = ['7', 'Q', '-']

function changedAt(key: string, index: number): string {
  return key.slice(0, Math.max(0, index)) + replaced(key.charAt(index)) + key.slice(index + 1)
}

// In a signed token the highest bit has to differ: its last character may have bits that are not used. What stands there
// instead does not tell what stood there.
function replaced(character: string): string {
  return BASE64.indexOf(character) < 32 ? 'x' : 'X'
}

function otherCaseAt(key: string, index: number): string {
  const letter = key.charAt(index)
  const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
  return key.slice(0, index) + other + key.slice(index + 1)
}

// btoa takes no letters beyond Latin-1.
function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

function percentEncoded(key: string): string {
  return `%${(key.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}${key.slice(1)}`
}
