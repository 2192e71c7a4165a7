import type { AddressedRequest } from '../contract/index.js'

type HeaderFields = Readonly<Record<string, string>>

/** The key of a mock that was given no other, which stands in every manual, and those of its sandboxes. */
const PUBLIC_KEY = /^test-key(?:~|$)/

// Values that everybody sends are not secrets, and would be missed where a report speaks of them.
const PUBLIC_HEADERS = /^(?:accept(?:-\w+)?|content-type|user-agent|cache-control|pragma|prefer)$/i

/** Fewer characters tell nothing of a key. */
const LEAST = 4
/** A text that is shorter, or lacks more of the key, may stand in an answer by chance. */
const LEAST_IN_ANSWERS = 8
const MOST_LACKING = 2

const piped = (format: string, filter: string) => `$(printf '${format}' "$ORDERS_MOCK_KEY" | ${filter})`
const IN_BASE64 = String.raw`base64 | tr -d '\n'`

/** Ways in which a key is transformed, and how bash does the same. */
const FORMS: readonly (readonly [expression: string, of: (key: string) => string])[] = [
  ['$ORDERS_MOCK_KEY', (key) => key],
  [piped('%s', 'tr a-z A-Z'), (key) => key.toUpperCase()],
  [piped('%s', 'tr A-Z a-z'), (key) => key.toLowerCase()],
  [piped('%s:', IN_BASE64), (key) => Buffer.from(`${key}:`).toString('base64')],
  [piped(':%s', IN_BASE64), (key) => Buffer.from(`:${key}`).toString('base64')],
  [piped('%s', IN_BASE64), (key) => Buffer.from(key).toString('base64')],
]

const VARIABLE = String.raw`\$\{?ORDERS_MOCK_(?:KEY|(?:STATES_)?HEADER_[A-Z\d_]+)(?::\d+:\d+)?\}?`
const PIPED = FORMS.slice(1).map(([expression]) => expression.replaceAll(/[$()|\\]/g, String.raw`\$&`))

/** The expressions that stand for secrets, and nothing else that bash would run: a provider may have sent the rest. */
export const SECRETS = new RegExp(`(${[...PIPED, VARIABLE].join('|')})`)

/** The key of a run and its own headers. What is known of a request that was sent has variables in their place. */
export class Secrets {
  readonly #key: string
  /** The variables that stand for values of headers. */
  readonly #variables = new Map<string, string>()

  constructor({ key, headers, statesHeaders }: { key: string; headers: HeaderFields; statesHeaders: HeaderFields }) {
    this.#key = PUBLIC_KEY.test(key) ? '' : key
    for (const [kind, own] of [['STATES_HEADER', statesHeaders] as const, ['HEADER', headers] as const])
      for (const [name, shown] of Object.entries(maskHeaders(own, kind)))
        if (shown !== own[name]) this.#variables.set(own[name] ?? '', shown)
  }

  /** The request with variables in the place of secrets, as bash puts them in again. */
  mask(request: AddressedRequest): AddressedRequest {
    const maskQuery = (address: string) => address.replace(/\?.*$/s, (query) => inVariables(query, this.#key, LEAST))
    const headers = Object.entries(request.headers).map(([name, value]) => {
      return [name, this.#variables.get(value) ?? inVariables(value, this.#key, LEAST)] as const
    })
    const { path, url } = request
    return { ...request, headers: Object.fromEntries(headers), path: maskQuery(path), url: maskQuery(url) }
  }

  /** Plain data that a provider may have put secrets into, without them. */
  redact<Data>(data: Data): Data {
    const key = this.#key.length < LEAST ? '' : this.#key
    const least = Math.max(LEAST_IN_ANSWERS, key.length - MOST_LACKING)
    const echoes = [...this.#variables].filter(([value]) => value.length >= LEAST_IN_ANSWERS)
    return JSON.parse(JSON.stringify(data), (_, value: unknown) => {
      if (typeof value !== 'string') return value
      const text = echoes.reduce((each, [echo, variable]) => each.replaceAll(echo, () => variable), value)
      return inVariables(text, key, least)
    }) as Data
  }
}

/** Headers of the run with a variable in the place of each value that is nobody else's business. */
export function maskHeaders(headers: HeaderFields, kind: 'HEADER' | 'STATES_HEADER'): HeaderFields {
  const masked = Object.entries(headers).map(([name, value]) => {
    const variable = `$ORDERS_MOCK_${kind}_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`
    return [name, PUBLIC_HEADERS.test(name) || value === '' ? value : variable] as const
  })
  return Object.fromEntries(masked)
}

/**
 * Writes a text with variables in the place of the key, of what could be turned back into it, and of parts of it that are
 * not too short: a key that is nearly right gives most of the right one away. Bash makes the same text of it.
 */
function inVariables(text: string, key: string, least: number): string {
  if (key === '') return text
  const forms = FORMS.map(([expression, of]) => [expression, of(key)] as const)
  let shown = ''
  for (let rest = text; rest !== '';) {
    const [expression, form] = forms.find(([, each]) => rest.startsWith(each)) ?? startOf(rest, key, least)
    shown += expression
    rest = rest.slice(form.length)
  }
  // A name that would go on in what follows is put in braces.
  return shown.replaceAll(/\$ORDERS_MOCK_KEY(?=[\w:])/g, '${ORDERS_MOCK_KEY}')
}

/** The longest part of the key with which the text begins, or its first character. */
function startOf(text: string, key: string, least: number): readonly [expression: string, form: string] {
  let length = 0
  while (length < text.length && key.includes(text.slice(0, length + 1))) length++
  const part = text.slice(0, length)
  if (length < least) return [text.charAt(0), text.charAt(0)]
  return [`\${ORDERS_MOCK_KEY:${key.indexOf(part)}:${length}}`, part]
}
