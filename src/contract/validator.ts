import type { OperationId } from '../spec/index.js'
import { CancelTolerance } from './cancel-tolerance.js'
import type { Exchange, OutgoingRequest } from './exchange.js'
import { findOperation, parseExchange } from './parse-exchange.js'
import { rulesFor } from './rules/rules.js'
import { clauseOf, type Finding } from './rules/rule.js'

/** More findings of one rule in one answer tell nothing new. */
const MAX_FINDINGS = 100

/** What is wrong with an answer, and by which rule. */
export interface Violation extends Finding {
  /** The rule's id, the same as in the report of `orders-mock verify`. */
  readonly rule: string
  readonly operation: OperationId
  /** The section of the specification that says so. */
  readonly clause: string
}

/** A request that is on its way. Call exactly one of its functions when it is known what became of it. */
export interface PendingExchange {
  readonly operation: OperationId
  readonly answered: (exchange: Exchange) => Violation[]
  /** There was no whole answer. */
  readonly unanswered: (reason: string) => Violation[]
  /** Nothing can be said about the provider. */
  readonly dropped: () => void
}

/** Validates exchanges against the OpenAPI description, one by one, as they go by. */
export interface Validator {
  /** @returns `undefined` if the request calls no operation of the description */
  begin(request: OutgoingRequest): PendingExchange | undefined
}

/** Makes a validator with the rules of the verifier's openapi check. */
export function createValidator(): Validator {
  const tolerance = new CancelTolerance()
  return {
    begin(request) {
      const called = findOperation(request)
      if (called === undefined) return undefined
      const { operation, id } = called
      const isCancel = operation.operationId === 'cancelOrder' && id !== undefined
      const cancel = isCancel ? tolerance.begin(id) : undefined
      const end = (status?: number): void => {
        if (cancel !== undefined) tolerance.end(cancel, status)
      }
      const { operationId, clause } = operation
      return {
        operation: operationId,
        answered: (exchange) => {
          end(exchange.response.status)
          return violationsIn(exchange, (status) => cancel !== undefined && tolerance.covers(cancel, status))
        },
        unanswered: (reason) => {
          end()
          const message = `There was no whole answer: ${reason}.`
          return [{ rule: 'answered', operation: operationId, message, expected: 'an HTTP response', clause }]
        },
        dropped: () => end(),
      }
    },
  }
}

function violationsIn(exchange: Exchange, isTolerated: (status: number) => boolean): Violation[] {
  const parsed = parseExchange(exchange)
  if (parsed === undefined || isTolerated(parsed.status)) return []
  const { operation } = parsed
  return rulesFor(parsed).flatMap((rule) =>
    rule
      .find(parsed)
      .slice(0, MAX_FINDINGS)
      .map((finding) => ({
        rule: rule.id,
        operation: operation.operationId,
        ...finding,
        clause: clauseOf(rule, operation),
      })),
  )
}
