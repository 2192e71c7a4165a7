import { type OperationId, operations } from '../spec/index.js'
import { type Claim, CLAIMS, type Judgement, type Violation } from './claims.js'
import type { ParsedExchange } from './parse-exchange.js'

/** How often an operation returned a status; `seen` is 0 for a documented one that never came. */
export interface Coverage {
  readonly operation: OperationId
  readonly status: number
  readonly seen: number
}

/** Counts responses by operation and status: all documented ones, and what else came. */
export class AnswerCounts {
  readonly #counts = new Map(
    Object.values(operations).map(({ operationId, statuses }) => [
      operationId,
      new Map(statuses.map((status) => [status, 0])),
    ]),
  )

  add({ operation, status }: ParsedExchange): void {
    const counts = this.#counts.get(operation.operationId)
    counts?.set(status, (counts.get(status) ?? 0) + 1)
  }

  list(): Coverage[] {
    return [...this.#counts].flatMap(([operation, counts]) =>
      [...counts].toSorted(([one], [other]) => one - other).map(([status, seen]) => ({ operation, status, seen })),
    )
  }
}

export interface CountedClaim<Seen> extends Claim {
  answers: number
  wrong: number
  /** The first violation, and the caller's record of its exchange. */
  first?: { readonly violation: Violation; readonly seen: Seen }
}

/** Counts, for each claim, the responses that conform to it or violate it. */
export class Tally<Seen> {
  readonly claims: readonly CountedClaim<Seen>[] = CLAIMS.map((claim) => ({ ...claim, answers: 0, wrong: 0 }))

  /** Takes the judgements of the next response. @returns the claims that it is the first to violate */
  add(parsed: ParsedExchange, judgements: readonly Judgement[], seen: Seen): CountedClaim<Seen>[] {
    return judgements.flatMap(({ claim: { id }, violations: [violation] }) => {
      const counted = this.claims.find((claim) => claim.id === id)
      if (counted === undefined) return []
      counted.answers += 1
      if (violation === undefined) return []
      counted.wrong += 1
      if (counted.first !== undefined) return []
      counted.first = { violation, seen }
      return [counted]
    })
  }
}

export function extentOf({ answers, wrong }: CountedClaim<unknown>): string {
  return answers === 1 ? '(In the only response.)' : `(In ${wrong} of ${answers} responses.)`
}
