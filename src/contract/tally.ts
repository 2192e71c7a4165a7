import { type Operation, type OperationId, operations } from '../spec/index.js'
import type { Exchange } from './exchange.js'
import { type Judgement, RULES, type Violation } from './judge.js'
import { findOperation, type ParsedExchange } from './parse-exchange.js'
import type { Rule } from './rules/rule.js'

/** How often an operation was answered with a status; `seen` is 0 for a documented one that never came. */
export interface Coverage {
  readonly operation: OperationId
  readonly status: number
  readonly seen: number
}

/** Counts answers by operation and status: all documented ones, and what else came. */
export class AnswerCounts {
  readonly #counts = new Map(
    Object.values(operations).map(({ operationId, statuses }) => [
      operationId,
      new Map(statuses.map((status) => [status, 0])),
    ]),
  )

  add({ request, response: { status } }: Exchange): void {
    const called = findOperation(request)
    const counts = called && this.#counts.get(called.operation.operationId)
    counts?.set(status, (counts.get(status) ?? 0) + 1)
  }

  list(): Coverage[] {
    return [...this.#counts].flatMap(([operation, counts]) =>
      [...counts].toSorted(([one], [other]) => one - other).map(([status, seen]) => ({ operation, status, seen })),
    )
  }
}

/** What a rule claims of the answers to an operation, or to all of them, and what became of it. */
export interface Claim<Seen> {
  /** Unique in a report. */
  readonly id: string
  readonly kind: 'openapi'
  /** In the present tense. */
  readonly name: string
  /** The section of the specification that says so. */
  readonly clause: string
  readonly concerned: OperationId[]
  answers: number
  wrong: number
  /** The operations whose answers were wrong. */
  readonly broken: Set<OperationId>
  /** The first violation, and what the caller keeps of its exchange. */
  first?: { readonly violation: Violation; readonly seen: Seen }
  note?: string | undefined
}

/** Counts what answers make of the claims about them. */
export class Tally<Seen> {
  readonly #claims = new Map<string, Claim<Seen>>()

  constructor() {
    for (const rule of RULES)
      for (const operation of Object.values(operations))
        if (rule.concerns?.(operation) !== false) this.#claimOf(rule, operation).concerned.push(operation.operationId)
  }

  /** All claims, those that no answer was about too. */
  claims(): Claim<Seen>[] {
    return [...this.#claims.values()]
  }

  /**
   * Takes the next answer, and what its judgements are.
   *
   * @returns the claims that it is the first to break
   */
  add(parsed: ParsedExchange, judgements: readonly Judgement[], seen: Seen): Claim<Seen>[] {
    return judgements.flatMap(({ rule, violations: [violation] }) => {
      const claim = this.#claimOf(rule, parsed.operation)
      claim.answers += 1
      if (violation === undefined) {
        claim.note ??= rule.note?.(parsed)
        return []
      }
      claim.wrong += 1
      claim.broken.add(violation.operation)
      if (claim.first !== undefined) return []
      claim.first = { violation, seen }
      return [claim]
    })
  }

  #claimOf({ id, claim, clause, isAboutAll = false }: Rule, operation: Operation): Claim<Seen> {
    const { operationId } = operation
    const rule = isAboutAll ? id : `${operationId}.${id}`
    const made = this.#claims.get(rule) ?? {
      id: `openapi.${rule}`,
      kind: 'openapi',
      name: isAboutAll ? claim : `${operationId}: ${claim}`,
      clause: clause ?? operation.clause,
      concerned: [],
      answers: 0,
      wrong: 0,
      broken: new Set(),
    }
    this.#claims.set(rule, made)
    return made
  }
}

/** In how many answers a claim was broken. */
export function extentOf({ answers, wrong, concerned, broken }: Claim<unknown>): string {
  const to = concerned.length === 1 ? '' : `, to ${[...broken].join(', ')}`
  return answers === 1 ? `(In the only answer${to}.)` : `(In ${wrong} of ${answers} answers${to}.)`
}
