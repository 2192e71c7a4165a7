import { setTimeout as pause } from 'node:timers/promises'
import { fetchText, shortened, type TextResponse } from '../../../contract/index.js'
import { ToolError } from '../../../input/index.js'
import { isObject, type Json, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, jsonIn, member, text } from '../../json-members.js'

/** A Pact Broker that cannot be reached, or refuses. */
export class BrokerError extends ToolError {
  override readonly name: string = 'BrokerError'

  /** @param status of the broker's answer, if there was one */
  constructor(
    message: string,
    readonly status?: number,
  ) {
    super(message, 3)
  }
}

type Request = Parameters<typeof fetchText>[1]

/** Speaks with one Pact Broker, and nobody else: every link is followed on its host. Resources are HAL: JSON with `_links`. */
export class HalClient {
  /**
   * @param baseUrl where the broker is, without credentials; behind a path of its own, with that path
   * @param authorization the header of that name, if there is to be one
   * @param way how long one answer may take, and which way it comes
   */
  constructor(
    readonly baseUrl: URL,
    readonly authorization: string | undefined,
    readonly way: Pick<Request, 'timeoutMs' | 'route'>,
  ) {}

  async send(method: Request['method'], href: string, body?: Json): Promise<JsonObject> {
    const url = onBroker(this.baseUrl, href)
    const answer = await ask(url, {
      method,
      headers: {
        accept: 'application/hal+json, application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.authorization === undefined ? {} : { authorization: this.authorization }),
      },
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
      ...this.way,
    })
    const what = `${method} ${withoutQuery(url)}`
    if (answer.status < 200 || answer.status > 299) throw refusal(what, answer, this.authorization)
    if (answer.text.trim() === '') return {}
    const resource = jsonIn(answer.text)
    if (isObject(resource)) return resource
    throw new BrokerError(`${what} was not answered with a JSON object. Is there a pact, or a Pact Broker?`)
  }
}

/** The address of a link, with its placeholders filled in; `undefined` if the resource has no such link. */
export function linkOf(
  resource: JsonObject,
  name: string,
  values: Readonly<Record<string, string>> = {},
): string | undefined {
  const link = member(resource['_links'], name)
  const href = text(member(Array.isArray(link) ? link[0] : link, 'href'))
  if (href === '') return undefined
  return href.replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    values[key] === undefined ? whole : encodeURIComponent(values[key]),
  )
}

/** An address as it may be printed: its query may hold a token. */
export function withoutQuery({ origin, pathname }: URL): string {
  return origin + pathname
}

// A broker behind a gateway often names itself wrongly in its links; and credentials go nowhere else.
function onBroker(baseUrl: URL, href: string): URL {
  if (!URL.canParse(href, baseUrl.href))
    throw new BrokerError(`A link of ${baseUrl.origin} is not an address: ${href}.`)
  const url = new URL(href, baseUrl)
  const context = baseUrl.pathname.replace(/\/+$/, '')
  const isBelow = url.pathname === context || url.pathname.startsWith(`${context}/`)
  return new URL(`${isBelow ? '' : context}${url.pathname}${url.search}`, baseUrl.origin)
}

// A broker that starts, or is busy, is asked again.
const PAUSES_MS: readonly number[] = [300, 1_000]

async function ask(
  url: URL,
  request: Request,
  [pauseMs, ...rest]: readonly number[] = PAUSES_MS,
): Promise<TextResponse> {
  const answer = await fetchText(url.href, request).catch((error: Error) => {
    throw new BrokerError(`Cannot reach ${url.origin}, where pacts should be: ${error.message}.`)
  })
  const isPassing = answer.status === 429 || answer.status >= 500
  if (!isPassing || pauseMs === undefined) return answer
  await pause(pauseMs)
  return ask(url, request, rest)
}

function refusal(what: string, { status, text: body }: TextResponse, authorization: string | undefined): BrokerError {
  const reason = reasonIn(body)
  const refused = `${what} was answered with ${status}${reason === '' ? '' : ` (${reason})`}.`
  if (status === 401) {
    const way = 'PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD'
    const hint = authorization === undefined ? `It asks for credentials: set ${way}.` : `Check ${way}.`
    return new BrokerError(`${refused} ${hint}`, status)
  }
  if (status === 403) return new BrokerError(`${refused} The credentials do not allow it.`, status)
  return new BrokerError(refused, status)
}

// {"error": "…"}, {"error": {"message": "…"}} or {"errors": {"member": ["…"]}}
function reasonIn(body: string): string {
  const json = jsonIn(body)
  const texts = textsIn(member(json, 'errors') ?? member(json, 'error')).join(', ')
  return shortened(texts.replaceAll(/\s+/g, ' ').trim(), 300)
}

function textsIn(json: Json | undefined): string[] {
  if (typeof json === 'string') return [json]
  if (Array.isArray(json)) return json.flatMap(textsIn)
  if (!isObject(json)) return []
  if (typeof json['message'] === 'string') return [json['message']]
  return Object.entries(json).flatMap(([name, value]) => textsIn(value).map((each) => `${name}: ${each}`))
}
