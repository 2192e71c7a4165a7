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
 * The key of a run and its own headers. Whoever tells of a request never has them: they are put in where it goes out,
 * and variables stand in their place before anything else sees it.
 */
export class Secrets {
  readonly #key: string | undefined
  readonly #headers: Headers
  readonly #echoes = new Echoes()
  /** What was sent, by what is told of it. */
  readonly #sent = new Map<string, string>()
  readonly #told = new Map<string, string>()

  constructor({ key, headers, statesHeaders }: Given) {
    this.#key = PUBLIC_KEY.test(key) ? undefined : key
    this.#headers = headers
    if (this.#key !== undefined) this.#echoes.add(key, '$ORDERS_MOCK_KEY')
    this.#addHeaders(headers, tellHeaders(headers, 'HEADER'))
    this.#addHeaders(statesHeaders, tellHeaders(statesHeaders, 'STATES_HEADER'))
  }

  /** The request with variables in the place of secrets, as bash puts them in again. */
  tell(request: AddressedRequest): AddressedRequest {
    const { path, query } = split(request.path)
    const asked = this.#tellText(query)
    const own = tellHeaders(this.#headers, 'HEADER')
    const headers = Object.entries(request.headers).map(([name, value]) => {
      const given = this.#headers[name] === value ? own[name] : undefined
      return [name, given === undefined ? this.#tellText(value) : this.#remember(value, given)]
    })
    const url = request.url.slice(0, request.url.length - query.length) + asked
    return { ...request, headers: Object.fromEntries(headers) as Headers, path: path + asked, url }
  }

  /** A request that was told, as it is sent. */
  reveal(request: OutgoingRequest): OutgoingRequest {
    const { path, query } = split(request.path)
    const reveal = (text: string) => this.#sent.get(text) ?? text
    const headers = Object.entries(request.headers).map(([name, value]) => [name, reveal(value)])
    return { ...request, headers: Object.fromEntries(headers) as Headers, path: path + reveal(query) }
  }

  /** Plain data that a provider may have put secrets into, without them. */
  conceal<Data>(data: Data): Data {
    return concealed(data, this.#echoes) as Data
  }

  #tellText(text: string): string {
    if (this.#key === undefined) return text
    const known = this.#told.get(text)
    if (known !== undefined) return known
    const told = inVariables(text, this.#key)
    // A provider may repeat a key that is nearly right.
    if (told !== text) this.#echoes.add(withoutScheme(text), withoutScheme(told))
    return this.#remember(text, told)
  }

  #remember(text: string, told: string): string {
    this.#told.set(text, told)
    this.#sent.set(told, text)
    return told
  }

  #addHeaders(headers: Headers, told: Headers): void {
    for (const [name, value] of Object.entries(headers)) {
      const variable = told[name] ?? value
      const parts = variable === value ? [] : partsOf(value)
      for (const part of parts) this.#echoes.add(part, variable)
    }
  }
}

/** Headers of the run with a variable in the place of each value that is nobody else's business. */
export function tellHeaders(headers: Headers, kind: 'HEADER' | 'STATES_HEADER'): Headers {
  const told = Object.entries(headers).map(([name, value]) => {
    if (PUBLIC_HEADERS.test(name) || PUBLIC_VALUES.test(value)) return [name, value]
    return [name, `$ORDERS_MOCK_${kind}_${name.toUpperCase().replaceAll(/[^A-Z\d]/g, '_')}`]
  })
  return Object.fromEntries(told) as Headers
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

function concealed(data: unknown, echoes: Echoes): unknown {
  if (typeof data === 'string') return echoes.conceal(data)
  if (Array.isArray(data)) return data.map((item: unknown) => concealed(item, echoes))
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, concealed(value, echoes)]))
}
