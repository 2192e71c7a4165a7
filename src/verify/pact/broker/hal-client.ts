import { unescape } from 'node:querystring'
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
  /** Where the broker is, without credentials; behind a path of its own, with that path. */
  readonly #base: URL
  readonly #headers: Readonly<Record<string, string>>

  /**
   * @param address of the broker; the credentials in it (`user:password@`) go before the others
   * @param way how long one answer may take, and which way it comes
   */
  constructor(
    address: URL,
    { token = '', username = '', password = '' }: Pick<BrokerOptions, 'token' | 'username' | 'password'>,
    readonly way: Pick<Request, 'timeoutMs' | 'route'>,
  ) {
    this.#base = new URL(withoutQuery(address))
    const own = [address.username, address.password].map(unescape).join(':')
    const user = own === ':' ? `${username}:${password}` : own
    const basic = user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`
    const authorization = own === ':' && token !== '' ? `Bearer ${token}` : basic
    this.#headers = { accept: 'application/hal+json, application/json', ...(authorization && { authorization }) }
  }

  /** @param href the whole address, or what follows the broker's */
  async send(method: Request['method'], href: string, json?: Json): Promise<JsonObject> {
    const url = this.#onBroker(href)
    const headers = { ...this.#headers, ...(json !== undefined && { 'content-type': 'application/json' }) }
    const body = json === undefined ? {} : { body: stringifyJson(json) }
    const answer = await ask(url, { method, headers, ...body, ...this.way })
    const what = `${method} ${withoutQuery(url)}`
    if (answer.status < 200 || answer.status > 299) throw refusal(what, answer)
    const resource = answer.body.trim() === '' ? {} : jsonIn(answer.body)
    if (isObject(resource)) return resource
    throw new BrokerError(`${what} was not answered with a JSON object. Is there a pact, or a Pact Broker?`)
  }

  // A broker behind a gateway often names itself wrongly in its links; and credentials go nowhere else.
  #onBroker(href: string): URL {
    const { href: base, origin, pathname } = this.#base
    if (!URL.canParse(href, base)) throw new BrokerError(`A link of ${origin} is not an address: ${href}.`)
    const url = new URL(href, base)
    const context = pathname.replace(/\/+$/, '')
    const isBelow = url.pathname === context || url.pathname.startsWith(`${context}/`)
    return new URL(`${isBelow ? '' : context}${url.pathname}${url.search}`, origin)
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

async function ask(url: URL, request: Request, [pauseMs, ...rest] = PAUSES_MS): Promise<ProviderResponse> {
  const answer = await fetchText(url.href, request).catch((error: Error) => {
    throw new BrokerError(`Cannot reach ${url.origin}, where pacts should be: ${error.message}.`)
  })
  const isPassing = answer.status === 429 || answer.status >= 500
  if (!isPassing || pauseMs === undefined) return answer
  await pause(pauseMs)
  return ask(url, request, rest)
}

const WAYS_OUT: Readonly<Record<number, string>> = {
  401: ' Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.',
  403: ' The credentials do not allow it.',
}

// A broker explains itself in {"error": …} or {"errors": …}.
function refusal(what: string, { status, body }: ProviderResponse): BrokerError {
  const json = jsonIn(body)
  const reason = member(json, 'error') ?? member(json, 'errors')
  const said = reason === undefined ? '' : ` (${shortened(stringifyJson(reason), 300)})`
  return new BrokerError(`${what} was answered with ${status}${said}.${WAYS_OUT[status] ?? ''}`, status)
}
