import { findOperation } from '../../contract/index.js'
import type { Json } from '../../spec/index.js'
import type { StateParams } from '../states/provider-states.js'

/** One interaction of a pact file, with what the verifier needs to know of it. */
export interface Interaction {
  /** The description as a part of a check's id. */
  readonly id: string
  readonly description: string
  readonly states: readonly { readonly name: string; readonly params: StateParams }[]
  /** False for a message, which no HTTP request can verify. */
  readonly isHttp: boolean
  /** The section of the specification that it is about. */
  readonly clause: string
  /** The status that the consumer expects. */
  readonly status: number
  /** A whole pact with this interaction alone. */
  readonly pact: Json
}

type JsonObject = Record<string, Json>

/** The interactions of a pact of any version (2, 3, 4); `undefined` if the JSON is not a pact. */
export function interactionsOf(pact: Json): Interaction[] | undefined {
  if (!isObject(pact) || !Array.isArray(pact['interactions'])) return undefined
  const { interactions } = pact
  return interactions.filter(isObject).map((one) => {
    const status = Number(member(one['response'], 'status') ?? 200)
    const states = statesOf(one)
    return {
      id: slug(text(one['description'])),
      description: text(one['description']),
      states,
      isHttp: one['type'] === undefined || one['type'] === 'Synchronous/HTTP',
      clause: clauseOf(one['request'], states, status),
      status,
      pact: { ...pact, interactions: [one] },
    }
  })
}

/** Tells interactions apart that have the same description. */
export function withUniqueIds(interactions: readonly Interaction[]): Interaction[] {
  const counts = new Map<string, number>()
  return interactions.map((interaction) => {
    const count = (counts.get(interaction.id) ?? 0) + 1
    counts.set(interaction.id, count)
    return count === 1 ? interaction : { ...interaction, id: `${interaction.id}-${count}` }
  })
}

function slug(description: string): string {
  return description
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}

function clauseOf(request: Json | undefined, states: Interaction['states'], status: number): string {
  if (status === 401) return 'Authentication'
  if (states.some(({ name }) => name === 'many orders')) return 'Limits'
  const method = text(member(request, 'method')).toUpperCase() || 'GET'
  const path = text(member(request, 'path')) || '/'
  return findOperation({ method, path, headers: {} })?.operation.clause ?? 'Endpoints'
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
