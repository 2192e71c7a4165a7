import {
  type CountedClaim,
  extentOf,
  findOperation,
  judgeInPieces,
  type ParsedExchange,
  Tally,
} from '../contract/index.js'
import { inPieces } from '../node/index.js'
import { type Json, type Operation, type OperationId, operations, parseJson, toInt64 } from '../spec/index.js'
import { type CheckResult, failedAnswer, NO_TIME_REASON } from './check.js'
import { EVERY_CLIENT } from './model/rules/clients.js'
import { RunContext } from './model/runner/run-context.js'
import { runSequence } from './model/runner/run-sequence.js'
import { CALLS_IN_STATE, compressed, HARMLESS_CALLS, list } from './model/sequences/calls.js'
import { PLAINLY_WRONG } from './model/sequences/key-kinds.js'
import { inTurn, type Part, setUpState } from './model/sequences/step.js'
import type { Provider } from './provider.js'
import { isAnswered, type LoggedRequest } from './run-log.js'
import { elsewhere, scriptLines } from './script.js'
import type { RunPlan } from './verify-options.js'

// Nobody would paste more requests.
const MAX_REQUESTS = 12
// A slow provider is to be asked for each response, unless somebody has said how much time there is.
const DEFAULT_MS = 120_000

/** Validates every exchange of the run as it comes: one result for each rule and operation. */
export class OpenapiCheck {
  /** Whether the first violation is reported at once, which ends the run. */
  bails = false
  readonly #tally = new Tally<LoggedRequest>()
  readonly #gaps = new Map<OperationId, string>()

  #last: Json | undefined

  constructor(
    readonly provider: Provider,
    readonly plan: RunPlan,
  ) {
    provider.log.onRequest = (entry, parsed) => this.#watch(entry, parsed)
  }

  async run(): Promise<void> {
    await this.#probe()
    this.#report(this.#results(this.provider.log.requests))
  }

  /**
   * Reports what was wrong up to now, in a run that broke off. A provider that has ended sends no more responses, which
   * violates nothing: a request without a response counts only if a later one got a response.
   */
  reportFailures(): void {
    const { requests, lost } = this.provider.log
    this.#report(this.#results(requests.filter((entry) => !lost.includes(entry))).filter(hasFailed))
  }

  async #watch(entry: LoggedRequest, parsed: ParsedExchange | undefined): Promise<void> {
    if (parsed !== undefined) this.#tally.add(parsed, await inPieces(judgeInPieces(this.#unlessSeen(parsed))), entry)
    if (this.bails) this.#report(this.#results([entry]).filter(hasFailed).slice(0, 1))
  }

  /** The log reads the same long list once, and gives the same object: its body is judged once. */
  #unlessSeen(parsed: ParsedExchange): ParsedExchange {
    const { request, response } = parsed.exchange
    const json = 'json' in parsed.body ? parsed.body.json : undefined
    if (!Array.isArray(json)) return parsed
    const isSeen = json === this.#last
    this.#last = json
    return isSeen ? { ...parsed, exchange: { request, response: { ...response, isBodyUnknown: true } } } : parsed
  }

  #report(results: readonly CheckResult[]): void {
    for (const result of results) this.plan.onProgress({ kind: 'result', result })
  }

  #results(requests: readonly LoggedRequest[]): CheckResult[] {
    const answered = Object.values(operations).flatMap((operation) => this.#answeredOnce(operation, requests))
    return [...answered, ...this.#tally.claims.flatMap((claim) => this.#resultOf(claim))]
  }

  /** Whether every request of an operation got an HTTP response, and no more than one. */
  #answeredOnce(operation: Operation, requests: readonly LoggedRequest[]): CheckResult[] {
    const { operationId, clause } = operation
    const calls = requests.filter((entry) => isCallOf(entry, operation))
    if (calls.length === 0) return []
    const id = `openapi.${operationId}.answered`
    const name = `${operationId}: every request gets exactly one response`
    const head = { id, kind: 'openapi', name, clause, durationMs: 0 } as const
    const unanswered = calls.filter((entry) => !isAnswered(entry))
    const [wrong = calls.find(({ answer }) => 'response' in answer && answer.response.isFollowed)] = unanswered
    if (wrong === undefined) return [{ ...head, result: 'passed' }]
    const { answer } = wrong
    const expected = isAnswered(wrong) ? 'one response to one request' : 'an HTTP response'
    const message =
      answer instanceof Error
        ? `There was no response: ${answer.reason}. (To ${unanswered.length} of ${calls.length} requests.)`
        : `A response with ${answer.response.status} was followed by extra bytes, which a client would read as the response to its next request.`
    return [{ ...head, ...failedAnswer(answer, expected), message, ...this.#linesFor(wrong, expected) }]
  }

  #resultOf(claim: CountedClaim<LoggedRequest>): CheckResult[] {
    const { id, kind, name, clause, answers, operation, first } = claim
    const head = { id, kind, name, clause, durationMs: 0 }
    if (answers === 0) {
      const gap = this.#gaps.get(operation)
      return gap === undefined ? [] : [{ ...head, result: 'skipped', message: gap }]
    }
    if (first === undefined) return [{ ...head, result: 'passed' }]
    const { violation, seen } = first
    const { expected } = violation
    const message = `${violation.message} ${extentOf(claim)}`
    const lines = this.#linesFor(seen, expected, orderShowing(violation.message, seen))
    return [{ ...head, ...failedAnswer(seen.answer, expected), message, ...lines }]
  }

  /**
   * The commands that are likely to reproduce a violation in a response of the run, or in one order of a list: the state of its
   * order and the requests for that order may have led to it, or else the last state.
   */
  #linesFor(entry: LoggedRequest, expected: string, orderId?: bigint): Pick<CheckResult, 'steps' | 'states'> {
    const { log, states } = this.provider
    const id = findOperation(entry.answer.request)?.id ?? orderId
    const earlier = log.states.filter(({ atMs }) => atMs < entry.startMs)
    const own = earlier.findLast(
      (state) => id !== undefined && toInt64(state.values['orderId'] ?? state.values['petId']) === id,
    )
    const since = log.requests.filter(({ startMs }) => own && startMs > own.atMs && startMs < entry.startMs)
    const onIt = since.filter(({ answer }) => findOperation(answer.request)?.id === id)
    const state = own ?? earlier.at(-1)
    const before = state === undefined ? [] : [state]
    const answers = [...onIt.slice(-MAX_REQUESTS), entry].map((each) => ({ kind: 'answers' as const, answers: [each] }))
    const steps = scriptLines([...before, ...answers], { states, expected })
    return { states: before.map(({ name }) => name), steps: elsewhere('These commands have not been tested.', steps) }
  }

  /**
   * Calls every operation in every way that leads to a documented response, so that all of these responses are validated even
   * if no other check runs. Without provider states it only reads, and cancels nothing that exists.
   */
  async #probe(): Promise<void> {
    const context = new RunContext(this.provider)
    const { timeBudgetMs = DEFAULT_MS, checks } = this.plan
    const endsAtMs = performance.now() + timeBudgetMs
    const run = (...parts: readonly Part[]) => runSequence(context, inTurn(...parts), { endsAtMs })
    for (const key of [undefined, ...PLAINLY_WRONG])
      for (const call of HARMLESS_CALLS) await run(list(), compressed(call(key)))
    for (const { operationId, states } of Object.values(operations)) {
      for (const state of states) {
        // Large bodies are the ones that servers compress.
        const params = state === 'many orders' ? { count: 250 } : {}
        const { isCut } = await run(setUpState(state, state, { params }), CALLS_IN_STATE[operationId](state))
        const reason = context.reasonFor(state)
        const gap = isCut ? `${NO_TIME_REASON} Increase --time-budget.` : reason && `No such response: ${reason}.`
        if (gap !== undefined && !this.#gaps.has(operationId)) this.#gaps.set(operationId, gap)
      }
    }
    // The model check has a rule for it.
    if (!checks.includes('model')) await run(...EVERY_CLIENT)
  }
}

function hasFailed({ result }: CheckResult): boolean {
  return result === 'failed'
}

/** Whether it calls the operation as the specification defines it: the response to an id that is not an int64 is left open. */
function isCallOf({ answer }: LoggedRequest, operation: Operation): boolean {
  const called = findOperation(answer.request)
  return called?.operation === operation && (operation.parameter !== 'orderId' || called.id !== undefined)
}

/** The order of a list that shows what was found, if it is about one of them. */
function orderShowing(message: string, { answer }: LoggedRequest): bigint | undefined {
  const [, index] = /^\[(\d+)\]/.exec(message) ?? []
  if (index === undefined || answer instanceof Error) return undefined
  const orders = parseJson(answer.response.body) as { [index: string]: { id?: unknown } | null }
  return toInt64(orders[index]?.id)
}
