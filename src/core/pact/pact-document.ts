import contract from '../../../contracts/pacts/orders-client-store-orders-service.json' with { type: 'json' }
import { ToolError } from '../../input/index.js'
import type { Operation, ProviderStateName } from '../../spec/index.js'

/** What a client asked and was answered, without what was chance in it: ids, sandboxes, times. */
export interface Situation {
  readonly operation: Operation
  readonly status: number
  readonly key: 'good' | 'missing' | 'wrong'
  /** What was true of the store; absent where that plays no part. */
  readonly state: ProviderStateName | undefined
}

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
  readonly providerStates?: readonly { readonly name: string }[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: { readonly Authorization?: readonly string[] }
  }
  readonly response: { readonly status: number }
}

/**
 * Makes the pact of situations: those interactions of the contract that they were.
 *
 * @param names `pactKey` is the key that the pact sends where the key is good
 */
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
  const what = `a pact of "${consumer.name}" with "${provider.name}"`
  throw new ToolError(`What is there already is not ${what}. Delete it, or name another file.`)
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

/** The keys that the contract sends. */
const CREDENTIALS = { good: 'Bearer test-key', missing: undefined, wrong: 'Bearer not-a-key' }

/** @throws {Error} if the contract does not have the situation */
function interactionOf({ operation, status, key, state }: Situation, pactKey: string): PactInteraction {
  const found = (contract as PactDocument).interactions.find(
    ({ request, response, providerStates }) =>
      request.method === operation.method &&
      response.status === status &&
      request.headers?.Authorization?.[0] === CREDENTIALS[key] &&
      providerStates?.[0]?.name === state,
  )
  if (found === undefined) throw new Error(`The contract does not have ${operation.operationId}: ${status}, ${state}.`)
  if (key !== 'good') return found
  return { ...found, request: { ...found.request, headers: { Authorization: [`Bearer ${pactKey}`] } } }
}
