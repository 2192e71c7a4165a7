import { findOperation } from '../../contract/index.js'
import { isObject, type Json } from '../../spec/index.js'
import { type JsonObject, member, objectsIn, text } from '../json-members.js'

/** One interaction of a pact file, with what the verifier needs to know of it. */
export type Interaction = ReturnType<typeof readInteraction>

/** The interactions and messages of a pact of any version (2, 3, 4); `undefined` if the JSON is not a pact. */
export function interactionsOf(pact: Json, basePath: string): Interaction[] | undefined {
  // Version 3 of Pact has messages beside interactions.
  const messages = objectsIn(member(pact, 'messages')).map((one) => ({ ...one, type: 'Asynchronous/Messages' }))
  if (!isObject(pact) || (!Array.isArray(pact['interactions']) && messages.length === 0)) return undefined
  return [...objectsIn(pact['interactions']), ...messages].map((one) => readInteraction(pact, one, basePath))
}

function readInteraction(pact: JsonObject, one: JsonObject, basePath: string) {
  const { pending, ...unconditional } = one
  const { request, type = 'Synchronous/HTTP' } = unconditional
  const headers = member(request, 'headers')
  /** The status that the consumer expects. */
  const status = Number(member(one['response'], 'status') ?? 200)
  const description = text(one['description'])
  const isHttp = type === 'Synchronous/HTTP'
  return {
    description,
    /** What is claimed of the provider. */
    claim: isHttp ? `${description} is answered with ${status}` : description,
    /** Why no HTTP request can verify it: it is a message. */
    unverifiable: isHttp ? undefined : `no HTTP request can verify an interaction of the type "${text(type)}"`,
    states: statesOf(one),
    /** The section of the specification that it is about. */
    clause: status === 401 ? 'Authentication' : clauseOf(request, basePath),
    status,
    /** Names of the headers that the consumer sends, in lower case. */
    requestHeaders: new Set(isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : []),
    /** The consumer does not count on it yet. */
    isPending: pending === true,
    comments: commentsOf(one['comments']),
    /** What a Pact Broker calls it. */
    brokerId: text(one['_id']),
    /** A whole pact with this interaction alone. Pact itself would let a pending one pass. */
    pact: { ...pact, interactions: [unconditional] },
  }
}

// Version 2 of Pact knows one state.
function statesOf({ providerState, providerStates }: JsonObject) {
  const states: JsonObject[] = typeof providerState === 'string' ? [{ name: providerState }] : objectsIn(providerStates)
  return states.map(({ name, params }) => ({ name: text(name), params: isObject(params) ? params : undefined }))
}

// Version 4 of Pact: {"text": ["…"], "testname": "…"}.
function commentsOf(comments: Json | undefined): string[] {
  const test = text(member(comments, 'testname'))
  return [...[member(comments, 'text')].flat().map(text), test && `test: ${test}`].filter(Boolean)
}

function clauseOf(request: Json | undefined, basePath: string): string {
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
  const endings = base.map((_, from) => `/${base.slice(from).join('/')}`)
  const shared = endings.find((ending) => path.startsWith(`${ending}/`)) ?? ''
  return path.slice(shared.length)
}

/** Makes a text a part of an id: `A list of orders` becomes `a-list-of-orders`. */
export function slug(description: string): string {
  return description
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
