import { operations, type OperationId } from '../../spec/index.js'
import { clauseOf, loadRules, parseExchange, type ParsedExchange, type Rule } from '../../contract/index.js'
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

/** Validates every exchange of the run: one result for each rule and operation. */
function checkExchanges(log: RunLog, rules: readonly Rule[], gaps: ProbeGaps): CheckResult[] {
  const samples = samplesIn(log)
  const results = rules.flatMap((rule) =>
    Object.values(operations)
      .filter((operation) => rule.concerns?.(operation) !== false)
      .flatMap(({ operationId }) => checkRule(rule, operationId, samples, gaps.get(operationId) ?? [])),
  )
  return [...checkAnswered(log), ...results, ...checkDigits(log)]
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

function checkRule(
  rule: Rule,
  operationId: OperationId,
  samples: readonly Sample[],
  gaps: readonly string[],
): CheckResult[] {
  const startedMs = performance.now()
  const fitting = samples.filter(({ parsed }) => parsed.operation.operationId === operationId && rule.applies(parsed))
  const head = {
    id: `openapi.${operationId}.${rule.id}`,
    kind: 'openapi' as const,
    name: `${operationId}: ${rule.claim}`,
    clause: clauseOf(rule, operations[operationId]),
  }
  if (fitting.length === 0) {
    const [reason] = gaps
    if (reason === undefined) return []
    return [{ ...head, result: 'skipped', message: `There was no such answer: ${reason}.`, durationMs: 0 }]
  }
  const wrong = fitting.flatMap((sample) => rule.find(sample.parsed).map((finding) => ({ finding, sample })))
  const [first] = wrong
  const durationMs = performance.now() - startedMs
  if (first === undefined) return [{ ...head, result: 'passed', durationMs }]
  const { finding, sample } = first
  const count = new Set(wrong.map((each) => each.sample)).size
  const extent = fitting.length === 1 ? '(In the only answer.)' : `(In ${count} of ${fitting.length} answers.)`
  const message = `${finding.message} ${extent}`
  const states = sample.states.length > 0 && { states: sample.states }
  return [{ ...head, ...failedExchange(sample.parsed.exchange, finding.expected), ...states, message, durationMs }]
}
