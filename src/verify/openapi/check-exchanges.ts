import {
  type Answer,
  type Finding,
  findOperation,
  isLeftOpen,
  parseExchange,
  type ParsedExchange,
  type Rule,
  RULES,
  rulesFor,
} from '../../contract/index.js'
import { type Operation, type OperationId, operations, toInt64 } from '../../spec/index.js'
import { type CheckResult, failedAnswer } from '../check.js'
import type { Provider } from '../provider.js'
import type { LoggedRequest } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { linesFor } from './lines-for.js'
import { probe, type ProbeGaps } from './probe.js'

/** Validates every exchange of the run as it comes: one result for each rule and operation, or for each rule about all. */
export function prepareOpenapiCheck({ bail, onProgress }: RunPlan) {
  const tallies = new Map<string, Tally>()
  const tell = (result: CheckResult) => onProgress({ kind: 'result', result })
  return {
    watch: (entry: LoggedRequest, provider: Provider): void => {
      const isWrong = tally(entry, tallies)
      if (!bail || (!isWrong && isAnsweredOnce(entry.answer))) return
      for (const result of resultsOf(tallies, [entry], provider)) if (result.result === 'failed') return tell(result)
    },
    run: async (provider: Provider): Promise<void> => {
      const gaps = await probe(provider)
      for (const result of resultsOf(tallies, provider.log.requests, provider, gaps)) {
        tell(result)
        if (bail && result.result === 'failed') return
      }
    },
    /**
     * Tells what was wrong up to now, in a run that broke off. No answer came any more from a provider that has gone, which
     * breaks no contract: requests after the last answer do not count.
     */
    tellWrong: (provider: Provider): void => {
      const { requests } = provider.log
      const answered = requests.slice(0, requests.findLastIndex(({ answer }) => !(answer instanceof Error)) + 1)
      for (const result of resultsOf(tallies, answered, provider)) if (result.result === 'failed') tell(result)
    },
  }
}

function resultsOf(
  tallies: ReadonlyMap<string, Tally>,
  requests: readonly LoggedRequest[],
  provider: Provider,
  gaps: ProbeGaps = new Map(),
): CheckResult[] {
  const called = Object.values(operations)
  const results = RULES.flatMap((rule) => {
    const concerned = called.filter((operation) => rule.concerns?.(operation) !== false)
    const subjects = rule.isAboutAll === true ? [concerned] : concerned.map((operation) => [operation])
    return subjects.flatMap((subject) => {
      const found = tallies.get(idOf(rule, subject[0]))
      return found === undefined ? neverSeen(rule, subject, gaps) : [resultOf(rule, subject, found, provider)]
    })
  })
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

/** What a rule made of the answers that one result is about. */
interface Tally {
  answers: number
  wrong: number
  /** The operations that were answered wrongly. */
  readonly operations: Set<OperationId>
  first?: { readonly finding: Finding; readonly entry: LoggedRequest; readonly parsed: ParsedExchange }
  note: string | undefined
  durationMs: number
}

/** @returns whether there was something wrong */
function tally(entry: LoggedRequest, tallies: Map<string, Tally>): boolean {
  const parsed = entry.answer instanceof Error ? undefined : parseExchange(entry.answer)
  if (parsed === undefined || isLeftOpen(parsed)) return false
  let isWrong = false
  for (const rule of rulesFor(parsed)) {
    const id = idOf(rule, parsed.operation)
    const made = tallies.get(id) ?? { answers: 0, wrong: 0, operations: new Set(), note: undefined, durationMs: 0 }
    tallies.set(id, made)
    const startedMs = performance.now()
    const [finding] = rule.find(parsed)
    made.durationMs += performance.now() - startedMs
    made.answers += 1
    if (finding === undefined) {
      made.note ??= rule.note?.(parsed)
      continue
    }
    isWrong = true
    made.wrong += 1
    made.operations.add(parsed.operation.operationId)
    made.first ??= { finding, entry, parsed }
  }
  return isWrong
}

/** The id of a result, less its kind. */
function idOf({ id, isAboutAll }: Rule, operation: Operation | undefined): string {
  return isAboutAll === true || operation === undefined ? id : `${operation.operationId}.${id}`
}

function neverSeen(rule: Rule, subject: readonly Operation[], gaps: ProbeGaps): CheckResult[] {
  const [reason] = subject.flatMap(({ operationId }) => gaps.get(operationId) ?? [])
  if (reason === undefined) return []
  return [{ ...headOf(rule, subject), result: 'skipped', message: `There was no such answer: ${reason}.` }]
}

function headOf(rule: Rule, [first]: readonly Operation[]) {
  const name = rule.isAboutAll === true ? rule.claim : `${first?.operationId}: ${rule.claim}`
  const clause = rule.clause ?? first?.clause ?? ''
  return { id: `openapi.${idOf(rule, first)}`, kind: 'openapi' as const, name, clause, durationMs: 0 }
}

function resultOf(rule: Rule, subject: readonly Operation[], made: Tally, provider: Provider): CheckResult {
  const { first, note, durationMs } = made
  const head = { ...headOf(rule, subject), durationMs }
  if (first === undefined)
    return { ...head, ...(note === undefined ? { result: 'passed' } : { result: 'note', message: note }) }
  const { finding, entry, parsed } = first
  const { expected } = finding
  const message = `${finding.message} ${extentOf(made, rule)}`
  const lines = linesFor(provider, entry, expected, {
    isVerbose: rule.id === 'no-body',
    orderId: orderShowing(finding, parsed),
  })
  return { ...head, ...failedAnswer(parsed.exchange, expected), message, ...lines }
}

/** The order of a list that shows what was found, if it is about one of them. */
function orderShowing({ message }: Finding, { body }: ParsedExchange): bigint | undefined {
  const [, index] = /^\[(\d+)\]/.exec(message) ?? []
  const orders = index !== undefined && 'json' in body ? (body.json as { id?: unknown }[]) : []
  return toInt64(orders[Number(index)]?.id)
}

function extentOf({ answers, wrong, operations: names }: Tally, { isAboutAll }: Rule): string {
  const to = isAboutAll === true ? `, to ${[...names].join(', ')}` : ''
  return answers === 1 ? `(In the only answer${to}.)` : `(In ${wrong} of ${answers} answers${to}.)`
}
