import { unescape } from 'node:querystring'
import { setTimeout as pause } from 'node:timers/promises'
import { fetchText, type ProviderResponse, shortened } from '../../../contract/index.js'
import { ToolError } from '../../../input/index.js'
import { isObject, stringifyJson } from '../../../spec/index.js'
import { type JsonObject, jsonIn, member, text } from '../../json-members.js'
import type { RunPlan } from '../../verify-options.js'
import type { BrokerOptions } from './broker-options.js'

/** What was asked for is not there (404). */
export class NotFoundError extends ToolError {
  override readonly name = 'NotFoundError'
}

/** Sends a request to one Pact Broker, and follows links of whatever host there. Resources are HAL: JSON with `_links`. */
export type AskBroker = ReturnType<typeof connectBroker>

// A broker that starts, or is busy, is asked again.
const PAUSES_MS = [300, 1_000]

/**
 * The way to a Pact Broker, or to another server that has a pact. A broker behind a gateway often names itself wrongly in its
 * links, and credentials go nowhere else.
 */
export function connectBroker(address: string, { broker, timeoutMs, route }: RunPlan) {
  const { origin } = new URL(address)
  const authorization = authorizationFor(new URL(address), broker)
  const usual = { accept: 'application/hal+json, application/json', ...(authorization && { authorization }) }
  /** @throws {ToolError} exit code 3, if it cannot be reached or refuses */
  return async (method: 'GET' | 'POST' | 'PUT', href: string, json?: object): Promise<JsonObject> => {
    if (!URL.canParse(href, origin)) throw new ToolError(`A link of ${origin} is not an address: ${href}.`, 3)
    const { pathname, search } = new URL(href, origin)
    const headers = { ...usual, ...(json && { 'content-type': 'application/json' }) }
    const request = { method, headers, timeoutMs, route, ...(json && { content: stringifyJson(json) }) }
    const send = () =>
      fetchText(origin + pathname + search, request).catch((error: Error) => {
        throw new ToolError(`Cannot reach ${origin}, where pacts should be: ${error.message}.`, 3)
      })
    let answer = await send()
    for (const pauseMs of PAUSES_MS) {
      if (answer.status !== 429 && answer.status < 500) break
      await pause(pauseMs)
      answer = await send()
    }
    const what = `${method} ${origin}${pathname}`
    if (answer.status < 200 || answer.status > 299) throw refusal(what, answer)
    const resource = answer.body.trim() === '' ? {} : jsonIn(answer.body)
    if (isObject(resource)) return resource
    throw new ToolError(`${what} was not answered with a JSON object. Is there a pact, or a Pact Broker?`, 3)
  }
}

/** Credentials in an address take precedence. The broker's go to the broker alone; with no broker named, they are for whatever URL is given. */
function authorizationFor(address: URL, { url, token, username, password = '' }: BrokerOptions): string | undefined {
  if (address.username !== '') return basic(unescape(address.username), unescape(address.password))
  if (url !== undefined && new URL(url).origin !== address.origin) return undefined
  if (token) return `Bearer ${token}`
  return username && basic(username, password)
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

// A broker explains itself in {"error": …} or {"errors": …}.
function refusal(what: string, { status, headers: { location }, body }: ProviderResponse): ToolError {
  const json = jsonIn(body)
  const reason = member(json, 'error') ?? member(json, 'errors')
  const said = reason === undefined ? '' : ` (${shortened(stringifyJson(reason), 300)})`
  const place = location === undefined ? '' : `, which leads to ${location}`
  const wayOut = status === 401 ? ' Check PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD.' : ''
  const message = `${what} was answered with ${status}${place}${said}.${wayOut}`
  return status === 404 ? new NotFoundError(message, 3) : new ToolError(message, 3)
}

/** The address of a link, with its placeholders filled in; empty if the resource has no such link. */
export function linkOf(resource: JsonObject, name: string, values: Readonly<Record<string, string>> = {}): string {
  const href = text(member(member(resource['_links'], name), 'href'))
  return href.replaceAll(/\{(\w+)\}/g, (whole, key: string) => encodeURIComponent(values[key] ?? whole))
}
