import { setTimeout as pause } from 'node:timers/promises'
import { fetchText, type ProviderResponse, shortened } from '../../../contract/index.js'
import { ToolError } from '../../../input/index.js'
import { isObject, type Json, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, jsonIn, member, text } from '../../json-members.js'
import type { BrokerOptions } from './broker-options.js'

/** A Pact Broker that cannot be reached, or refuses. */
export class BrokerError extends ToolError {
  override readonly name = 'BrokerError'

  /** @param status of the broker's answer, if there was one */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message, 3)
  }
}

type Request = Parameters<typeof fetchText>[1]

// A broker that starts, or is busy, is asked again.
const PAUSES_MS = [300, 1_000]

/** Speaks with one Pact Broker, and nobody else: every link is followed on its host. Resources are HAL: JSON with `_links`. */
export class HalClient {
  readonly #headers: Readonly<Record<string, string>>

  /** @param way how long one answer may take, and which way it comes */
  constructor(
    readonly origin: string,
    { token = '', username = '', password = '' }: Pick<BrokerOptions, 'token' | 'username' | 'password'>,
    readonly way: Pick<Request, 'timeoutMs' | 'route'>,
  ) {
    const basic = username && `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const authorization = token === '' ? basic : `Bearer ${token}`
    this.#headers = { accept: 'application/hal+json, application/json', ...(authorization && { authorization }) }
  }

  /** @param href of whatever host: a broker behind a gateway often names itself wrongly, and credentials go nowhere else */
  async send(method: Request['method'], href: string, json?: Json): Promise<JsonObject> {
    if (!URL.canParse(href, this.origin)) throw new BrokerError(`A link of ${this.origin} is not an address: ${href}.`)
    const { pathname, search } = new URL(href, this.origin)
    const headers = { ...this.#headers, ...(json !== undefined && { 'content-type': 'application/json' }) }
    const body = json === undefined ? {} : { body: stringifyJson(json) }
    const answer = await this.#ask(pathname + search, { method, headers, ...body, ...this.way })
    const what = `${method} ${this.origin}${pathname}`
    if (answer.status < 200 || answer.status > 299) throw refusal(what, answer)
    const resource = answer.body.trim() === '' ? {} : jsonIn(answer.body)
    if (isObject(resource)) return resource
    throw new BrokerError(`${what} was not answered with a JSON object. Is there a pact, or a Pact Broker?`)
  }

  async #ask(path: string, request: Request, [pauseMs, ...rest] = PAUSES_MS): Promise<ProviderResponse> {
    const answer = await fetchText(this.origin + path, request).catch((error: Error) => {
      throw new BrokerError(`Cannot reach ${this.origin}, where pacts should be: ${error.message}.`)
    })
    const isPassing = answer.status === 429 || answer.status >= 500
    if (!isPassing || pauseMs === undefined) return answer
    await pause(pauseMs)
    return this.#ask(path, request, rest)
  }
}

/** The address of a link, with its placeholders filled in; `undefined` if the resource has no such link. */
export function linkOf(
  resource: JsonObject,
  name: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const href = text(member(member(resource['_links'], name), 'href'))
  if (href === '') return undefined
  return href.replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    values[key] === undefined ? whole : encodeURIComponent(values[key]),
  )
}

/** An address as it may be printed: its query may hold a token. */
export function withoutQuery({ origin, pathname }: URL): string {
  return origin + pathname
}

// A broker explains itself in {"error": …} or {"errors": …}.
function refusal(what: string, { status, headers: { location }, body }: ProviderResponse): BrokerError {
  const json = jsonIn(body)
  const reason = member(json, 'error') ?? member(json, 'errors')
  const said = reason === undefined ? '' : ` (${shortened(stringifyJson(reason), 300)})`
  const place = location === undefined ? '' : `, which leads to ${location}`
  const wayOut = status === 401 ? ' Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.' : ''
  return new BrokerError(`${what} was answered with ${status}${place}${said}.${wayOut}`, status)
}
