import type { AddressedRequest } from '../contract/index.js'
import { secretHider, secretPartsOf } from '../node/index.js'
import { mark, unmarked } from '../shell/index.js'
import type { BrokerOptions } from './pact/broker-options.js'

type HeaderFields = Readonly<Record<string, string>>

interface SecretOptions {
  readonly key: string
  readonly headers: HeaderFields
  readonly statesHeaders: HeaderFields
  readonly broker?: Pick<BrokerOptions, 'token' | 'password'>
}

/** The default key of a mock, which is in every manual, and those of its sandboxes. */
const PUBLIC_KEY = /^test-key(?:~|$)/

// Values that everybody sends are not secrets, and would be missed where a report speaks of them.
const PUBLIC_HEADERS = /^(?:accept(?:-\w+)?|content-type|user-agent|cache-control|pragma|prefer)$/i

/** Fewer characters tell nothing of a key. */
const LEAST = 4

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

/** The key of a run, its own headers and what opens its broker. */
export class Secrets {
  readonly #key: string
  /** What requests hold, again and again, and how it is written. */
  readonly #written = new Map<string, string>()
  /** The variables that stand for values of headers. */
  readonly #variables = new Map<string, string>()
  readonly #hide: (text: string) => string

  constructor({ key, headers, statesHeaders, broker = {} }: SecretOptions) {
    this.#key = PUBLIC_KEY.test(key) ? '' : key
    for (const [kind, own] of [['STATES_HEADER', statesHeaders] as const, ['HEADER', headers] as const])
      for (const [name, shown] of Object.entries(maskHeaders(own, kind)))
        if (shown !== own[name]) this.#variables.set(own[name] ?? '', shown)
    const { token = '', password = '' } = broker
    const own = [
      [this.#key, '$ORDERS_MOCK_KEY'],
      [token, '$PACT_BROKER_TOKEN'],
      [password, '$PACT_BROKER_PASSWORD'],
    ] as const
    const ofHeaders = [...this.#variables].flatMap(([value, shown]) =>
      secretPartsOf(value).map((part) => [part, unmarked(shown)] as const),
    )
    this.#hide = secretHider([...own, ...ofHeaders])
  }

  /** The request with marked code in the place of secrets: bash puts them in again. */
  mask(request: AddressedRequest): AddressedRequest {
    const maskQuery = (address: string) => unmarked(address).replace(/\?.*$/s, (query) => this.#write(query))
    const headers = Object.entries(request.headers).map(([name, value]) => {
      // Only there are keys that are nearly right.
      const least = /^authorization$/i.test(name) ? LEAST : Infinity
      return [name, this.#variables.get(value) ?? this.#write(unmarked(value), least)] as const
    })
    const { path, url } = request
    return { ...request, headers: Object.fromEntries(headers), path: maskQuery(path), url: maskQuery(url) }
  }

  #write(text: string, least = Infinity): string {
    const id = `${least} ${text}`
    const written = this.#written.get(id) ?? inVariables(text, this.#key, least)
    this.#written.set(id, written)
    return written
  }

  /** Plain data that a provider may have put secrets into, without them; marks are taken away. */
  redact<Data>(data: Data): Data {
    const hide = (_: string, value: unknown) => (typeof value === 'string' ? this.#hide(unmarked(value)) : value)
    return JSON.parse(JSON.stringify(data), hide) as Data
  }
}

/** Headers of the run, with each secret value replaced by a marked variable. */
export function maskHeaders(headers: HeaderFields, kind: 'HEADER' | 'STATES_HEADER'): HeaderFields {
  const masked = Object.entries(headers).map(([name, value]) => {
    const variable = mark(`$ORDERS_MOCK_${kind}_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`)
    return [name, PUBLIC_HEADERS.test(name) || value === '' ? value : variable] as const
  })
  return Object.fromEntries(masked)
}

/**
 * Writes a text with marked code in the place of the key, of what could be turned back into it, and of parts of it that
 * are not too short: a key that is nearly right gives most of the valid key away. Bash makes the same text of it.
 * @param least how many characters of the key are a part to hide
 */
function inVariables(text: string, key: string, least: number): string {
  if (key === '') return text
  const forms = FORMS.map(([expression, of]) => [expression, of(key)] as const)
  let shown = ''
  for (let rest = text; rest !== '';) {
    const [expression, form] = forms.find(([, each]) => rest.startsWith(each)) ?? startOf(rest, key, least)
    rest = rest.slice(form.length)
    // A name that would go on in what follows is put in braces.
    if (expression === form) shown += form
    else shown += mark(/^[\w:[]/.test(rest) ? expression.replace(/^\$(\w+)$/, '${$1}') : expression)
  }
  return shown
}

/** The longest part of the key with which the text begins, or its first character. */
function startOf(text: string, key: string, least: number): readonly [expression: string, form: string] {
  let length = 0
  while (length < text.length && key.includes(text.slice(0, length + 1))) length++
  const part = text.slice(0, length)
  if (length < least) return [text.charAt(0), text.charAt(0)]
  return [`\${ORDERS_MOCK_KEY:${key.indexOf(part)}:${length}}`, part]
}
