import { findOperation } from '../../contract/index.js'
import { isObject, type Json } from '../../spec/index.js'
import type { StateParams } from '../states/provider-states.js'
import { type JsonObject, member, objectsIn, text } from '../json-members.js'

/** One interaction of a pact file, with what the verifier needs to know of it. */
export interface Interaction {
  /** The description as a part of a check's id. */
  readonly id: string
  readonly description: string
  readonly states: readonly { readonly name: string; readonly params: StateParams }[]
  /** Why no HTTP request can verify it: it is a message, or needs a plugin. */
  readonly unverifiable: string | undefined
  /** The section of the specification that it is about. */
  readonly clause: string
  /** The status that the consumer expects. */
  readonly status: number
  /** The path of the base URL, which the request's path may begin with. */
  readonly basePath: string
  /** Names of the headers that the consumer sends, in lower case. */
  readonly requestHeaders: ReadonlySet<string>
  /** The consumer does not count on it yet. */
  readonly isPending: boolean
  /** What the consumer's authors wrote to it. */
  readonly comments: readonly string[]
  /** What a Pact Broker calls it. */
  readonly brokerId: string | undefined
  /** A whole pact with this interaction alone. */
  readonly pact: Json
}

/**
 * The interactions and messages of a pact of any version (2, 3, 4); `undefined` if the JSON is not a pact.
 *
 * @param basePath the path of the provider's base URL, which the paths of a pact may begin with
 */
export function interactionsOf(pact: Json, basePath: string): Interaction[] | undefined {
  const messages = objectsIn(member(pact, 'messages')).map((one) => ({ ...one, type: 'Asynchronous/Messages' }))
  if (!isObject(pact) || (!Array.isArray(pact['interactions']) && messages.length === 0)) return undefined
  return [...objectsIn(pact['interactions']), ...messages].map((one) => readInteraction(pact, one, basePath))
}

function readInteraction(pact: JsonObject, one: JsonObject, basePath: string): Interaction {
  const description = text(one['description'])
  const status = Number(member(one['response'], 'status') ?? 200)
  const states = statesOf(one)
  const { pending, ...unconditional } = one
  return {
    id: slug(description),
    description,
    states,
    unverifiable: unverifiable(one),
    clause: clauseOf(one['request'], { states, status, basePath }),
    status,
    basePath,
    requestHeaders: new Set(namesIn(member(one['request'], 'headers'))),
    isPending: pending === true,
    comments: commentsOf(one['comments']),
    brokerId: typeof one['_id'] === 'string' ? one['_id'] : undefined,
    // Pact itself would let a pending interaction pass.
    pact: { ...pact, interactions: [unconditional] },
  }
}

/** Makes a text a part of an id: `A list of orders` becomes `a-list-of-orders`. */
export function slug(description: string): string {
  return description
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

const MESSAGES: Readonly<Record<string, string>> = {
  'Asynchronous/Messages': 'it is an asynchronous message, which no HTTP request can verify',
  'Synchronous/Messages': 'it is a synchronous message, which no HTTP request can verify',
}

function unverifiable({ type, transport }: JsonObject): string | undefined {
  if (typeof transport === 'string' && !/^https?$/.test(transport)) return `it needs the transport "${transport}"`
  if (type === undefined || type === 'Synchronous/HTTP') return undefined
  return MESSAGES[text(type)] ?? `interactions of the type "${text(type)}" are unknown here`
}

function clauseOf(
  request: Json | undefined,
  { states, status, basePath }: { states: Interaction['states']; status: number; basePath: string },
): string {
  if (status === 401) return 'Authentication'
  if (states.some(({ name }) => name === 'many orders')) return 'Limits'
  const method = text(member(request, 'method')).toUpperCase() || 'GET'
  const path = pathBelow(basePath, text(member(request, 'path')) || '/')
  return findOperation({ method, path, headers: {} })?.operation.clause ?? 'Endpoints'
}

/**
 * The path below the base URL that a pact's path means. Consumers write down the whole path, or what follows their own
 * base URL, so what the base path ends in and the pact's path begins with is the same: below `/api/v1` are
 * `/api/v1/store/orders`, `/v1/store/orders` and `/store/orders` one address.
 */
export function pathBelow(basePath: string, path: string): string {
  const base = basePath.split('/').filter(Boolean)
  for (let from = 0; from < base.length; from++) {
    const shared = `/${base.slice(from).join('/')}`
    if (path.startsWith(`${shared}/`)) return path.slice(shared.length)
    if (path === shared || path.startsWith(`${shared}?`)) return `/${path.slice(shared.length)}`
  }
  return path
}

// Version 2 of Pact knows one state and calls it providerState or provider_state.
function statesOf(interaction: JsonObject): Interaction['states'] {
  const states = interaction['providerStates']
  if (Array.isArray(states)) {
    return objectsIn(states).map(({ name, params }) => ({ name: text(name), params: isObject(params) ? params : {} }))
  }
  const name = interaction['providerState'] ?? interaction['provider_state']
  return typeof name === 'string' ? [{ name, params: {} }] : []
}

// Version 4 of Pact: {"text": ["…"], "testname": "…"}.
function commentsOf(comments: Json | undefined): string[] {
  const written = member(comments, 'text')
  const test = text(member(comments, 'testname'))
  return [...(Array.isArray(written) ? written.map(text) : [text(written)]), test && `test: ${test}`].filter(Boolean)
}

function namesIn(headers: Json | undefined): string[] {
  return isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : []
}
