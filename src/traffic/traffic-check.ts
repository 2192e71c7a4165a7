import { describeResponse, RULES, type Violation, violationsOf } from '../contract/index.js'
import { type Operation, type OperationId, operations } from '../spec/index.js'
import { Observer } from './observer.js'
import { Recorder } from './recorder.js'
import { type ReadExchange, readExchange, repeatsKey, type TrafficExchange } from './traffic-exchange.js'
import {
  type Claim,
  claimOf,
  MODEL_RULES,
  modelClaim,
  type ModelRule,
  ofViolation,
  type TrafficFinding,
} from './traffic-finding.js'

/** What a piece of traffic comes to. */
export interface TrafficReport {
  readonly findings: readonly TrafficFinding[]
  /** What was looked at and found in order. */
  readonly kept: readonly Claim[]
  readonly coverage: readonly { readonly operation: OperationId; readonly status: number; readonly seen: number }[]
  /** What a reader should know: what was left out, and what was forgotten. */
  readonly notes: readonly string[]
  readonly exchanges: number
}

/** What one exchange comes to. */
export interface Judged {
  /** What is wrong with its answer by itself. */
  readonly violations: readonly Violation[]
  /** What it shows for the first time, by itself or together with earlier ones. */
  readonly findings: readonly TrafficFinding[]
}

const MAX_FINDINGS = 1_000

// Limits of rates are left open.
const TOO_MANY = 429

/** Rules for which an answer does not need a body. */
const WITHOUT_BODY = ['status', 'sunset', 'deprecation']

const UNQUOTED = 'What is wrong is not quoted, since the answer repeats the key of its request.'

/** Holds exchanges against the contract, in the order in which they ended, and counts what comes of it. */
export class TrafficCheck {
  readonly observer = new Observer()
  readonly recorder = new Recorder()
  readonly #findings = new Map<string, { finding: TrafficFinding; count: number }>()
  readonly #coverage = new Map<OperationId, Map<number, number>>()
  readonly #leftOut = new Map<string, number>()
  readonly #said = new Set<string>()
  #exchanges = 0
  #dropped = 0

  /** Adds a note for the reader of the report, once. */
  say(note: string): void {
    this.#said.add(note)
  }

  /** Counts what cannot be judged. */
  leaveOut(reason: string): undefined {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
  }

  /** Takes the next exchange. */
  take(taken: TrafficExchange): Judged {
    const exchange = readExchange(taken)
    if (exchange?.response.status === TOO_MANY) this.leaveOut('requests that were refused for their rate (429)')
    if (exchange === undefined || exchange.response.status === TOO_MANY) return { violations: [], findings: [] }
    const { operation, response, seen } = exchange
    this.#count(operation.operationId, response.status)
    const { sunset = '', date = '' } = response.headers
    // By the clock of the provider itself.
    if (response.status === 200 && Date.parse(sunset) < Date.parse(date))
      this.say(`${operation.operationId}: its Sunset has passed.`)
    const wrong = certainOf(exchange)
    const isQuotable = (wrong.length === 0 && operation.operationId !== 'getPet') || !repeatsKey(exchange)
    if (isQuotable) this.recorder.record(exchange)
    const violations = isQuotable ? wrong : wrong.map((each) => ({ ...each, message: UNQUOTED }))
    const actual = isQuotable ? describeResponse(response) : `status ${response.status}`
    const found = [
      ...violations.map((each) => ({ ...ofViolation(each, seen.place), actual })),
      ...this.observer.observe(exchange),
    ]
    return { violations, findings: found.filter((finding) => this.#keep(finding)) }
  }

  /** A request that reached the provider and was not answered. */
  unanswered({ operationId, clause }: Operation, reason: string, place: string): Judged {
    this.#exchanges += 1
    const message = `There was no whole answer: ${reason}.`
    const violation = { rule: 'answered', operation: operationId, clause, message, expected: 'an HTTP response' }
    return {
      violations: [violation],
      findings: [ofViolation(violation, place)].filter((finding) => this.#keep(finding)),
    }
  }

  report(): TrafficReport {
    const findings = [...this.#findings.values()].map(({ finding, count }) =>
      count === 1 ? finding : { ...finding, message: `${finding.message} (Seen ${count} times.)` },
    )
    const failed = findings.map(({ id }) => id)
    return {
      findings,
      kept: this.#claims().filter(({ id }) => !failed.some((each) => each === id || each.startsWith(`${id}.`))),
      coverage: this.#covered(),
      notes: this.#notes(),
      exchanges: this.#exchanges,
    }
  }

  #count(operation: OperationId, status: number): void {
    this.#exchanges += 1
    const counts = this.#coverage.get(operation) ?? new Map<number, number>()
    this.#coverage.set(operation, counts.set(status, (counts.get(status) ?? 0) + 1))
  }

  /** @returns whether it is new */
  #keep(finding: TrafficFinding): boolean {
    const known = this.#findings.get(finding.id)
    if (known !== undefined) known.count += 1
    else if (this.#findings.size >= MAX_FINDINGS) this.#dropped += 1
    else this.#findings.set(finding.id, { finding, count: 1 })
    return known === undefined && this.#findings.has(finding.id)
  }

  #claims(): Claim[] {
    const single = [...this.#coverage.keys()].flatMap((operationId) => {
      const operation = operations[operationId]
      const rules = RULES.filter(({ concerns }) => concerns?.(operation) !== false)
      return rules.map(({ id, clause = operation.clause }) => claimOf({ rule: id, operation: operationId, clause }))
    })
    const names = Object.keys(MODEL_RULES) as ModelRule[]
    return [...single, ...names.map(modelClaim)]
  }

  #covered(): TrafficReport['coverage'] {
    return Object.values(operations).flatMap(({ operationId, statuses }) => {
      const counts = this.#coverage.get(operationId)
      const cells = [...new Set([...statuses, ...(counts?.keys() ?? [])])].toSorted((one, other) => one - other)
      return cells.map((status) => ({ operation: operationId, status, seen: counts?.get(status) ?? 0 }))
    })
  }

  #notes(): string[] {
    const { forgottenOrders } = this.observer
    const leftOut = [...this.#leftOut].map(([reason, count]) => `${count} ${reason}`)
    return [
      ...this.#said,
      ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
      ...(forgottenOrders > 0 ? [`Forgotten, so that faults may have been missed: ${forgottenOrders} orders.`] : []),
      ...(this.#dropped > 0 ? [`${this.#dropped} more findings are not listed.`] : []),
    ]
  }
}

/** What is wrong for certain, although the body may be unknown, and the headers too. */
function certainOf({ isBodyUnknown, parsed, response }: ReadExchange): Violation[] {
  const violations = violationsOf(parsed)
  if (isBodyUnknown !== true) return violations
  const known = Object.keys(response.headers).length === 0 ? ['status'] : WITHOUT_BODY
  return violations.filter(({ rule }) => known.includes(rule))
}
