import { parseJson, stringifyJson } from '../spec/index.js'
import { ControlClientError } from './control-client-error.js'

/** A method and a path below `/__mock`, such as `GET /scenarios`. */
export type RequestLine = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`

/** Asks for something below one place of the control API. */
export type Ask = <Answer>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path?: string,
  body?: unknown,
) => Promise<Answer>

/** How to reach the control API of a mock. */
export interface ConnectionOptions {
  readonly token?: string | undefined
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
}

/** Sends requests to the control API of one mock. */
export class Connection {
  readonly #base: string
  readonly #options: ConnectionOptions

  /** @throws {TypeError} if the address is none */
  constructor(url: string, options: ConnectionOptions) {
    this.#base = baseOf(url)
    this.#options = options
  }

  /**
   * Asks for an answer, in which every integer is exact.
   *
   * @throws {ControlClientError} if the mock refuses, or does not answer
   */
  async ask<Answer>(line: RequestLine, body?: unknown): Promise<Answer> {
    const response = await this.open(line, { body: body === undefined ? null : stringifyJson(body) })
    const text = await response.text().catch((error: unknown) => fail(`The answer to ${line} broke off.`, error))
    return (text === '' ? undefined : parseJson(text)) as Answer
  }

  /** @throws {ControlClientError} if the mock refuses, or does not answer */
  async open(line: RequestLine, init: RequestInit): Promise<Response> {
    const { token, fetch = globalThis.fetch } = this.#options
    const [method = '', path = ''] = line.split(' ')
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(this.#base + path, { ...init, method, headers, cache: 'no-store' }).catch(
      (error: unknown) => fail(`No answer from ${this.#base}. Is the mock running there?`, error),
    )
    if (response.ok) return response
    throw refusal(response.status, await response.text().catch(() => ''), line)
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

function refusal(status: number, text: string, line: string): ControlClientError {
  const { code = 'unknown', message = `The mock answered ${line} with ${status}.` } = readError(text)
  return new ControlClientError(status, code, message)
}

/** A proxy in between may answer with a page. */
function readError(text: string): Partial<Record<'code' | 'message', string>> {
  try {
    return JSON.parse(text) as Record<'code' | 'message', string>
  } catch {
    return {}
  }
}

function fail(message: string, cause: unknown): never {
  throw new ControlClientError(0, 'no_answer', message, { cause })
}
