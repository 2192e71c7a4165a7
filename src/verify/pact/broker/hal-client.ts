import { setTimeout as pause } from 'node:timers/promises'
import { networkReason, shortened } from '../../../contract/index.js'
import { type Json, parseJson, stringifyJson } from '../../../spec/index.js'
import { isObject, member, text } from '../json-members.js'
import { BrokerError } from './broker-error.js'
import { type Credentials, headerOf } from './credentials.js'

/** A resource of a Pact Broker: HAL, that is JSON with `_links`. */
export type Resource = { readonly [member: string]: Json }

/** Speaks with one Pact Broker, and nobody else: every link is followed on its host. */
export interface HalClient {
  /** Without credentials, for messages. */
  readonly url: string
  get(href: string): Promise<Resource>
  post(href: string, body: Json): Promise<Resource>
  put(href: string, body: Json): Promise<Resource>
}

/**
 * @param baseUrl where the broker is; behind a path of its own, with that path
 * @param timeoutMs how long one answer may take
 */
export function createHalClient(baseUrl: URL, credentials: Credentials, timeoutMs: number): HalClient {
  const send = async (method: string, href: string, body?: Json): Promise<Resource> => {
    const url = onBroker(baseUrl, href)
    const answer = await ask(url, timeoutMs, {
      method,
      headers: {
        accept: 'application/hal+json, application/json',
        ...headerOf(credentials),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: stringifyJson(body) }),
    })
    if (answer.status < 200 || answer.status > 299) throw refusal(`${method} ${url.href}`, answer, credentials)
    if (answer.text.trim() === '') return {}
    const resource = parsed(answer.text)
    if (isObject(resource)) return resource
    throw new BrokerError(
      `${method} ${url.href} was not answered with a JSON object. Is there a pact, or a Pact Broker?`,
    )
  }
  return {
    url: baseUrl.href.replace(/\/$/, ''),
    get: (href) => send('GET', href),
    post: (href, body) => send('POST', href, body),
    put: (href, body) => send('PUT', href, body),
  }
}

/** The address of a link, with its placeholders filled in; `undefined` if the resource has no such link. */
export function linkOf(
  resource: Resource,
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

// A broker behind a gateway often names itself wrongly in its links; and credentials go nowhere else.
function onBroker(baseUrl: URL, href: string): URL {
  const url = new URL(href, baseUrl)
  const context = baseUrl.pathname.replace(/\/+$/, '')
  const isBelow = url.pathname === context || url.pathname.startsWith(`${context}/`)
  return new URL(`${isBelow ? '' : context}${url.pathname}${url.search}`, baseUrl.origin)
}

interface Answer {
  readonly status: number
  readonly text: string
}

// What gateways answer while a broker starts or is busy: it is asked once more.
const PASSING = new Set([429, 502, 503, 504])
const RETRY_AFTER_MS = 1_000

async function ask(url: URL, timeoutMs: number, request: RequestInit): Promise<Answer> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    // A kept connection may have been closed in the meantime: that is no failure yet.
    const answer = await exchange(url, { ...request, signal }).catch((error: unknown) => {
      if (signal.aborted) throw error
    })
    if (answer !== undefined && !PASSING.has(answer.status)) return answer
    if (answer !== undefined) await pause(RETRY_AFTER_MS)
    return await exchange(url, { ...request, signal })
  } catch (error) {
    const reason = signal.aborted ? `it did not answer within ${timeoutMs} ms` : networkReason(error as Error)
    throw new BrokerError(`Cannot reach ${url.origin}, where pacts should be: ${reason}.`)
  }
}

async function exchange(url: URL, request: RequestInit): Promise<Answer> {
  const response = await fetch(url, request)
  return { status: response.status, text: await response.text() }
}

function refusal(what: string, { status, text: body }: Answer, credentials: Credentials): BrokerError {
  const reason = reasonIn(body)
  const refused = `${what} was answered with ${status}${reason === '' ? '' : ` (${reason})`}.`
  if (status === 401) {
    const way = 'PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD'
    const hint = credentials.kind === 'none' ? `It asks for credentials: set ${way}.` : `Check ${way}.`
    return new BrokerError(`${refused} ${hint}`, status)
  }
  if (status === 403) return new BrokerError(`${refused} The credentials do not allow it.`, status)
  return new BrokerError(refused, status)
}

// {"error": "…"}, {"error": {"message": "…"}} or {"errors": {"member": ["…"]}}
function reasonIn(body: string): string {
  const json = parsed(body)
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

function parsed(body: string): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}
