import { type Operation, type OperationId, operations } from '../../spec/index.js'
import {
  type Exchange,
  type Finding,
  loadRules,
  parseExchange,
  type ParsedExchange,
  type Rule,
  rulesFor,
} from '../../contract/index.js'
import { type CheckResult, failedExchange } from '../check.js'
import type { ConnectedProvider } from '../provider.js'
import type { LoggedRequest, RunLog } from '../run-log.js'
import type { RunPlan } from '../verify-options.js'
import { checkAnswered } from './check-answered.js'
import { checkDigits } from './check-digits.js'
import { probe, type ProbeGaps } from './probe.js'

/** Loads the rules that every exchange of the run is validated against. */
export async function prepareOpenapiCheck({ onProgress }: RunPlan) {
  const rules = await loadRules()
  return async (provider: ConnectedProvider): Promise<void> => {
    const gaps = await probe(provider)
    for (const result of checkExchanges(provider.log, rules, gaps)) onProgress({ kind: 'result', result })
  }
}

/** Validates every exchange of the run: one result for each rule and operation, or for each rule about all of them. */
function checkExchanges(log: RunLog, rules: readonly Rule[], gaps: ProbeGaps): CheckResult[] {
  const tallies = tallyUp(log, rules)
  const results = rules.flatMap((rule) => {
    const concerned = Object.values(operations).filter((operation) => rule.concerns?.(operation) !== false)
    const subjects = rule.isAboutAll === true ? [concerned] : concerned.map((operation) => [operation])
    return subjects.flatMap((subject) => resultOf(rule, subject, tallies.get(idOf(rule, subject[0])), gaps))
  })
  return [...checkAnswered(log), ...results, ...checkDigits(log)]
}

/** What a rule made of the answers that one result is about. */
interface Tally {
  answers: number
  wrong: number
  /** The operations that were answered wrongly. */
  readonly operations: Set<OperationId>
  first?: { readonly finding: Finding; readonly exchange: Exchange; readonly states: readonly string[] }
  durationMs: number
}

// One answer after another: the parsed bodies of all of them would take too much memory.
function tallyUp(log: RunLog, rules: readonly Rule[]): ReadonlyMap<string, Tally> {
  const tallies = new Map<string, Tally>()
  for (const entry of log.requests) {
    const { exchange, isCut } = entry
    const parsed = exchange && isCut !== true && !entry.isLeftOpen() ? parseExchange(exchange) : undefined
    if (exchange === undefined || !parsed) continue
    for (const rule of rulesFor(parsed, rules)) {
      const id = idOf(rule, parsed.operation)
      const tally = tallies.get(id) ?? { answers: 0, wrong: 0, operations: new Set(), durationMs: 0 }
      tallies.set(id, tally)
      const startedMs = performance.now()
      const [finding] = rule.find(parsed)
      tally.durationMs += performance.now() - startedMs
      tally.answers += 1
      if (finding === undefined) continue
      tally.wrong += 1
      tally.operations.add(parsed.operation.operationId)
      tally.first ??= { finding, exchange, states: statesBefore(log, entry, parsed) }
    }
  }
  return tallies
}

/** The id of a result, less its kind. */
function idOf({ id, isAboutAll }: Rule, operation: Operation | undefined): string {
  return isAboutAll === true || operation === undefined ? id : `${operation.operationId}.${id}`
}

// A refusal of a list needs no state; anything else came from the latest one, that of its id if it has one.
function statesBefore({ states }: RunLog, { begun }: LoggedRequest, { id, status }: ParsedExchange): string[] {
  if (id === undefined && (status < 200 || status > 299)) return []
  const state = states.findLast(({ at, values }) => {
    const own = values['orderId'] ?? values['petId']
    return at < begun && (id === undefined || own === id.toString())
  })
  return state === undefined ? [] : [state.name]
}

function resultOf(rule: Rule, subject: readonly Operation[], tally: Tally | undefined, gaps: ProbeGaps): CheckResult[] {
  const head = headOf(rule, subject)
  if (tally === undefined) {
    const [reason] = subject.flatMap(({ operationId }) => gaps.get(operationId) ?? [])
    if (reason === undefined) return []
    return [{ ...head, result: 'skipped', message: `There was no such answer: ${reason}.`, durationMs: 0 }]
  }
  const { first, durationMs } = tally
  if (first === undefined) return [{ ...head, result: 'passed', durationMs }]
  const { finding, exchange, states } = first
  const message = `${finding.message} ${extentOf(tally, rule)}`
  const ofStates = states.length > 0 && { states }
  return [{ ...head, ...failedExchange(exchange, finding.expected), ...ofStates, message, durationMs }]
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
