import { ToolError } from '../../input/index.js'
import { type PactResponse, responseOf, rule, type Situation } from './pact-response.js'

/** A pact file, version 4. */
export interface PactDocument {
  readonly consumer: { readonly name: string }
  readonly interactions: readonly PactInteraction[]
  readonly metadata: { readonly pactSpecification: { readonly version: '4.0' } }
  readonly provider: { readonly name: string }
}

/** One request, and what its answer must be. */
export interface PactInteraction {
  readonly description: string
  /** A pending interaction that fails is told of, and fails no run. */
  readonly pending: boolean
  readonly comments?: { readonly text: readonly string[] }
  readonly providerStates?: readonly { readonly name: string }[]
  readonly request: PactRequest
  readonly response: PactResponse
  readonly type: 'Synchronous/HTTP'
}

interface PactRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, readonly string[]>>
  readonly generators?: object
  readonly matchingRules?: object
}

/** All base addresses end with it (specification, "What the service does"). */
const VERSION_PREFIX = '/v1'

/** Makes the pact of situations; `pactKey` is the key that it sends where the key is good. */
export function pactOf(
  situations: Iterable<Situation>,
  { consumer, provider, pactKey }: { readonly consumer: string; readonly provider: string; readonly pactKey: string },
): PactDocument {
  return {
    consumer: { name: consumer },
    interactions: Array.from(situations, (situation) => interactionOf(situation, pactKey)).toSorted(byDescription),
    metadata: { pactSpecification: { version: '4.0' } },
    provider: { name: provider },
  }
}

/**
 * The text of a pact file, with the interactions of an earlier one kept.
 *
 * @throws {ToolError} if that is not a pact of the same consumer and provider
 */
export function pactText(pact: PactDocument, earlier?: string): string {
  const kept = earlier === undefined ? [] : interactionsOf(earlier, pact)
  const all = new Map([...kept, ...pact.interactions].map((each) => [each.description, each]))
  const whole = { ...pact, interactions: [...all.values()].toSorted(byDescription) }
  return `${JSON.stringify(whole, undefined, 2)}\n`
}

function interactionsOf(text: string, { consumer, provider }: PactDocument): readonly PactInteraction[] {
  const pact = parsed(text)
  const isSame = pact?.consumer?.name === consumer.name && pact.provider?.name === provider.name
  if (isSame && Array.isArray(pact.interactions)) return pact.interactions
  throw new ToolError(
    `What is there already is not a pact of "${consumer.name}" with "${provider.name}". Delete it, or name another file.`,
  )
}

function parsed(text: string): Partial<PactDocument> | undefined {
  try {
    return JSON.parse(text) as Partial<PactDocument>
  } catch {
    return undefined
  }
}

function byDescription(one: PactInteraction, other: PactInteraction): number {
  return one.description < other.description ? -1 : 1
}

function interactionOf(situation: Situation, pactKey: string): PactInteraction {
  const { operation, status, state } = situation
  // What a second cancel is answered with is only assumed.
  const isAssumed = operation.operationId === 'cancelOrder' && status === 409 && state === 'a cancelled order'
  return {
    ...(isAssumed && { comments: { text: ['The specification leaves open how a second cancel is answered.'] } }),
    description: describe(situation),
    pending: isAssumed,
    ...(state && { providerStates: [{ name: state }] }),
    request: requestOf(situation, pactKey),
    response: responseOf(situation),
    type: 'Synchronous/HTTP',
  }
}

const LISTS = {
  'no orders': 'of an empty store',
  'an order with every field': 'with one that has every field',
} as const

function describe({ operation: { operationId }, key, state }: Situation): string {
  const credential = { good: '', missing: ' without a key', wrong: ' with a wrong key' }[key]
  return `a request to ${whatIsAsked(operationId, state)}${credential}`
}

function whatIsAsked(operationId: Situation['operation']['operationId'], state: Situation['state']): string {
  if (operationId === 'getPet') return state === undefined ? 'read an unknown pet' : 'read a pet'
  if (operationId === 'cancelOrder') return `cancel ${state?.replace('order id', 'order') ?? 'what is no order'}`
  if (state === undefined) return 'list all orders'
  return `list all orders ${state in LISTS ? LISTS[state as keyof typeof LISTS] : `with ${state} among them`}`
}

const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  'a pending order': '7',
  'a shipped order': '8',
  'a cancelled order': '9',
  'an order with a large id': '9007199254740993',
  'an unknown order id': '404',
  'a pet': '11',
}

function requestOf({ operation, key, state }: Situation, pactKey: string): PactRequest {
  const { method, parameter } = operation
  const template = VERSION_PREFIX + operation.path
  const credential = { good: pactKey, missing: undefined, wrong: 'not-a-key' }[key]
  const headers = credential === undefined ? {} : { headers: { Authorization: [`Bearer ${credential}`] } }
  if (parameter === undefined) return { ...headers, method, path: template }
  const path = template.replace(/\{\w+\}/, EXAMPLE_IDS[state ?? ''] ?? '404')
  if (state === undefined) return { ...headers, method, path }
  return {
    generators: { path: { expression: template.replace('{', '${'), type: 'ProviderState' } },
    ...headers,
    matchingRules: { path: rule({ match: 'type' }) },
    method,
    path,
  }
}
