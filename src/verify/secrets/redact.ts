import { base64Cores } from './base64-cores.js'
import { derivedKeys, type Secret } from './derived-keys.js'
import { delimited, redactShell, type SecretFinder } from './redact-shell.js'

/** Gives back the same plain data without its secrets. */
export type Redact = <Value>(data: Value) => Value

interface Given {
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

// A word this short may well stand for something else where a longer one goes on.
const MIN_LENGTH = 4
const LONG = 8

// What everybody sends is no secret, and would be missed where a report speaks of it.
const PUBLIC_HEADERS = /^(?:accept(?:-\w+)?|content-type|user-agent|cache-control|pragma|prefer)$/i
const PUBLIC_VALUES = /^(?:true|false|null|none)$/i
/** The key of a mock that was given no other, which stands in every manual, and those of its sandboxes. */
const PUBLIC_KEY = /^test-key(?:~|$)/

const SCHEMES = 'Bearer|Basic|Token|ApiKey|Digest|Bear|Bearers|NoBearer'

/**
 * Makes a function that takes the key of a run and its own headers out of what the run tells: variables stand in their
 * place, so that command lines work once `ORDERS_MOCK_KEY` and `ORDERS_MOCK_HEADER_<NAME>` are exported.
 */
export function createRedact({ key, headers }: Given): Redact {
  const isPublic = PUBLIC_KEY.test(key)
  const ofKey = isPublic ? [] : [...spellings(key, '$ORDERS_MOCK_KEY'), ...escapes(key, '$ORDERS_MOCK_KEY')]
  const ofHeaders = Object.entries(headers).flatMap(inHeader)
  const whole = [...ofKey, ...ofHeaders]
  const derived = isPublic ? [] : derivedKeys(key)
  const patterns = [
    ...whole.map(
      ({ value }) =>
        [value, value.length >= LONG || (value === key && key.length > 5) ? quoted(value) : bounded(value)] as const,
    ),
    ...derived.map(({ value }) => [value, value.length >= LONG ? bounded(value) : afterScheme(value)] as const),
    ...(isPublic || key.length > 5 ? [] : [[key, afterScheme(key)] as const]),
  ]
  const longestFirst = patterns.toSorted(([one], [other]) => other.length - one.length).map(([, pattern]) => pattern)
  if (longestFirst.length === 0) return (data) => data
  const cores = [...(isPublic ? [] : [{ value: key, expression: '$ORDERS_MOCK_KEY' }]), ...ofHeaders].flatMap(
    base64Cores,
  )
  const secrets = new Map([...derived, { value: key, expression: '$ORDERS_MOCK_KEY' }, ...whole].map(entryOf))
  // Last, for bash can make the others of the variable.
  const pattern = new RegExp([...longestFirst, ...cores.map(({ value }) => withRest(value))].join('|'), 'g')
  const expressionOf = (text: string) =>
    secrets.get(text) ?? cores.find(({ value }) => text.includes(value))?.expression ?? ''
  const find: SecretFinder = { pattern, expressionOf }
  const inText = (text: string) =>
    withoutCut(text, whole).replaceAll(find.pattern, (value: string, ...rest: unknown[]) =>
      delimited(expressionOf(value), text.charAt((rest[0] as number) + value.length)),
    )
  return <Value>(data: Value) => redacted(data, { inText, inLine: (line) => redactShell(line, find) }) as Value
}

function entryOf({ value, expression }: Secret): [string, string] {
  return [value, expression]
}

function spellings(value: string, expression: string): Secret[] {
  if (value.length < MIN_LENGTH) return []
  // As a command line quotes it.
  const inQuotes = value.replaceAll("'", String.raw`'\''`)
  return [...new Set([value, inQuotes])].map((each) => ({ value: each, expression }))
}

/** The value of a header, and what else of it somebody could use: what follows a scheme, each cookie, a password. */
function inHeader([name, value]: [string, string]): Secret[] {
  if (PUBLIC_HEADERS.test(name) || PUBLIC_VALUES.test(value)) return []
  const expression = `$ORDERS_MOCK_HEADER_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`
  const parts = value.split(/[\s;,]+|(?<=\w)=(?=.)/).filter((part) => part.length >= LONG && part !== value)
  const [, user, password] = /^Basic +(\S+)$/i.test(value)
    ? (/^(.*?):(.*)$/.exec(atob(value.slice(6).trim())) ?? [])
    : []
  const basic = [password ?? '', user === undefined ? '' : `${user}:${password ?? ''}`]
  const secrets = [value, ...parts, ...basic]
  return [
    ...secrets.flatMap((each) => spellings(each, expression)),
    ...secrets.flatMap((each) => [...escapes(each, expression), ...encodings(each, expression)]),
  ]
}

/** As a provider may repeat it: in a string of JSON, or encoded for a URL twice. */
function escapes(value: string, expression: string): Secret[] {
  const percent = encodeURIComponent(value)
  return others(value, [JSON.stringify(value).slice(1, -1), encodeURIComponent(percent)], expression)
}

// For a key there are expressions that make these of the variable.
function encodings(value: string, expression: string): Secret[] {
  const percent = encodeURIComponent(value)
  const bytes = Buffer.from(value)
  const lowerCase = percent.replaceAll(/%../g, (escape) => escape.toLowerCase())
  return others(value, [percent, lowerCase, bytes.toString('base64'), bytes.toString('base64url')], expression)
}

function others(value: string, spelled: readonly string[], expression: string): Secret[] {
  if (value.length < LONG) return []
  return spelled.filter((each) => each !== value).map((each) => ({ value: each, expression }))
}

function quoted(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
}

// What comes before, a user's name, is none; to look for its beginning would take long in long texts.
function withRest(core: string): string {
  return `${quoted(core)}[\\w+/-]*=*`
}

// What is encoded for a URL may follow an escape, such as that of the space after a scheme.
function bounded(text: string): string {
  return `(?<![A-Za-z0-9](?<!%[A-Fa-f0-9]{2}))${quoted(text)}(?![A-Za-z0-9])`
}

function afterScheme(text: string): string {
  return `(?<=\\b(?:${SCHEMES})[: ]{1,2})${quoted(text)}(?![A-Za-z0-9])`
}

/** A secret whose end, or beginning, was cut off with the text around it. */
function withoutCut(text: string, secrets: readonly Secret[]): string {
  if (!text.includes('…')) return text
  return secrets.reduce((shorter, { value, expression }) => {
    const [before = '', ...after] = shorter.split('…')
    return [withoutStart(before, value, expression), ...after].join('…')
  }, text)
}

function withoutStart(before: string, value: string, expression: string): string {
  for (let length = value.length - 1; length >= MIN_LENGTH; length--) {
    const start = value.slice(0, length)
    if (before.trimEnd().endsWith(start)) return before.trimEnd().slice(0, -length) + expression
  }
  return before
}

interface Redactions {
  readonly inText: (text: string) => string
  readonly inLine: (line: string) => string
}

// Command lines stand in `curl` and `steps`; in all else a secret is just a text.
function redacted(data: unknown, { inText, inLine }: Redactions): unknown {
  if (typeof data === 'string') return inText(data)
  if (Array.isArray(data)) return data.map((item: unknown) => redacted(item, { inText, inLine }))
  if (typeof data !== 'object' || data === null) return data
  const members = Object.entries(data).map(([name, value]) => {
    const isLine = name === 'curl' || name === 'steps'
    return [name, redacted(value, { inText: isLine ? inLine : inText, inLine })]
  })
  return Object.fromEntries(members)
}
