import { ToolError } from '../../input/index.js'
import { type Operation, type ProviderStateName, withoutMark } from '../../spec/index.js'
import { rule } from '../operations/operation-handler.js'
import { operationHandlers } from '../operations/operations.js'

/** A request and its response, normalized: without ids, sandboxes and times. */
export interface Situation {
  readonly operation: Operation
  readonly status: number
  readonly key: 'good' | 'missing' | 'wrong'
  /** The provider state; absent if it does not matter. */
  readonly state: ProviderStateName | undefined
  readonly code: string | undefined
}

/** A pact file, version 4. */
export interface PactDocument {
  readonly consumer: { readonly name: string }
  readonly interactions: readonly PactInteraction[]
  readonly metadata: { readonly pactSpecification: { readonly version: '4.0' } }
  readonly provider: { readonly name: string }
}

/** A request, and its expected response. */
export interface PactInteraction {
  readonly description: string
  /** A pending interaction that fails is reported, but does not fail the run. */
  readonly pending: boolean
  readonly comments?: { readonly text: readonly string[] }
  readonly providerStates?: readonly { readonly name: string }[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly headers?: Readonly<Record<string, readonly string[]>>
    readonly generators?: object
    readonly matchingRules?: object
  }
  readonly response: {
    readonly status: number
    readonly body?: object
    readonly headers?: object
    readonly matchingRules?: object
  }
  readonly type: 'Synchronous/HTTP'
}

const VERSION_PREFIX = '/v1'

/** Creates the pact of situations; `pactKey` is sent for every valid key. */
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

/** The text of a pact file, with an earlier one's interactions. @throws {ToolError} if that is another pair's, or no pact */
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
  throw new ToolError(`The existing file is not ${what}. Delete it, or specify another file.`)
}

function parsed(text: string): Partial<PactDocument> | undefined {
  try {
    return JSON.parse(withoutMark(text)) as Partial<PactDocument>
  } catch {
    return undefined
  }
}

function byDescription(one: PactInteraction, other: PactInteraction): number {
  return one.description < other.description ? -1 : 1
}

function interactionOf(situation: Situation, pactKey: string): PactInteraction {
  const { operation, key, state } = situation
  const asked = operationHandlers[operation.operationId].describe(state)
  const credential = { good: '', missing: ' without a key', wrong: ' with a wrong key' }[key]
  const isAssumed = isLeftOpen(situation)
  return {
    ...(isAssumed && { comments: { text: ['The specification leaves open a second cancel request.'] } }),
    description: `a request to ${asked}${credential}`,
    pending: isAssumed,
    ...(state && { providerStates: [{ name: state }] }),
    request: requestOf(situation, pactKey),
    response: responseOf(situation),
    type: 'Synchronous/HTTP',
  }
}

/** The response to a second cancel request is only assumed. */
function isLeftOpen({ status, state }: Situation): boolean {
  return (status === 404 || status === 409) && state === 'a cancelled order'
}

const EXAMPLE_IDS: Readonly<Record<string, string>> = {
  'a pending order': '7',
  'a shipped order': '8',
  'a cancelled order': '9',
  'an order with a large id': '9007199254740993',
  'a pet': '11',
}

function requestOf({ operation, key, state }: Situation, pactKey: string): PactInteraction['request'] {
  const { method, parameter } = operation
  const template = VERSION_PREFIX + operation.path
  const credential = { good: pactKey, missing: undefined, wrong: 'not-a-key' }[key]
  const headers = credential === undefined ? {} : { headers: { Authorization: [`Bearer ${credential}`] } }
  const path = template.replace(/\{\w+\}/, EXAMPLE_IDS[state ?? ''] ?? '404')
  if (parameter === undefined || state === undefined) return { ...headers, method, path }
  return {
    generators: { path: { expression: template.replace('{', '${'), type: 'ProviderState' } },
    ...headers,
    matchingRules: { path: rule({ match: 'type' }) },
    method,
    path,
  }
}

const JSON_TYPE = String.raw`(?i)^application/(?:[\w.-]+\+)?json\s*(?:;.*)?$`

/** What the OpenAPI description promises of the body, and no more; a body that it does not promise is not looked at. */
function responseOf(situation: Situation): PactInteraction['response'] {
  const { operation, status, state, code = 'a_code' } = situation
  if (!operation.bodies.includes(status) || isLeftOpen(situation)) return { status }
  const text = rule({ match: 'type' })
  const error = { content: { code, message: 'A message.', status }, rules: { '$.code': text, '$.message': text } }
  const success = status < 300 ? operationHandlers[operation.operationId].bodyOf?.(state) : undefined
  const { content, rules } = success ?? error
  return {
    body: { content, contentType: 'application/json', encoded: false },
    headers: { 'Content-Type': ['application/json'] },
    matchingRules: {
      ...(rules && { body: rules }),
      header: { 'Content-Type': rule({ match: 'regex', regex: JSON_TYPE }) },
    },
    status,
  }
}
