import type { OperationId } from '../spec/index.js'
import type { Exchange } from './exchange.js'
import { type ParsedExchange, parseExchange } from './parse-exchange.js'
import { contentEncoding, json, mediaType, noBody } from './rules/body.js'
import { dateTime, int64, uniqueIds } from './rules/orders.js'
import type { Finding, Rule } from './rules/rule.js'
import { schema } from './rules/schema.js'
import { documentedStatus, errorStatus } from './rules/status.js'
import { deprecation, sunset } from './rules/sunset.js'

/** What every single answer is held against: the description's schemas, and what no schema can say. */
export const RULES: readonly Rule[] = [
  documentedStatus,
  noBody,
  contentEncoding,
  mediaType,
  json,
  schema,
  int64,
  uniqueIds,
  dateTime,
  errorStatus,
  sunset,
  deprecation,
]

/** What is wrong with an answer, and by which rule. */
export interface Violation extends Finding {
  /** The rule's id, the same as in the report of `orders-mock verify`. */
  readonly rule: string
  readonly operation: OperationId
  /** The section of the specification that says so. */
  readonly clause: string
}

/** What a rule says of an answer. */
export interface Judgement {
  readonly rule: Rule
  /** None if the answer keeps the rule. */
  readonly violations: readonly Violation[]
}

/** What is wrong with an exchange by the rules of the verifier's openapi check. */
export function violationsIn(exchange: Exchange): Violation[] {
  const parsed = parseExchange(exchange)
  return parsed === undefined ? [] : judge(parsed).flatMap(({ violations }) => violations)
}

/** Holds an answer against each rule that has something to say about it. */
export function judge(parsed: ParsedExchange): Judgement[] {
  const { operation } = parsed
  const applying = RULES.filter(({ concerns, applies }) => concerns?.(operation) !== false && applies(parsed))
  return applying.map((rule) => {
    const about = { rule: rule.id, operation: operation.operationId, clause: rule.clause ?? operation.clause }
    return { rule, violations: rule.find(parsed).map((finding) => ({ ...about, ...finding })) }
  })
}
