import { type Operation, type OperationId, operations, toInt64 } from '../../spec/index.js'
import {
  digitsOf,
  type Finding,
  isLeftOpen,
  parseExchange,
  type ParsedExchange,
  type Rule,
  RULES,
  rulesFor,
} from '../../contract/index.js'
import { failedExchange } from '../check.js'
import type { PreparedCheck } from '../prepared-check.js'
import type { ConnectedProvider } from '../provider.js'
import type { Happened, LoggedRequest } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { checkAnswered } from './check-answered.js'
import { probe, type ProbeGaps } from './probe.js'
import { tellFinding, type RunFinding, type Verdict } from './tell-finding.js'

/** Prepares the validation of every exchange of the run. */
export function prepareOpenapiCheck({ bail, onProgress }: RunPlan): PreparedCheck {
  const run = async (provider: ConnectedProvider): Promise<void> => {
    const gaps = await probe(provider)
    for (const { result, finding } of checkExchanges(provider.log, gaps)) {
      const steps = finding && tellFinding(provider, finding)
      onProgress({ kind: 'result', result: { ...result, ...steps } })
      if (bail && result.result === 'failed') return
    }
  }
  const watch = (entry: LoggedRequest, provider: ConnectedProvider) => {
    const verdicts = checkExchanges({ requests: [entry], states: [] }, new Map())
    for (const { result, finding } of verdicts)
      if (finding !== undefined)
        onProgress({ kind: 'result', result: { ...result, ...tellFinding(provider, finding) } })
  }
  return { run, watch }
}

/** Validates every exchange of the run: one result for each rule and operation, or for each rule about all of them. */
function checkExchanges(log: Happened, gaps: ProbeGaps): Verdict[] {
  const tallies = tallyUp(log)
  const results = RULES.flatMap((rule) => {
    const concerned = Object.values(operations).filter((operation) => rule.concerns?.(operation) !== false)
    const subjects = rule.isAboutAll === true ? [concerned] : concerned.map((operation) => [operation])
    return subjects.flatMap((subject) => resultOf(rule, subject, tallies.get(idOf(rule, subject[0])), gaps))
  })
  return [...checkAnswered(log), ...results]
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
function tallyUp(log: Happened): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const entry of log.requests) {
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

function resultOf(rule: Rule, subject: readonly Operation[], tally: Tally | undefined, gaps: ProbeGaps): Verdict[] {
  const head = headOf(rule, subject)
  if (tally === undefined) {
    const [reason] = subject.flatMap(({ operationId }) => gaps.get(operationId) ?? [])
    if (reason === undefined) return []
    const message = `There was no such answer: ${reason}.`
    return [{ result: { ...head, result: 'skipped', message, durationMs: 0 } }]
  }
  const { first, note, durationMs } = tally
  if (first === undefined) {
    if (note !== undefined) return [{ result: { ...head, result: 'note', message: note, durationMs } }]
    return [{ result: { ...head, result: 'passed', durationMs } }]
  }
  const { finding, entry, parsed } = first
  const message = `${finding.message} ${extentOf(tally, rule)}`
  const result = { ...head, ...failedExchange(parsed.exchange, finding.expected), message, durationMs }
  return [{ result, finding: repeatable(rule, finding, entry, parsed) }]
}

function repeatable(
  rule: Rule,
  { expected, message }: Finding,
  entry: LoggedRequest,
  parsed: ParsedExchange,
): RunFinding {
  const [, index] = /^\[(\d+)\]/.exec(message) ?? []
  const orders = index !== undefined && 'json' in parsed.body ? (parsed.body.json as { id?: unknown }[]) : []
  const orderId = toInt64(digitsOf(orders[Number(index)]?.id))
  return { entry, expected, isVerbose: rule.id === 'no-body', orderId }
}

function headOf(rule: Rule, [first]: readonly Operation[]) {
  const name = rule.isAboutAll === true ? rule.claim : `${first?.operationId}: ${rule.claim}`
  const clause = rule.clause ?? first?.clause ?? ''
  return { id: `openapi.${idOf(rule, first)}`, kind: 'openapi' as const, name, clause }
}

function extentOf({ answers, wrong, operations: names }: Tally, { isAboutAll }: Rule): string {
  const to = isAboutAll === true ? `, to ${[...names].join(', ')}` : ''
  return answers === 1 ? `(In the only answer${to}.)` : `(In ${wrong} of ${answers} answers${to}.)`
}
