import type { CheckResult } from '../check.js'
import { curlLine } from '../curl.js'
import { describeResponse, type Finding, readExchange, type Rule, SECTION_OF, type Seen } from '../../contract/index.js'
import type { Journal, JournalRequest } from '../journal.js'
import { alreadyCancelled } from './already-cancelled.js'
import { checkAnswered } from './check-answered.js'
import { checkDigits } from './check-digits.js'
import type { TourGaps } from './tour.js'
import type { OperationId } from '../../spec/index.js'

/** Holds every exchange of the run against the rules: one result for each rule and operation. */
export function checkExchanges(
  journal: Journal,
  { rules, gaps }: { rules: readonly Rule[]; gaps: TourGaps },
): CheckResult[] {
  const sights = sightsOf(journal)
  const checks = rules.flatMap((rule) =>
    rule.operations.flatMap((operation) => checkRule({ rule, operation, gaps: gaps.get(operation) ?? [] }, sights)),
  )
  return [...checkAnswered(journal), ...checks, ...checkDigits(journal)]
}

interface Sight {
  readonly seen: Seen
  /** The states that led to it. */
  readonly states: readonly string[]
}

// Of a cancel that may have come too late, only a success would say anything.
function sightsOf(journal: Journal): Sight[] {
  const mayBeCancelled = alreadyCancelled(journal)
  return journal.requests.flatMap((entry) => {
    const seen = entry.exchange === undefined ? undefined : readExchange(entry.exchange)
    if (seen === undefined) return []
    const isOpen = !seen.operation.statuses.includes(seen.status) && !isSuccess(seen.status)
    if (isOpen && mayBeCancelled(entry)) return []
    return [{ seen, states: statesBefore(journal, { entry, seen }) }]
  })
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299
}

// A refusal of a list needs no state; anything else was seen in the latest one, that of its id if it has one.
function statesBefore(journal: Journal, { entry, seen }: { entry: JournalRequest; seen: Seen }): string[] {
  const { id, status } = seen
  if (id === undefined && !isSuccess(status)) return []
  const state = journal.states.findLast(({ at, values }) => {
    const own = values['orderId'] ?? values['petId']
    return at < entry.begun && (id === undefined || own === id.toString())
  })
  return state === undefined ? [] : [state.name]
}

function checkRule(
  { rule, operation, gaps }: { rule: Rule; operation: OperationId; gaps: readonly string[] },
  sights: readonly Sight[],
): CheckResult[] {
  const startedMs = performance.now()
  const fitting = sights.filter(({ seen }) => seen.operation.operationId === operation && rule.applies(seen))
  const named = {
    id: `openapi.${operation}.${rule.id}`,
    kind: 'openapi' as const,
    name: `${operation}: ${rule.claim}`,
    clause: rule.clause ?? SECTION_OF[operation],
  }
  if (fitting.length === 0)
    return gaps
      .map((reason) => ({
        ...named,
        result: 'skipped' as const,
        message: `No such answer was seen: ${reason}.`,
        durationMs: 0,
      }))
      .slice(0, 1)
  const wrong = fitting.flatMap((sight) => rule.find(sight.seen).map((finding) => ({ finding, sight })))
  const [first] = wrong
  const durationMs = performance.now() - startedMs
  if (first === undefined) return [{ ...named, result: 'passed', durationMs }]
  const answers = new Set(wrong.map(({ sight }) => sight)).size
  return [
    {
      ...named,
      ...failure(first.finding, first.sight),
      message: `${first.finding.message} ${extent(answers, fitting.length)}`,
      durationMs,
    },
  ]
}

function failure(finding: Finding, { seen, states }: Sight) {
  const { request, response } = seen.exchange
  return {
    result: 'failed' as const,
    request,
    expected: finding.expected,
    actual: describeResponse(response),
    curl: curlLine(request),
    ...(states.length > 0 && { states }),
  }
}

function extent(wrong: number, all: number): string {
  return all === 1 ? '(In the one answer seen.)' : `(In ${wrong} of ${all} answers.)`
}
