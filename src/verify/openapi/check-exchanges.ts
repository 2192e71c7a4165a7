import { type Operation, type OperationId, operations } from '../../spec/index.js'
import { loadRules, parseExchange, type ParsedExchange, type Rule } from '../../contract/index.js'
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
  const samples = samplesIn(log)
  const results = rules.flatMap((rule) => {
    const concerned = Object.values(operations).filter((operation) => rule.concerns?.(operation) !== false)
    if (rule.isAboutAll === true) return checkRule(rule, { id: rule.id, operations: concerned }, samples, gaps)
    return concerned.flatMap((operation) => {
      const { operationId } = operation
      return checkRule(rule, { id: `${operationId}.${rule.id}`, operationId, operations: [operation] }, samples, gaps)
    })
  })
  return [...checkAnswered(log), ...results, ...checkDigits(log)]
}

/** What a result is about: one operation, or all that a rule concerns. */
interface Subject {
  readonly id: string
  readonly operationId?: OperationId
  readonly operations: readonly Operation[]
}

interface Sample {
  readonly parsed: ParsedExchange
  /** The states that led to it. */
  readonly states: readonly string[]
}

function samplesIn(log: RunLog): Sample[] {
  return log.requests.flatMap((entry) => {
    const parsed = entry.exchange && parseExchange(entry.exchange)
    if (parsed === undefined || entry.isLeftOpen()) return []
    return [{ parsed, states: statesBefore(log, entry, parsed) }]
  })
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

function checkRule(rule: Rule, subject: Subject, samples: readonly Sample[], gaps: ProbeGaps): CheckResult[] {
  const startedMs = performance.now()
  const fitting = samples.filter(({ parsed }) => subject.operations.includes(parsed.operation) && rule.applies(parsed))
  const head = headOf(rule, subject)
  if (fitting.length === 0) {
    const [reason] = subject.operations.flatMap(({ operationId }) => gaps.get(operationId) ?? [])
    if (reason === undefined) return []
    return [{ ...head, result: 'skipped', message: `There was no such answer: ${reason}.`, durationMs: 0 }]
  }
  const wrong = fitting.flatMap((sample) => rule.find(sample.parsed).map((finding) => ({ finding, sample })))
  const [first] = wrong
  const durationMs = performance.now() - startedMs
  if (first === undefined) return [{ ...head, result: 'passed', durationMs }]
  const { finding, sample } = first
  const message = `${finding.message} ${extentOf(new Set(wrong.map((each) => each.sample)), fitting, subject)}`
  const states = sample.states.length > 0 && { states: sample.states }
  return [{ ...head, ...failedExchange(sample.parsed.exchange, finding.expected), ...states, message, durationMs }]
}

function headOf(rule: Rule, { id, operationId, operations: [first] }: Subject) {
  const name = operationId === undefined ? rule.claim : `${operationId}: ${rule.claim}`
  const clause = rule.clause ?? first?.clause ?? ''
  return { id: `openapi.${id}`, kind: 'openapi' as const, name, clause }
}

function extentOf(wrong: ReadonlySet<Sample>, fitting: readonly Sample[], { operationId }: Subject): string {
  const names = new Set([...wrong].map(({ parsed }) => parsed.operation.operationId))
  const to = operationId === undefined ? `, to ${[...names].join(', ')}` : ''
  return fitting.length === 1 ? `(In the only answer${to}.)` : `(In ${wrong.size} of ${fitting.length} answers${to}.)`
}
