import type { AddressedRequest, OutgoingRequest } from '../../contract/index.js'
import { Echoes } from './echoes.js'
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

/** What a part of a header has at least that somebody could use. */
const LONG = 8

/**
 * The key of a run and its own headers. They are put into a request only where it is sent: everything else sees variables in
 * their place.
 */
export class Secrets {
  readonly #key: string | undefined
  readonly #headers: Headers
  readonly #echoes = new Echoes()
  /** What was sent, by what is shown of it. */
  readonly #unmasked = new Map<string, string>()
  readonly #masked = new Map<string, string>()

  constructor({ key, headers, statesHeaders }: Given) {
    this.#key = PUBLIC_KEY.test(key) ? undefined : key
    this.#headers = headers
    if (this.#key !== undefined) this.#echoes.add(key, '$ORDERS_MOCK_KEY')
    this.#addHeaders(headers, maskHeaders(headers, 'HEADER'))
    this.#addHeaders(statesHeaders, maskHeaders(statesHeaders, 'STATES_HEADER'))
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
    return redacted(data, this.#echoes) as Data
  }

  #maskText(text: string): string {
    if (this.#key === undefined) return text
    const known = this.#masked.get(text)
    if (known !== undefined) return known
    const masked = inVariables(text, this.#key)
    // A provider may repeat a key that is nearly right.
    if (masked !== text) this.#echoes.add(withoutScheme(text), withoutScheme(masked))
    return this.#remember(text, masked)
  }

  #remember(text: string, masked: string): string {
    this.#masked.set(text, masked)
    this.#unmasked.set(masked, text)
    return masked
  }

  #addHeaders(headers: Headers, masked: Headers): void {
    for (const [name, value] of Object.entries(headers)) {
      const variable = masked[name] ?? value
      const parts = variable === value ? [] : partsOf(value)
      for (const part of parts) this.#echoes.add(part, variable)
    }
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

/** The value of a header, and what else of it somebody could use: what follows a scheme, each cookie, a password. */
function partsOf(value: string): string[] {
  const parts = value.split(/[\s;,]+|(?<=\w)=(?=.)/).filter((part) => part.length >= LONG)
  const [, basic] = /^Basic +(\S+)$/i.exec(value) ?? []
  const user = basic === undefined ? '' : Buffer.from(basic, 'base64').toString()
  return [value, ...parts, user, user.slice(user.indexOf(':') + 1)]
}

function split(path: string): { path: string; query: string } {
  const [, before = '', query = ''] = /^([^?]*)(.*)$/s.exec(path) ?? []
  return { path: before, query }
}

function withoutScheme(text: string): string {
  return text.replace(/^\w*:? +|^\?/, '')
}

function redacted(data: unknown, echoes: Echoes): unknown {
  if (typeof data === 'string') return echoes.redact(data)
  if (Array.isArray(data)) return data.map((item: unknown) => redacted(item, echoes))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, redacted(value, echoes)]))
}
