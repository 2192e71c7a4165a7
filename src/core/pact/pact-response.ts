import type { Operation, ProviderStateName } from '../../spec/index.js'

/** What a client asked and was answered, without what was chance in it: ids, sandboxes, times. */
export interface Situation {
  readonly operation: Operation
  readonly status: number
  readonly key: 'good' | 'missing' | 'wrong'
  /** What was true of the store; absent where that plays no part. */
  readonly state: ProviderStateName | undefined
  /** The code of the Error object. */
  readonly code: string | undefined
}

/** What an answer must be. */
export interface PactResponse {
  readonly status: number
  readonly body?: object
  readonly headers?: object
  readonly matchingRules?: object
}

const JSON_TYPE = String.raw`(?i)^application/(?:[\w.-]+\+)?json\s*(?:;.*)?$`
const DATE_TIME = String.raw`^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$`

/** What the description promises of the body, and no more; a body that it does not promise is not looked at. */
export function responseOf(situation: Situation): PactResponse {
  const { operation, status } = situation
  if (!operation.bodies.includes(status)) return { status }
  const { content, rules } = bodyOf(situation)
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

interface Body {
  readonly content: unknown
  readonly rules?: object
}

function bodyOf({ operation: { operationId }, status, state, code }: Situation): Body {
  if (status !== 200) return errorObject(status, code)
  if (operationId === 'getPet') return { content: {}, rules: { $: rule({ match: 'type' }) } }
  if (state === 'no orders') return { content: [] }
  if (state === 'an order with every field') return listWith(FULL_ORDER)
  // Cancelled orders may vanish from the list.
  const isListed = state !== 'a cancelled order'
  const any = { $: rule({ match: 'type', ...(isListed && { min: 1 }) }), '$[*]': rule({ match: 'type' }) }
  return { content: isListed ? [{}] : [], rules: any }
}

const FULL_ORDER = {
  complete: [true, { match: 'type' }],
  id: [7, { match: 'integer' }],
  petId: [11, { match: 'integer' }],
  quantity: [2, { match: 'integer' }],
  shipDate: ['2026-11-02T09:30:00Z', { match: 'regex', regex: DATE_TIME }],
} as const

function listWith(members: Readonly<Record<string, readonly [value: unknown, matcher: object]>>): Body {
  const entries = Object.entries(members)
  const order = Object.fromEntries(entries.map(([member, [value]]) => [member, value]))
  const rules = Object.fromEntries(entries.map(([member, [, matcher]]) => [`$.${member}`, rule(matcher)]))
  return { content: [order], rules: { $: rule({ match: 'arrayContains', variants: [{ index: 0, rules }] }) } }
}

function errorObject(status: number, code = 'a_code'): Body {
  const text = rule({ match: 'type' })
  return { content: { code, message: 'A message.', status }, rules: { '$.code': text, '$.message': text } }
}

/** The matching rules of one place. */
export function rule(matcher: object): object {
  return { combine: 'AND', matchers: [matcher] }
}
