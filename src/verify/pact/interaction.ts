import type { Json } from '../../spec/index.js'
import type { StateParams } from '../states/provider-states.js'

/** One interaction of a pact file, with what the verifier needs to know of it. */
export interface Interaction {
  readonly consumer: string
  readonly description: string
  readonly states: readonly { readonly name: string; readonly params: StateParams }[]
  /** False for a message, which no HTTP request can verify. */
  readonly isHttp: boolean
  readonly method: string
  readonly path: string
  /** The status that the consumer expects. */
  readonly status: number
  /** A whole pact with this interaction alone. */
  readonly pact: Json
}

type JsonObject = Record<string, Json>

/** The interactions of a pact of any version (2, 3, 4); `undefined` if the JSON is no pact. */
export function interactionsOf(pact: Json): Interaction[] | undefined {
  if (!isObject(pact) || !Array.isArray(pact['interactions'])) return undefined
  const consumer = isObject(pact['consumer']) ? text(pact['consumer']['name']) : ''
  const { interactions } = pact
  return interactions.filter(isObject).map((one) => ({
    consumer,
    description: text(one['description']),
    states: statesOf(one),
    isHttp: one['type'] === undefined || one['type'] === 'Synchronous/HTTP',
    method: text(member(one['request'], 'method')).toUpperCase() || 'GET',
    path: text(member(one['request'], 'path')) || '/',
    status: Number(member(one['response'], 'status') ?? 200),
    pact: { ...pact, interactions: [one] },
  }))
}

// Version 2 of Pact knows one state and calls it providerState or provider_state.
function statesOf(interaction: JsonObject): Interaction['states'] {
  const states = interaction['providerStates']
  if (Array.isArray(states)) {
    return states.filter(isObject).map(({ name, params }) => ({
      name: text(name),
      params: isObject(params) ? params : {},
    }))
  }
  const name = interaction['providerState'] ?? interaction['provider_state']
  return typeof name === 'string' ? [{ name, params: {} }] : []
}

function member(json: Json | undefined, name: string): Json | undefined {
  return isObject(json) ? json[name] : undefined
}

function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}

function isObject(json: Json | undefined): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}
