export interface Credentials {
  readonly headers: Readonly<Record<string, string>>
  readonly query: string
  /** Whether the key may be the valid key of somebody else, with a separate store. */
  readonly isPerhapsOfOthers: boolean
}

/** The cookies and similar values of responses to the valid key, as the headers that send them back. */
export type EchoedHeaders = Readonly<Record<'Cookie' | 'If-None-Match', string>>

/**
 * Creates the headers of a request with an invalid key: an `Authorization` header, several keys that are nearly
 * right and may be those of others, or what is sent instead. `undefined` if the key cannot be wrong in this way.
 */
export type MakeKey = (key: string, echoed: EchoedHeaders) => string | string[] | Partial<Credentials> | undefined

export const KINDS = {
  missing: () => ({}),
  'an empty header': () => '',
  'an empty bearer': () => 'Bearer',
  'another key': (key) => `Bearer ${key.replaceAll(/./g, replaced)}`,
  // Of {"alg":"none"} or {"alg":"HS256"}, and {"sub":"admin"}.
  'a JWT without a signature': () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
  'a JWT with a wrong signature': () => 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl',
  'the nil UUID': () => 'Bearer 00000000-0000-0000-0000-000000000000',
  'in quotes': (key) => `Bearer "${key}"`,
  ...kindsOf(
    'followed by',
    [',x', ';x', ' x', ':x', '.x', '/x', '=', '--', '#x', '?x', '&x', '@x', '|x'],
    (more, key) => `Bearer ${key}${more}`,
  ),
  // Digest is as long as the right one: some only cut that many characters off.
  ...kindsOf(
    'under the scheme',
    ['Basic', 'Token', 'ApiKey', 'Digest', 'NoBearer'],
    (scheme, key) => `${scheme} ${key}`,
  ),
  // What every object of JavaScript has, and wildcards, among them.
  ...kindsOf(
    'the word',
    ['undefined', 'null', 'None', 'constructor', '__proto__', '*', '%', '.*', '<API_KEY>', 'changeme'],
    (word) => `Bearer ${word}`,
  ),
  'after another key and a comma': (key) => `Bearer x,${key}`,
  'after a second scheme': (key) => `Bearer x, Bearer ${key}`,
  'with a percent-encoded character': (key) => `Bearer %${Buffer.from(key).toString('hex', 0, 1)}${key.slice(1)}`,
  ...kindsOf(
    'with its punctuation as',
    ['', '.', 'x'],
    (other, key) => `Bearer ${key.replaceAll(/[^a-z\d]/gi, other)}`,
  ),
  'without its signature': (key) =>
    /^[^.]+\.[^.]+\.[^.]+$/.test(key) ? `Bearer ${key.replace(/[^.]+$/, '')}` : undefined,
  'in Base64': (key) => `Bearer ${base64(key)}`,
  'right after the scheme, without a space': (key) => `Bearer${key}`,
  'after the scheme and a colon': (key) => `Bearer: ${key}`,
  'after the scheme twice': (key) => `Bearer Bearer ${key}`,
  'as the user name of Basic': (key) => `Basic ${base64(`${key}:`)}`,
  'as the password of Basic': (key) => `Basic ${base64(`:${key}`)}`,
  'without a scheme': (key) => key,
  'the number 0': () => 'Bearer 0',
  'as another spelling of its number': (key) => (Number.isFinite(Number(key)) ? `Bearer 000${key}` : undefined),
  // Without a space, up to which some read a key.
  'a condition in SQL': () => `Bearer 'OR'1'='1`,
  'a comment in SQL': (key) => `Bearer ${key}'--`,
  'very long': () => `Bearer ${'x'.repeat(6_000)}`,
  'with a letter beyond ASCII': (key) => `Bearer ${key}\u00E9`,
  'in full-width letters': (key) => `Bearer ${fullWidth(key)}`,
  'with an accent': (key) => `Bearer ${key.replace(/[aeiou]/, (letter) => ACCENTED[letter] ?? letter)}`,

  // A provider is reported if it accepts several of one kind.
  'cut short at its end': (key) => [1, 2, 3, 4].map((count) => key.slice(0, -count)),
  'cut short at its start': (key) => [1, 2, 3, 4].map((count) => key.slice(count)),
  'changed at its end': (key) => OTHERS.map((other) => key.slice(0, -1) + other),
  'changed at its start': (key) => OTHERS.map((other) => other + key.slice(1)),
  'changed in its middle': (key) =>
    [0, 1, -1, 2].map((by) => changedAt(key, Math.max(0, Math.floor(key.length / 2) + by), replaced)),
  'with two characters swapped': (key) =>
    [0, 1, 2, 3].map((from) => key.slice(0, from) + key.slice(from).replace(/(.)(?!\1)(.)/, '$2$1')),
  'longer at its end': (key) => OTHERS.map((other) => key + other),
  'longer at its start': (key) => OTHERS.map((other) => other + key),
  'with characters that look alike': (key) =>
    LOOK_ALIKE.flatMap(([one, other]) => (key.includes(one) ? [key.replaceAll(one, other)] : [])),
  'with letters in the other case': (key) => [
    key.toUpperCase(),
    key.toLowerCase(),
    ...[...key.matchAll(/[a-z]/gi)].slice(0, 4).map(({ index }) => changedAt(key, index, inOtherCase)),
  ],

  // Places where no key counts.
  'in a cookie': (key) => ({ headers: { Cookie: `api_key=${key}; token=${key}; access_token=${key}` } }),
  'in other headers': (key) => ({
    headers: { 'X-API-Key': key, 'Api-Key': key, 'X-Auth-Token': key, 'Proxy-Authorization': `Bearer ${key}` },
  }),
  'in the query': (key) => ({
    query: `?${['api_key', 'apiKey', 'key', 'access_token', 'token'].map((name) => `${name}=${encodeURIComponent(key)}`).join('&')}`,
  }),
  // Servers may trust their own pages, or what a proxy before them says.
  'left out, with the headers of a local page and proxy': () => ({
    headers: {
      Origin: 'http://localhost',
      Referer: 'http://localhost/docs',
      'X-Forwarded-For': '127.0.0.1',
      'X-Real-IP': '127.0.0.1',
      'X-Forwarded-User': 'admin',
      'X-Remote-User': 'admin',
      'X-Auth-Request-User': 'admin',
      'X-Consumer-Username': 'admin',
      'X-Internal': 'true',
    },
  }),
  'left out, with the headers of a preflight': () => ({
    headers: { Origin: 'http://localhost:5173', 'Access-Control-Request-Method': 'GET' },
  }),
  'left out, with the cookies that were set before': (_, { Cookie }) =>
    Cookie === '' ? undefined : { headers: { Cookie } },
  'left out, with If-None-Match: *': () => ({ headers: { 'If-None-Match': '*' } }),
  'left out, with the ETag of the list': (_, { 'If-None-Match': etag }) =>
    etag === '' ? undefined : { headers: { 'If-None-Match': etag } },
} satisfies Record<string, MakeKey>

/** A kind for each of these texts. */
function kindsOf<Start extends string, Text extends string>(
  start: Start,
  texts: readonly Text[],
  make: (text: Text, key: string) => string,
) {
  const kinds = texts.map((text) => [`${start} "${text}"`, (key: string) => make(text, key)])
  return Object.fromEntries(kinds) as Record<`${Start} "${Text}"`, MakeKey>
}

export type KeyKind = keyof typeof KINDS

export const KEY_KINDS = Object.keys(KINDS) as KeyKind[]

/** Invalid keys that need no ingenuity. */
export const PLAINLY_WRONG: readonly KeyKind[] = ['missing', 'another key']

/** Kinds that a server may reject before it looks for a key. */
export const REFUSED_UNREAD: ReadonlySet<KeyKind> = new Set([
  'very long',
  'with a letter beyond ASCII',
  'in full-width letters',
  'with an accent',
  'in the query',
])

// In Latin-1, as headers are sent.
const ACCENTED: Readonly<Record<string, string>> = { a: '\u00E1', e: '\u00E9', i: '\u00ED', o: '\u00F3', u: '\u00FA' }

const LOOK_ALIKE = ['0O', 'O0', '0o', 'o0', '1l', 'l1', '1I', 'I1', 'lI', 'Il', '5S', 'S5', '8B', 'B8', '-_', '_-'].map(
  ([one = '', other = '']) => [one, other] as const,
)

// They differ in the highest bits of Base64: in a signed token only those of the last character may count.
const OTHERS = ['x', '7', 'Q', '-']

function changedAt(key: string, index: number, change: (character: string) => string): string {
  return key.slice(0, index) + change(key.charAt(index)) + key.slice(index + 1)
}

// The replacement differs in the highest bit of Base64, and does not reveal the character.
function replaced(character: string): string {
  return /[g-z\d_-]/.test(character) ? 'X' : 'x'
}

// As the bytes of UTF-8, which Unicode considers compatible with ASCII.
function fullWidth(key: string): string {
  const wide = key.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0))
  return Buffer.from(wide).toString('latin1')
}

function inOtherCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}
