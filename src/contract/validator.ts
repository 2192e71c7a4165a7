import type { OperationId } from '../spec/index.js'
import type { Exchange } from './exchange.js'
import { CANCEL_EXPECTATIONS } from './expectations.js'
import { type ParsedExchange, parseExchange } from './parse-exchange.js'
import type { Finding } from './rules/rule.js'
import { rulesFor } from './rules/rules.js'

/** What is wrong with an answer, and by which rule. */
export interface Violation extends Finding {
  /** The rule's id, the same as in the report of `orders-mock verify`. */
  readonly rule: string
  readonly operation: OperationId
  /** The section of the specification that says so. */
  readonly clause: string
}

/**
 * What is wrong with an answer by the rules of the verifier's openapi check, whoever else uses the store: their cancel
 * may have come first, and how a cancelled order is refused is left open.
 */
export function violationsIn(exchange: Exchange): Violation[] {
  const parsed = parseExchange(exchange)
  return parsed === undefined ? [] : violationsOf(parsed)
}

/** As `violationsIn`, of an exchange that has been parsed. */
export function violationsOf(parsed: ParsedExchange): Violation[] {
  if (isLeftOpen(parsed)) return []
  const { operation } = parsed
  return rulesFor(parsed).flatMap((rule) =>
    rule.find(parsed).map((finding) => ({
      rule: rule.id,
      operation: operation.operationId,
      ...finding,
      clause: rule.clause ?? operation.clause,
    })),
  )
}

// A server may refuse such headers before it looks for a key.
const LONG_HEADER = 4_000

/**
 * Whether the specification leaves an answer open: how a cancel is refused that another may have come before, or a
 * request that may be refused unread. What a first cancel must be answered with is for the model to say.
 */
export function isLeftOpen({ operation, id, status, exchange }: ParsedExchange): boolean {
  const values = Object.values(exchange.request.headers)
  const isUnreadable = values.some((value) => value.length > LONG_HEADER || /[^\t -~]/.test(value))
  if (isUnreadable && (status === 400 || status === 431)) return true
  if (operation.statuses.includes(status) || operation.operationId !== 'cancelOrder' || id === undefined) return false
  return CANCEL_EXPECTATIONS.cancelled.allows(status)
}
