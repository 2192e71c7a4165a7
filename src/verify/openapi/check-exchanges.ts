import {
  digitsOf,
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
import { type CheckResult, failedExchange } from '../check.js'
import { curlLine } from '../script/curl.js'
import type { ConnectedProvider } from '../provider.js'
import type { LoggedRequest } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { linesFor } from './lines-for.js'
import { probe, type ProbeGaps } from './probe.js'

/** Prepares the validation of every exchange of the run. */
export function prepareOpenapiCheck({ bail, onProgress }: RunPlan) {
  return {
    run: async (provider: ConnectedProvider): Promise<void> => {
      const gaps = await probe(provider)
      for (const result of checkExchanges(provider, provider.log.requests, gaps)) {
        onProgress({ kind: 'result', result })
        if (bail && result.result === 'failed') return
      }
    },
    /** Looks at one exchange as it comes, in a run that ends with the first violation. */
    watch: (entry: LoggedRequest, provider: ConnectedProvider): void => {
      for (const result of checkExchanges(provider, [entry], new Map()))
        if (result.result === 'failed') onProgress({ kind: 'result', result })
    },
  }
}

/** Validates exchanges of the run: one result for each rule and operation, or for each rule about all of them. */
function checkExchanges(
  provider: ConnectedProvider,
  requests: readonly LoggedRequest[],
  gaps: ProbeGaps,
): CheckResult[] {
  const tallies = tallyUp(requests)
  const called = Object.values(operations)
  const results = RULES.flatMap((rule) => {
    const concerned = called.filter((operation) => rule.concerns?.(operation) !== false)
    const subjects = rule.isAboutAll === true ? [concerned] : concerned.map((operation) => [operation])
    return subjects.flatMap((subject) => {
      const tally = tallies.get(idOf(rule, subject[0]))
      return tally === undefined ? neverSeen(rule, subject, gaps) : [resultOf(rule, subject, tally, provider)]
    })
  })
  return [...called.flatMap((operation) => answeredOnce(operation, requests, provider)), ...results]
}

/** Whether every request of an operation got an HTTP answer, and no more than one. */
function answeredOnce(
  operation: Operation,
  requests: readonly LoggedRequest[],
  provider: ConnectedProvider,
): CheckResult[] {
  const calls = requests.filter(({ request }) => isDefined(request, operation))
  if (calls.length === 0) return []
  const head = {
    id: `openapi.${operation.operationId}.answered`,
    kind: 'openapi' as const,
    name: `${operation.operationId}: every request is answered, once`,
    clause: operation.clause,
    durationMs: 0,
  }
  const unanswered = calls.filter(({ silence }) => silence !== undefined)
  const [first] = unanswered
  if (first !== undefined) {
    const { request, silence } = first
    const message = `There was no answer: ${silence}. (To ${unanswered.length} of ${calls.length} requests.)`
    const failed = { result: 'failed' as const, request, expected: 'an HTTP response', actual: `none: ${silence}` }
    return [{ ...head, ...failed, message, curl: curlLine(request), ...linesFor(provider, first, failed.expected) }]
  }
  const followed = calls.find(({ exchange }) => exchange?.response.isFollowed === true)
  if (followed?.exchange === undefined) return [{ ...head, result: 'passed' }]
  const expected = 'one answer to one request'
  const message = `More followed an answer with ${followed.exchange.response.status}, and nobody had asked for it: a client takes it for the answer to its next request.`
  const failed = failedExchange(followed.exchange, expected)
  return [{ ...head, ...failed, message, ...linesFor(provider, followed, expected) }]
}

/** Whether it calls the operation as the specification defines it: an id that is not an int64 may lead to anything. */
function isDefined(request: LoggedRequest['request'], operation: Operation): boolean {
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

// One answer after another: the parsed bodies of all of them would take too much memory.
function tallyUp(requests: readonly LoggedRequest[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const entry of requests) {
    const { exchange, isCut } = entry
    const parsed = exchange && isCut !== true ? parseExchange(exchange) : undefined
    if (parsed === undefined || isLeftOpen(parsed)) continue
    for (const rule of rulesFor(parsed)) {
      const id = idOf(rule, parsed.operation)
      const tally = tallies.get(id) ?? { answers: 0, wrong: 0, operations: new Set(), note: undefined, durationMs: 0 }
      tallies.set(id, tally)
      const startedMs = performance.now()
      const [finding] = rule.find(parsed)
      tally.durationMs += performance.now() - startedMs
      tally.answers += 1
      if (finding === undefined) {
        tally.note ??= rule.note?.(parsed)
        continue
      }
      tally.wrong += 1
      tally.operations.add(parsed.operation.operationId)
      tally.first ??= { finding, entry, parsed }
    }
  }
  return tallies
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

function resultOf(rule: Rule, subject: readonly Operation[], tally: Tally, provider: ConnectedProvider): CheckResult {
  const head = { ...headOf(rule, subject), durationMs: tally.durationMs }
  if (tally.first === undefined)
    return { ...head, ...(tally.note === undefined ? { result: 'passed' } : { result: 'note', message: tally.note }) }
  const { finding, entry, parsed } = tally.first
  const { expected } = finding
  const message = `${finding.message} ${extentOf(tally, rule)}`
  const lines = linesFor(provider, entry, expected, {
    isVerbose: rule.id === 'no-body',
    orderId: orderShowing(finding, parsed),
  })
  return { ...head, ...failedExchange(parsed.exchange, expected), message, ...lines }
}

/** The order of a list that shows what was found, if it is about one of them. */
function orderShowing({ message }: Finding, { body }: ParsedExchange): bigint | undefined {
  const [, index] = /^\[(\d+)\]/.exec(message) ?? []
  const orders = index !== undefined && 'json' in body ? (body.json as { id?: unknown }[]) : []
  return toInt64(digitsOf(orders[Number(index)]?.id))
}

function extentOf({ answers, wrong, operations: names }: Tally, { isAboutAll }: Rule): string {
  const to = isAboutAll === true ? `, to ${[...names].join(', ')}` : ''
  return answers === 1 ? `(In the only answer${to}.)` : `(In ${wrong} of ${answers} answers${to}.)`
}
