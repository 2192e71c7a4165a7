import {
  AnswerCounts,
  type Claim,
  type Coverage,
  describeResponse,
  extentOf,
  parseExchange,
  Tally,
  type Violation,
  violationsOf,
} from '../contract/index.js'
import type { Operation } from '../spec/index.js'
import { Observer } from './observer.js'
import { Recorder } from './recorder.js'
import { repeatsKey, type TrafficExchange } from './traffic-exchange.js'
import { MODEL_CLAIMS, type TrafficClaim, type TrafficFinding } from './traffic-finding.js'

/** What a piece of traffic comes to. */
export interface TrafficReport {
  readonly findings: readonly TrafficFinding[]
  /** What was looked at and found in order. */
  readonly kept: readonly TrafficClaim[]
  readonly coverage: readonly Coverage[]
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

const UNQUOTED = 'What is wrong is not quoted, since the answer repeats the key of its request.'

/** Holds exchanges against the contract, in the order in which they ended, and counts what comes of it. */
export class TrafficCheck {
  readonly observer = new Observer()
  readonly recorder = new Recorder()
  readonly #tally = new Tally<Pick<TrafficFinding, 'steps' | 'actual'>>()
  readonly #counts = new AnswerCounts()
  readonly #findings = new Map<string, { finding: TrafficFinding; count: number }>()
  readonly #leftOut = new Map<string, number>()
  readonly #said = new Set<string>()
  #exchanges = 0

  /** Adds a note for the reader of the report, once. */
  say(note: string): void {
    this.#said.add(note)
  }

  /** Counts what cannot be judged. */
  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
  }

  /** Takes the next exchange. */
  take(exchange: TrafficExchange): Judged {
    const { response, seen } = exchange
    const parsed = parseExchange(exchange)
    if (response.status === TOO_MANY) this.leaveOut('requests that were refused for their rate (429)')
    if (parsed === undefined || response.status === TOO_MANY) return { violations: [], findings: [] }
    this.#exchanges += 1
    this.#counts.add(exchange)
    const { operationId } = parsed.operation
    const { sunset = '', date = '' } = response.headers
    // By the clock of the provider itself.
    if (response.status === 200 && Date.parse(sunset) < Date.parse(date))
      this.say(`${operationId}: its Sunset has passed.`)
    const hasHeaders = Object.keys(response.headers).length > 0
    const wrong = violationsOf(parsed).filter(({ rule }) => hasHeaders || rule === 'status')
    const isQuotable = (wrong.length === 0 && operationId !== 'getPet') || !repeatsKey(exchange)
    if (isQuotable) this.recorder.record(parsed)
    const violations = isQuotable ? wrong : wrong.map((each) => ({ ...each, message: UNQUOTED }))
    const actual = isQuotable ? describeResponse(response) : `status ${response.status}`
    const broken = this.#tally.add(parsed, violations, { actual, steps: [seen.place] }).map(findingOf)
    const contradictions = this.observer.observe(exchange, parsed).filter((finding) => this.#keep(finding))
    return { violations, findings: [...broken, ...contradictions] }
  }

  /** A request that reached the provider and was not answered. */
  unanswered({ operationId, clause }: Operation, reason: string, place: string): Judged {
    this.#exchanges += 1
    const message = `There was no whole answer: ${reason}.`
    const violation = { rule: 'answered', operation: operationId, clause, message, expected: 'an HTTP response' }
    const claim = { id: `openapi.${operationId}.answered`, name: `${operationId}: every request is answered`, clause }
    const finding = { ...claim, kind: 'openapi' as const, message, expected: violation.expected, steps: [place] }
    return { violations: [violation], findings: this.#keep(finding) ? [finding] : [] }
  }

  report(): TrafficReport {
    const claims = this.#tally.claims().filter(({ answers }) => answers > 0)
    const broken = claims.flatMap((claim) => {
      const finding = findingOf(claim)
      return claim.wrong === 0 ? [] : [{ ...finding, message: `${finding.message} ${extentOf(claim)}` }]
    })
    const others = [...this.#findings.values()].map(({ finding, count }) =>
      count === 1 ? finding : { ...finding, message: `${finding.message} (Seen ${count} times.)` },
    )
    const ids = others.map(({ id }) => id)
    return {
      findings: [...broken, ...others],
      kept: [
        ...claims.filter(({ wrong }) => wrong === 0),
        ...MODEL_CLAIMS.filter(({ id }) => !ids.some((each) => each === id || each.startsWith(`${id}.`))),
      ].map(({ id, kind, name, clause }) => ({ id, kind, name, clause })),
      coverage: this.#counts.list(),
      notes: this.#notes(),
      exchanges: this.#exchanges,
    }
  }

  /** @returns whether it is new */
  #keep(finding: TrafficFinding): boolean {
    const known = this.#findings.get(finding.id)
    if (known !== undefined) known.count += 1
    else if (this.#findings.size >= MAX_FINDINGS) this.leaveOut(`findings beyond the first ${MAX_FINDINGS}`)
    else this.#findings.set(finding.id, { finding, count: 1 })
    return known === undefined && this.#findings.has(finding.id)
  }

  #notes(): string[] {
    const { forgottenOrders } = this.observer
    const leftOut = [...this.#leftOut].map(([reason, count]) => `${count} ${reason}`)
    return [
      ...this.#said,
      ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(', ')}.`] : []),
      ...(forgottenOrders > 0 ? [`Forgotten, so that faults may have been missed: ${forgottenOrders} orders.`] : []),
    ]
  }
}

function findingOf({ id, kind, name, clause, first }: Claim<Pick<TrafficFinding, 'steps' | 'actual'>>): TrafficFinding {
  const { message = '', expected = '' } = first?.violation ?? {}
  return { id, kind, name, clause, message, expected, steps: [], ...first?.seen }
}
