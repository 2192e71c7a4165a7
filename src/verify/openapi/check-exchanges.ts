import {
  type Answer,
  type Claim,
  extentOf,
  findOperation,
  judge,
  parseExchange,
  type ParsedExchange,
  Tally,
  type Violation,
} from '../../contract/index.js'
import { type Operation, operations, toInt64 } from '../../spec/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import type { Provider } from '../provider.js'
import type { LoggedRequest } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { linesFor } from './lines-for.js'
import { probe, type ProbeGaps } from './probe.js'

/** What is kept of an answer that breaks a claim. */
interface Seen {
  readonly entry: LoggedRequest
  readonly parsed: ParsedExchange
}

/** Validates every exchange of the run as it comes: one result for each rule and operation, or for each rule about all. */
export function prepareOpenapiCheck({ bail, onProgress }: RunPlan) {
  const tally = new Tally<Seen>()
  const tell = (result: CheckResult) => onProgress({ kind: 'result', result })
  return {
    watch: (entry: LoggedRequest, provider: Provider): void => {
      const parsed = entry.answer instanceof Error ? undefined : parseExchange(entry.answer)
      const isWrong = parsed !== undefined && tally.add(parsed, judge(parsed), { entry, parsed }).length > 0
      if (!bail || (!isWrong && isAnsweredOnce(entry.answer))) return
      for (const result of resultsOf(tally, [entry], provider)) if (result.result === 'failed') return tell(result)
    },
    run: async (provider: Provider): Promise<void> => {
      const gaps = await probe(provider)
      for (const result of resultsOf(tally, provider.log.requests, provider, gaps)) tell(result)
    },
    /**
     * Tells what was wrong up to now, in a run that broke off. No answer came any more from a provider that has gone, which
     * breaks no contract: what was not answered counts only if something that was asked later was.
     */
    tellWrong: (provider: Provider): void => {
      const { requests } = provider.log
      const last = requests.filter(isAnswered).reduce((latest, { begun }) => Math.max(latest, begun), 0)
      const answered = requests.filter((entry) => isAnswered(entry) || entry.ended < last)
      for (const result of resultsOf(tally, answered, provider)) if (result.result === 'failed') tell(result)
    },
  }
}

function isAnswered({ answer }: LoggedRequest): boolean {
  return !(answer instanceof Error)
}

function resultsOf(
  tally: Tally<Seen>,
  requests: readonly LoggedRequest[],
  provider: Provider,
  gaps: ProbeGaps = new Map(),
): CheckResult[] {
  const called = Object.values(operations)
  const results = tally.claims.flatMap((claim) =>
    claim.answers === 0 ? neverSeen(claim, gaps) : [resultOf(claim, provider)],
  )
  return [...called.flatMap((operation) => answeredOnce(operation, requests, provider)), ...results]
}

/** Whether every request of an operation got an HTTP answer, and no more than one. */
function answeredOnce(operation: Operation, requests: readonly LoggedRequest[], provider: Provider): CheckResult[] {
  const calls = requests.filter(({ answer: { request } }) => isDefined(request, operation))
  if (calls.length === 0) return []
  const head = {
    id: `openapi.${operation.operationId}.answered`,
    kind: 'openapi' as const,
    name: `${operation.operationId}: every request is answered, once`,
    clause: operation.clause,
    durationMs: 0,
  }
  const unanswered = calls.filter(({ answer }) => answer instanceof Error)
  const wrong = unanswered[0] ?? calls.find(({ answer }) => !isAnsweredOnce(answer))
  if (wrong === undefined) return [{ ...head, result: 'passed' }]
  const { answer } = wrong
  const [expected, message] =
    answer instanceof Error
      ? [
          'an HTTP response',
          `There was no answer: ${answer.reason}. (To ${unanswered.length} of ${calls.length} requests.)`,
        ]
      : [
          'one answer to one request',
          `More followed an answer with ${answer.response.status}, and nobody had asked for it: a client takes it for the answer to its next request.`,
        ]
  return [{ ...head, ...failedAnswer(answer, expected), message, ...linesFor(provider, wrong, expected) }]
}

function isAnsweredOnce(answer: Answer): boolean {
  return !(answer instanceof Error) && answer.response.isFollowed !== true
}

/** Whether it calls the operation as the specification defines it: an id that is not an int64 may lead to anything. */
function isDefined(request: Answer['request'], operation: Operation): boolean {
  const called = findOperation(request)
  return called?.operation === operation && (operation !== operations.cancelOrder || called.id !== undefined)
}

function neverSeen({ concerned, ...claim }: Claim<Seen>, gaps: ProbeGaps): CheckResult[] {
  const [reason] = concerned.flatMap((operationId) => gaps.get(operationId) ?? [])
  if (reason === undefined) return []
  return [{ ...headOf(claim), result: 'skipped', message: `There was no such answer: ${reason}.` }]
}

function headOf({ id, kind, name, clause }: Pick<Claim<Seen>, 'id' | 'kind' | 'name' | 'clause'>) {
  return { id, kind, name, clause, durationMs: 0 }
}

function resultOf(claim: Claim<Seen>, provider: Provider): CheckResult {
  const { first, note } = claim
  const head = headOf(claim)
  if (first === undefined)
    return { ...head, ...(note === undefined ? { result: 'passed' } : { result: 'note', message: note }) }
  const {
    violation,
    seen: { entry, parsed },
  } = first
  const { rule, expected } = violation
  const message = `${violation.message} ${extentOf(claim)}`
  const lines = linesFor(provider, entry, expected, {
    isVerbose: rule === 'no-body',
    orderId: orderShowing(violation, parsed),
  })
  return { ...head, ...failedAnswer(parsed.exchange, expected), message, ...lines }
}

/** The order of a list that shows what was found, if it is about one of them. */
function orderShowing({ message }: Violation, { body }: ParsedExchange): bigint | undefined {
  const [, index] = /^\[(\d+)\]/.exec(message) ?? []
  const orders = index !== undefined && 'json' in body ? (body.json as { id?: unknown }[]) : []
  return toInt64(orders[Number(index)]?.id)
}
