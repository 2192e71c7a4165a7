import {
  AnswerCounts,
  type CountedClaim,
  describeResponse,
  extentOf,
  Habits,
  judgeInPieces,
  type Judgement,
  MAX_BODY_BYTES,
  parseInPieces,
  Tally,
  type Violation,
} from '../contract/index.js'
import { inPieces } from '../node/index.js'
import type { Operation } from '../spec/index.js'
import { Observer } from './observer.js'
import { Recorder } from './recorder.js'
import { MAX_SEARCHED, repeatsSecret, storeOf, type TrafficExchange } from './traffic-exchange.js'
import { MODEL_CLAIMS, type TrafficFinding } from './traffic-finding.js'

export interface Judged {
  readonly violations: readonly Violation[]
  /** What it shows for the first time, by itself or together with earlier ones. */
  readonly findings: readonly TrafficFinding[]
}

const NOTHING: Judged = { violations: [], findings: [] }
const MAX_FINDINGS = 1_000
/** What an exchange takes while it waits, in addition to its body. */
const HEAD_LENGTH = 2 ** 12

/** Checks exchanges against the contract, in the order in which they ended, and counts the results. */
export class TrafficCheck {
  readonly observer = new Observer()
  readonly recorder = new Recorder()
  readonly habits = new Habits()
  readonly #tally = new Tally<Shown>()
  readonly #counts = new AnswerCounts()
  readonly #findings = new Map<string, { finding: TrafficFinding; count: number }>()
  readonly #leftOut = new Map<string, number>()
  readonly #said = new Set<string>()
  #exchanges = 0
  /** The end of what waits to be checked, and how much that is. */
  #checked: Promise<unknown> = Promise.resolve()
  #waitingLength = 0

  say(note: string): void {
    this.#said.add(note)
  }

  leaveOut(reason: string): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1)
  }

  /** Checks an exchange after those that came before it, and in pieces, so that nobody else waits for that. */
  async take(exchange: TrafficExchange): Promise<Judged> {
    const length = exchange.response.body.length + HEAD_LENGTH
    if (this.#waitingLength > 0 && this.#waitingLength + length > MAX_BODY_BYTES) {
      this.leaveOut('responses that came faster than they could be checked')
      return NOTHING
    }
    this.#waitingLength += length
    const judged = this.#checked.then(() => inPieces(this.#check(exchange)))
    this.#checked = judged.catch(() => {}).then(() => (this.#waitingLength -= length))
    return judged
  }

  async settle(): Promise<void> {
    await this.#checked
  }

  *#check(exchange: TrafficExchange): Generator<undefined, Judged> {
    const { response, seen } = exchange
    const parsed = yield* parseInPieces(exchange)
    // Limits of rates are left open.
    const isRefused = response.status === 429
    if (isRefused) this.leaveOut('requests that a rate limit rejected (429)')
    if (parsed === undefined || isRefused) return NOTHING
    this.#exchanges += 1
    this.#counts.add(parsed)
    this.habits.of(storeOf(exchange)).take(parsed, seen)
    const { operationId } = parsed.operation
    const { sunset = '', date = '' } = response.headers
    // By the clock of the provider itself.
    if (response.status === 200 && Date.parse(sunset) < Date.parse(date))
      this.say(`${operationId}: the Sunset date has passed.`)
    const hasHeaders = Object.keys(response.headers).length > 0
    const judgements = (yield* judgeInPieces(parsed)).filter(({ claim }) => hasHeaders || claim.rule.id === 'status')
    const isRight = judgements.every(({ violations }) => violations.length === 0)
    const told = describeResponse(response) + JSON.stringify(judgements.map(({ violations }) => violations))
    const isQuotable = (isRight && operationId !== 'getPet') || !repeatsSecret(exchange, told)
    if (isQuotable && (operationId !== 'getPet' || response.body.length <= MAX_SEARCHED))
      yield* this.recorder.record(parsed)
    const shown = isQuotable ? judgements : judgements.map(unquoted)
    const actual = isQuotable ? describeResponse(response) : `status ${response.status}`
    const broken = this.#tally.add(parsed, shown, { actual, steps: [seen.place] }).map((each) => findingOf(each))
    yield
    const found = yield* this.observer.observe(exchange, parsed)
    const contradictions = found.filter((finding) => this.#keep(finding))
    return { violations: shown.flatMap(({ violations }) => violations), findings: [...broken, ...contradictions] }
  }

  unanswered({ operationId, clause }: Operation, reason: string, place: string): Judged {
    this.#exchanges += 1
    const message = `There was no complete response: ${reason}.`
    const what = { clause, message, expected: 'an HTTP response' }
    const claim = { id: `openapi.${operationId}.answered`, name: `${operationId}: every request gets a response` }
    const finding = { ...claim, kind: 'openapi' as const, ...what, steps: [place] }
    const violations = [{ rule: 'answered', operation: operationId, ...what }]
    return { violations, findings: this.#keep(finding) ? [finding] : [] }
  }

  report() {
    const claims = this.#tally.claims.filter(({ answers }) => answers > 0)
    const broken = claims.filter(({ wrong }) => wrong > 0).map((claim) => findingOf(claim, ` ${extentOf(claim)}`))
    const others = [...this.#findings.values()].map(({ finding, count }) =>
      count === 1 ? finding : { ...finding, message: `${finding.message} (Seen ${count} times.)` },
    )
    const ids = others.map(({ id }) => id)
    return {
      findings: [...broken, ...others],
      /** What was looked at and found in order. */
      kept: [
        ...claims.filter(({ wrong }) => wrong === 0),
        ...MODEL_CLAIMS.filter(({ id }) => !ids.some((each) => each === id || each.startsWith(`${id}.`))),
      ].map(({ id, kind, name, clause }) => ({ id, kind, name, clause })),
      coverage: this.#counts.list(),
      freedoms: this.habits.list(),
      notes: this.#notes(),
      exchanges: this.#exchanges,
    }
  }

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
      ...(leftOut.length > 0 ? [`Skipped: ${leftOut.join(', ')}.`] : []),
      ...(forgottenOrders > 0 ? [`Orders dropped, so that violations may have been missed: ${forgottenOrders}.`] : []),
    ]
  }
}

export type TrafficReport = ReturnType<TrafficCheck['report']>

type Shown = Pick<TrafficFinding, 'steps' | 'actual'>

function findingOf({ id, kind, name, clause, first }: CountedClaim<Shown>, extent = ''): TrafficFinding {
  const { message = '', expected = '' } = first?.violation ?? {}
  return { id, kind, name, clause, message: message + extent, expected, steps: [], ...first?.seen }
}

function unquoted({ claim, violations }: Judgement): Judgement {
  const message = 'Details are omitted, because the response echoes a key or a cookie.'
  return { claim, violations: violations.map((each) => ({ ...each, message })) }
}
