import { finish, type OperationId, operations } from '../spec/index.js'
import type { Exchange } from './exchange.js'
import { type ParsedExchange, parseInPieces } from './parse-exchange.js'
import { ANSWER_RULES } from './rules/answer.js'
import { uniqueIds } from './rules/orders.js'
import type { Finding, ExchangeRule } from './rules/rule.js'
import { schema } from './rules/schema.js'
import { SUNSET_RULES } from './rules/sunset.js'

/** A rule's claim about the responses to an operation. */
export interface Claim {
  readonly id: string
  readonly kind: 'openapi'
  readonly name: string
  readonly clause: string
  readonly rule: ExchangeRule
  readonly operation: OperationId
}

/** The claims about every response: the schemas of the OpenAPI description, and rules that no schema can express. */
export const CLAIMS: readonly Claim[] = [...ANSWER_RULES, schema, uniqueIds, ...SUNSET_RULES].flatMap(claimsOf)

function claimsOf(rule: ExchangeRule): Claim[] {
  const concerned = Object.values(operations).filter((operation) => rule.concerns?.(operation) !== false)
  return concerned.map(({ operationId, clause }) => ({
    id: `openapi.${operationId}.${rule.id}`,
    kind: 'openapi',
    name: `${operationId}: ${rule.claim}`,
    clause: rule.clause ?? clause,
    rule,
    operation: operationId,
  }))
}

/** A violation in a response, with its rule. */
export interface Violation extends Finding {
  /** The rule's id, the same as in the report of `orders-mock verify`. */
  readonly rule: string
  readonly operation: OperationId
  readonly clause: string
}

export interface Judgement {
  readonly claim: Claim
  readonly violations: readonly Violation[]
}

export function violationsIn(exchange: Exchange): Violation[] {
  const parsed = finish(parseInPieces(exchange))
  return parsed === undefined ? [] : finish(judgeInPieces(parsed)).flatMap(({ violations }) => violations)
}

/** Checks a response against each claim about it. */
export function* judgeInPieces(parsed: ParsedExchange): Generator<undefined, Judgement[]> {
  const { operationId } = parsed.operation
  const judgements: Judgement[] = []
  for (const claim of CLAIMS) {
    const { clause, rule, operation } = claim
    if (operation !== operationId || !rule.applies(parsed)) continue
    const about = { rule: rule.id, operation, clause }
    const found = rule.find(parsed)
    const violations = ('next' in found ? yield* found : found).map((finding) => ({ ...about, ...finding }))
    judgements.push({ claim, violations })
    yield
  }
  return judgements
}
