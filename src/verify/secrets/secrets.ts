import type { AddressedRequest, OutgoingRequest } from '../../contract/index.js'
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

/**
 * The key of a run and its own headers. They are put into a request only where it is sent: everything else sees variables in
 * their place.
 */
export class Secrets {
  readonly #key: string | undefined
  readonly #headers: Headers
  /** What a provider may repeat, and the variable that has it. */
  readonly #echoes = new Map<string, string>()
  /** What was sent, by what is shown of it. */
  readonly #unmasked = new Map<string, string>()
  readonly #masked = new Map<string, string>()

  constructor({ key, headers, statesHeaders }: Given) {
    this.#key = PUBLIC_KEY.test(key) ? undefined : key
    this.#headers = headers
    if (this.#key !== undefined) this.#addEcho(key, '$ORDERS_MOCK_KEY')
    for (const [given, kind] of [[headers, 'HEADER'] as const, [statesHeaders, 'STATES_HEADER'] as const])
      for (const [name, masked] of Object.entries(maskHeaders(given, kind))) this.#addEcho(given[name] ?? '', masked)
  }

  /** The request with variables in the place of secrets, as bash puts them in again. */
  mask(request: AddressedRequest): AddressedRequest {
    const { path, query } = split(request.path)
    const asked = this.#maskText(query)
    const own = maskHeaders(this.#headers, 'HEADER')
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const given = this.#headers[name] === value ? own[name] : undefined
      return [name, given === undefined ? this.#maskText(value) : this.#remember(value, given)]
    })
    const url = request.url.slice(0, request.url.length - query.length) + asked
    return { ...request, headers: Object.fromEntries(headers) as Headers, path: path + asked, url }
  }

  /** A masked request, as it is sent. */
  unmask(request: OutgoingRequest): OutgoingRequest {
    const { path, query } = split(request.path)
    const unmask = (text: string) => this.#unmasked.get(text) ?? text
    const headers = Object.entries(request.headers).map(([name, value]) => [name, unmask(value)])
    return { ...request, headers: Object.fromEntries(headers) as Headers, path: path + unmask(query) }
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
    return this.#remember(text, masked)
  }

  #remember(text: string, masked: string): string {
    this.#masked.set(text, masked)
    this.#unmasked.set(masked, text)
    return masked
  }

  #addEcho(value: string, masked: string): void {
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

function split(path: string): { path: string; query: string } {
  const [, before = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  return { path: before, query }
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
