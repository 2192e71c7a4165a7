import { describeResponse, RULES, type Violation, violationsIn } from '../contract/index.js'
import { type Operation, type OperationId, operations } from '../spec/index.js'
import { Observer } from './observer.js'
import { Recorder } from './recorder.js'
import { BROKEN, type Broken, type Contradiction } from './sighting.js'
import { type ReadExchange, readExchange, repeatsKey, type TrafficExchange } from './traffic-exchange.js'

/** What is wrong with traffic. */
export interface TrafficFinding {
  /** Unique in a report. */
  readonly id: string
  readonly kind: 'openapi' | 'model'
  /** What is claimed, in the present tense. */
  readonly name: string
  /** The section of the specification that says so. */
  readonly clause: string
  readonly message: string
  readonly expected: string
  readonly actual?: string
  /** The exchanges that show it, in the order of time. */
  readonly steps: readonly string[]
}

/** What a piece of traffic comes to. */
export interface TrafficReport {
  readonly findings: readonly TrafficFinding[]
  /** What was looked at and found in order. */
  readonly kept: readonly Pick<TrafficFinding, 'id' | 'kind' | 'name' | 'clause'>[]
  readonly coverage: readonly { readonly operation: OperationId; readonly status: number; readonly seen: number }[]
  /** What a reader should know: what was left out, and what was forgotten. */
  readonly notes: readonly string[]
  readonly exchanges: number
}

const MAX_FINDINGS = 1_000

// Limits of rates are left open.
const TOO_MANY = 429

/** Rules for which an answer does not need a body. */
const WITHOUT_BODY = ['status', 'sunset', 'deprecation']

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
  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
  }

  /**
   * Takes the next exchange.
   *
   * @returns what is wrong with its answer by itself, and what it shows for the first time
   */
  take(taken: TrafficExchange): { violations: Violation[]; findings: TrafficFinding[] } {
    const exchange = readExchange(taken)
    if (exchange === undefined) return { violations: [], findings: [] }
    const { operation, response } = exchange
    if (response.status === TOO_MANY) {
      this.leaveOut('requests that were refused for their rate (429)')
      return { violations: [], findings: [] }
    }
    this.#count(operation, response.status)
    const { sunset = '', date = '' } = response.headers
    // By the clock of the provider itself.
    if (response.status === 200 && Date.parse(sunset) < Date.parse(date))
      this.say(`${operation.operationId}: its Sunset has passed.`)
    const violations = violationsOf(exchange)
    const isQuotable = (violations.length === 0 && operation.operationId !== 'getPet') || !repeatsKey(exchange)
    if (isQuotable) this.recorder.record(exchange)
    const told = isQuotable ? violations : violations.map((each) => ({ ...each, message: UNQUOTED }))
    const found = [
      ...told.map((each) => ofViolation(each, exchange, isQuotable)),
      ...this.observer.observe(exchange).map(ofContradiction),
    ]
    return { violations: told, findings: found.filter((finding) => this.#keep(finding)) }
  }

  /** A request that reached the provider and was not answered. */
  unanswered(operation: Operation, reason: string, place: string) {
    const message = `There was no whole answer: ${reason}.`
    const expected = 'an HTTP response'
    const { operationId, clause } = operation
    this.#exchanges += 1
    const finding = { ...headOfRule('answered', operation), message, expected, steps: [place] }
    return {
      violations: [{ rule: 'answered', operation: operationId, message, expected, clause }],
      findings: this.#keep(finding) ? [finding] : [],
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

  #count({ operationId }: Operation, status: number): void {
    this.#exchanges += 1
    const counts = this.#coverage.get(operationId) ?? new Map<number, number>()
    this.#coverage.set(operationId, counts.set(status, (counts.get(status) ?? 0) + 1))
  }

  #keep(finding: TrafficFinding): boolean {
    const known = this.#findings.get(finding.id)
    if (known !== undefined) known.count += 1
    else if (this.#findings.size >= MAX_FINDINGS) this.#dropped += 1
    else this.#findings.set(finding.id, { finding, count: 1 })
    return known === undefined && this.#findings.has(finding.id)
  }

  #claims(): TrafficReport['kept'] {
    const seen = [...this.#coverage.keys()].map((id) => operations[id])
    const single = seen.flatMap((operation) =>
      RULES.filter(({ concerns }) => concerns?.(operation) !== false).map(({ id }) => headOfRule(id, operation)),
    )
    return [...single, ...Object.values(BROKEN).map(headOfBroken)]
  }

  #covered(): TrafficReport['coverage'] {
    return Object.values(operations).flatMap(({ operationId, statuses }) => {
      const counts = new Map(statuses.map((status) => [status, 0]))
      for (const [status, count] of this.#coverage.get(operationId) ?? []) counts.set(status, count)
      const cells = [...counts].toSorted(([one], [other]) => one - other)
      return cells.map(([status, seen]) => ({ operation: operationId, status, seen }))
    })
  }

  #notes(): string[] {
    const { forgottenOrders, forgottenKeys } = this.observer
    const leftOut = [...this.#leftOut].map(([reason, count]) => `${count} ${reason}`)
    return [
      ...this.#said,
      ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
      ...(forgottenOrders + forgottenKeys > 0
        ? [`Forgotten, so that faults may have been missed: ${forgottenOrders} orders and ${forgottenKeys} keys.`]
        : []),
      ...(this.#dropped > 0 ? [`${this.#dropped} more findings are not listed.`] : []),
    ]
  }
}

function violationsOf({ unknown, ...exchange }: TrafficExchange): Violation[] {
  const violations = violationsIn(exchange)
  if (unknown === undefined) return violations
  return violations.filter(({ rule }) => (unknown === 'body' ? WITHOUT_BODY : ['status']).includes(rule))
}

const UNQUOTED = 'What is wrong is not quoted, since the answer repeats the key of its request.'

function ofViolation(
  { rule, message, expected }: Violation,
  { operation, response, seen }: ReadExchange,
  isQuotable: boolean,
): TrafficFinding {
  const actual = isQuotable ? describeResponse(response) : `status ${response.status}`
  return { ...headOfRule(rule, operation), message, expected, actual, steps: [seen.place] }
}

function ofContradiction({ orderId, entries, ...broken }: Contradiction): TrafficFinding {
  const head = headOfBroken(broken)
  const { message, expected } = broken
  const steps = entries.map(({ place }) => place)
  if (orderId === undefined) return { ...head, message, expected, steps }
  return { ...head, id: `${head.id}.${orderId}`, message: `Order ${orderId}: ${message}`, expected, steps }
}

function headOfRule(id: string, { operationId, clause }: Operation) {
  const rule = RULES.find((each) => each.id === id)
  const name = `${operationId}: ${rule?.claim ?? 'every request is answered'}`
  return { id: `openapi.${operationId}.${id}`, kind: 'openapi' as const, name, clause: rule?.clause ?? clause }
}

function headOfBroken({ rule, claim, clause }: Broken) {
  return { id: `model.${rule}`, kind: 'model' as const, name: claim, clause }
}
