import { parseJson, pathOf, stringifyJson } from '../spec/index.js'
import type { IdLike } from './types.js'

/** How a client reaches the control API. */
export interface ControlClientOptions {
  /** The control token, if the mock was started with one. */
  readonly token?: string | undefined
  /** Instead of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Why the control API rejected a request, or why there was no response. */
export class ControlClientError extends Error {
  override readonly name = 'ControlClientError'

  constructor(
    /** The HTTP status; 0 if there was no response. */
    readonly status: number,
    /** The code of the Error object, such as `order_not_found`; `no_answer` if there was none. */
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** A method and the segments of a path below one place in the control API, such as `GET`, `scenarios` below `/__mock`. */
export type RequestLine = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', ...path: IdLike[]]

/** Sends a request; in the response, every integer is exact. */
export type Ask = <Answer>(line: RequestLine, body?: unknown, query?: Query) => Promise<Answer>

/** The content of a request; fields that are `undefined` are omitted. */
export type Query = Readonly<Record<string, string | number | bigint | undefined>>

export class Connection {
  readonly #base: string
  readonly #options: ControlClientOptions

  /** @throws {TypeError} if the address is not a URL */
  constructor(url: string, options: ControlClientOptions) {
    this.#base = baseOf(url)
    this.#options = options
  }

  /** @throws {ControlClientError} if the mock rejects the request, or does not respond */
  readonly ask: Ask = async <Answer>(line: RequestLine, body?: unknown, query?: Query) => {
    const response = await this.open(line, { body: body === undefined ? null : stringifyJson(body) }, query)
    const text = await response.text().catch((error: unknown) => fail('The response of the mock broke off.', error))
    return (text === '' ? undefined : parseJson(text)) as Answer
  }

  /** @throws {ControlClientError} if the mock rejects the request, or does not respond */
  async open([method, ...segments]: RequestLine, init: RequestInit, query: Query = {}): Promise<Response> {
    const { token, fetch = (...request) => globalThis.fetch(...request) } = this.#options
    // A header cannot carry it, so no mock has it; quotation marks of a text that was copied are such characters.
    if (token !== undefined && /[^\t -~\u0080-\u00ff]/.test(token)) {
      throw new ControlClientError(
        401,
        'missing_control_token',
        'The control token has a character that is not Latin-1.',
      )
    }
    const path = pathIn(segments) + searchOf(query)
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(this.#base + path, { ...init, method, headers, cache: 'no-store' }).catch(
      (error: unknown) => fail(`No response from ${this.#base}. Check that a mock is running there.`, error),
    )
    if (response.ok) return response
    // A proxy in between may respond with a page.
    const error = (await response.json().catch(() => undefined)) as Partial<Record<'code' | 'message', string>> | null
    const { code = 'unknown', message = `The mock returned ${response.status} for ${method} ${path}.` } = error ?? {}
    throw new ControlClientError(response.status, code, message)
  }
}

/** The address of the mock, of its API or of its control API: all mean the same mock. */
function baseOf(url: string): string {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    const scheme = /^[\w.-]+(?::\d+)?(?:\/|$)/.test(url) ? ` Did you mean "http://${url}"?` : ''
    throw new TypeError(`"${url}" is not the address of a mock.${scheme} Example: "http://127.0.0.1:4010".`)
  }
  return `${new URL(url).origin}/__mock`
}

/** @throws {ControlClientError} for a segment that would lead elsewhere */
function pathIn(segments: readonly IdLike[]): string {
  try {
    return pathOf(segments)
  } catch (error) {
    throw new ControlClientError(400, 'invalid_request', (error as RangeError).message)
  }
}

function searchOf(query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function fail(message: string, cause: unknown): never {
  throw new ControlClientError(0, 'no_answer', message, { cause })
}
