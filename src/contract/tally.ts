import { type OperationId, operations } from '../spec/index.js'
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
  readonly rule: Rule
  readonly concerned: readonly OperationId[]
  answers: number
  wrong: number
  /** The first violation, and what the caller keeps of its exchange. */
  first?: { readonly violation: Violation; readonly seen: Seen }
  note?: string | undefined
}

/** Counts what answers make of the claims about them. */
export class Tally<Seen> {
  /** All claims, those that no answer was about too. */
  readonly claims: readonly Claim<Seen>[] = RULES.flatMap((rule) => claimsOf(rule))

  /**
   * Takes the next answer, and what its judgements are.
   *
   * @returns the claims that it is the first to break
   */
  add(parsed: ParsedExchange, judgements: readonly Judgement[], seen: Seen): Claim<Seen>[] {
    const { operationId } = parsed.operation
    return judgements.flatMap(({ rule, violations: [violation] }) => {
      const about = this.claims.find((claim) => claim.rule === rule && claim.concerned.includes(operationId))
      if (about === undefined) return []
      about.answers += 1
      if (violation === undefined) {
        about.note ??= rule.note?.(parsed)
        return []
      }
      about.wrong += 1
      if (about.first !== undefined) return []
      about.first = { violation, seen }
      return [about]
    })
  }
}

/** One claim for each operation that a rule concerns, or one for all of them. */
function claimsOf<Seen>(rule: Rule): Claim<Seen>[] {
  const { isAboutAll = false, concerns = () => true } = rule
  const concerned = Object.values(operations).filter((operation) => concerns(operation))
  return concerned.slice(0, isAboutAll ? 1 : undefined).map(({ operationId, clause }) => ({
    id: isAboutAll ? `openapi.${rule.id}` : `openapi.${operationId}.${rule.id}`,
    kind: 'openapi',
    name: isAboutAll ? rule.claim : `${operationId}: ${rule.claim}`,
    clause: rule.clause ?? clause,
    rule,
    concerned: isAboutAll ? concerned.map((each) => each.operationId) : [operationId],
    answers: 0,
    wrong: 0,
  }))
}

/** In how many answers a claim was broken. */
export function extentOf({ answers, wrong }: Claim<unknown>): string {
  return answers === 1 ? '(In the only answer.)' : `(In ${wrong} of ${answers} answers.)`
}
