import type { OperationId } from '../spec/index.js'
import type { Exchange, OutgoingRequest } from './exchange.js'
import { loadRules } from './rules/load-rules.js'
import { type Rule, SECTION_OF } from './rules/rule.js'
import { readExchange, type Seen } from './rules/seen.js'
import { operationOf } from './operation-of.js'

/** What is wrong with an answer. */
export interface Violation {
  /** The rule's name, the same as in the report of `orders-mock verify`. */
  readonly rule: string
  readonly operation: OperationId
  readonly message: string
  readonly expected: string
  /** The section of the specification that says so. */
  readonly clause: string
}

/** A request that is on its way: exactly one of its functions is to be called. */
export interface Hearing {
  readonly answered: (exchange: Exchange) => Violation[]
  /** There was no whole answer. */
  readonly silent: (reason: string) => Violation[]
  /** Nothing can be said about the provider. */
  readonly dropped: () => void
}

/** Holds exchanges against the OpenAPI description, one by one, as they go by. */
export interface Judge {
  /** `undefined` if the request calls no operation of the description. */
  begin(request: OutgoingRequest): Hearing | undefined
}

/** Makes a judge by the rules of the verifier's openapi check. Takes about a second. */
export async function loadJudge(): Promise<Judge> {
  const rules = await loadRules()
  const cancels = new Cancels()
  return {
    begin(request) {
      const called = operationOf(request)
      if (called === undefined) return undefined
      const { operationId: operation } = called.operation
      const end = operation === 'cancelOrder' && called.id !== undefined ? cancels.begin(called.id) : endNothing
      return {
        answered: (exchange) => {
          const isExcused = end(exchange.response.status)
          const seen = readExchange(exchange)
          return seen === undefined ? [] : findAll(seen, isExcused ? rules.filter(({ id }) => id !== 'status') : rules)
        },
        silent: (reason) => {
          end(undefined)
          return [noAnswer(operation, reason)]
        },
        dropped: () => void end(undefined),
      }
    },
  }
}

function findAll(seen: Seen, rules: readonly Rule[]): Violation[] {
  const { operationId: operation } = seen.operation
  return rules
    .filter((rule) => rule.operations.includes(operation) && rule.applies(seen))
    .flatMap((rule) =>
      rule.find(seen).map((finding) => ({
        rule: rule.id,
        operation,
        ...finding,
        clause: rule.clause ?? SECTION_OF[operation],
      })),
    )
}

function noAnswer(operation: OperationId, reason: string): Violation {
  const message = `There was no whole answer: ${reason}.`
  return { rule: 'answered', operation, message, expected: 'an HTTP response', clause: SECTION_OF[operation] }
}

function endNothing(): boolean {
  return false
}

/**
 * The specification leaves open how a cancel is refused whose order was cancelled already. So its status is no
 * violation where this proxy has seen the order cancelled, or where two cancels of it met.
 */
class Cancels {
  readonly #underWay = new Map<bigint, { count: number; haveMet: boolean }>()
  readonly #cancelled = new Set<bigint>()

  /** @returns a function that takes the status of the answer and says whether the status is excused */
  begin(orderId: bigint): (status: number | undefined) => boolean {
    const all = this.#underWay.get(orderId) ?? { count: 0, haveMet: false }
    all.count += 1
    all.haveMet ||= all.count > 1
    this.#underWay.set(orderId, all)
    return (status) => {
      const isSuccess = status !== undefined && status >= 200 && status <= 299
      const isExcused = !isSuccess && (all.haveMet || this.#cancelled.has(orderId))
      if (status === 204) this.#cancelled.add(orderId)
      all.count -= 1
      if (all.count === 0) this.#underWay.delete(orderId)
      return isExcused
    }
  }
}
