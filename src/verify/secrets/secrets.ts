import type { AddressedRequest } from '../../contract/index.js'
import { inVariables } from './in-variables.js'

type Headers = Readonly<Record<string, string>>

interface Given {
  readonly key: string
  readonly headers: Headers
  readonly statesHeaders: Headers
}

/** The key of a mock that was given no other, which stands in every manual, and those of its sandboxes. */
const PUBLIC_KEY = /^test-key(?:~|$)/
// What everybody sends is no secret, and would be missed where a report speaks of it.
const PUBLIC_HEADERS = /^(?:accept(?:-\w+)?|content-type|user-agent|cache-control|pragma|prefer)$/i
const PUBLIC_VALUES = /^(?:true|false|null|none)$/i

/** What is shorter may stand in other text by chance. */
const LEAST = 4

/** The key of a run and its own headers. What is known of a request that was sent has variables in their place. */
export class Secrets {
  readonly #key: string | undefined
  readonly #headers: Headers
  /** The run's own headers as they are shown. */
  readonly #shown: Headers
  /** Texts of requests as they are shown. */
  readonly #masked = new Map<string, string>()
  /** What a provider may repeat, and the variable that has it. */
  readonly #echoes = new Map<string, string>()

  constructor({ key, headers, statesHeaders }: Given) {
    this.#key = PUBLIC_KEY.test(key) ? undefined : key
    this.#headers = headers
    this.#shown = maskHeaders(headers, 'HEADER')
    if (this.#key !== undefined) this.#addEcho(key, '$ORDERS_MOCK_KEY')
    for (const [name, value] of Object.entries(headers)) this.#addEcho(value, this.#shown[name])
    const shown = maskHeaders(statesHeaders, 'STATES_HEADER')
    for (const [name, value] of Object.entries(statesHeaders)) this.#addEcho(value, shown[name])
  }

  /** The request with variables in the place of secrets, as bash puts them in again. */
  mask(request: AddressedRequest): AddressedRequest {
    const [query = ''] = /\?.*$/s.exec(request.path) ?? []
    const maskQuery = (address: string) => address.slice(0, address.length - query.length) + this.#maskText(query)
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const own = this.#headers[name] === value ? this.#shown[name] : undefined
      return [name, own ?? this.#maskText(value)]
    })
    const { path, url } = request
    return { ...request, headers: Object.fromEntries(headers) as Headers, path: maskQuery(path), url: maskQuery(url) }
  }

  /** Plain data that a provider may have put secrets into, without them. */
  redact<Data>(data: Data): Data {
    const echoes = [...this.#echoes].toSorted(([one], [other]) => other.length - one.length)
    return redacted(data, echoes) as Data
  }

  #maskText(text: string): string {
    if (this.#key === undefined) return text
    const known = this.#masked.get(text)
    if (known !== undefined) return known
    const masked = inVariables(text, this.#key)
    // A provider may repeat a key that is nearly right.
    if (masked !== text) this.#addEcho(withoutScheme(text), withoutScheme(masked))
    this.#masked.set(text, masked)
    return masked
  }

  #addEcho(value: string, masked = value): void {
    if (value !== masked && value.length >= LEAST) this.#echoes.set(value, masked)
  }
}

/** Headers of the run with a variable in the place of each value that is nobody else's business. */
export function maskHeaders(headers: Headers, kind: 'HEADER' | 'STATES_HEADER'): Headers {
  const masked = Object.entries(headers).map(([name, value]) => {
    if (PUBLIC_HEADERS.test(name) || PUBLIC_VALUES.test(value)) return [name, value]
    return [name, `$ORDERS_MOCK_${kind}_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`]
  })
  return Object.fromEntries(masked) as Headers
}

function withoutScheme(text: string): string {
  return text.replace(/^\w*:? +|^\?/, '')
}

function redacted(data: unknown, echoes: readonly (readonly [string, string])[]): unknown {
  if (typeof data === 'string')
    return echoes.reduce((text, [value, masked]) => text.replaceAll(value, () => masked), data)
  if (Array.isArray(data)) return data.map((item: unknown) => redacted(item, echoes))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redacted(value, echoes)]))
}
