import { findOperation } from '../../contract/index.js'
import { createSchemaCheck, InvalidInputError, ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { parseJson } from '../../spec/index.js'
import type { CheckResult } from '../check.js'
import { conclude, type VerificationReport } from './verification-report.js'

/** One known violation. Ids, times and values are not part of it, so that it is the same in every run. */
export interface KnownViolation {
  /** The id of the check; `model`, if any of its rules may show the violation. */
  readonly check: string
  /** The `operationId`, if one request shows it. */
  readonly operation?: string
  readonly expected?: string
  /** The status of the response that violates the contract, or `none`. */
  readonly response?: string
  /** Why it is accepted. */
  readonly reason?: string
  /** The last day on which it is accepted, in UTC, such as `2027-03-31`. */
  readonly until?: string
}

/** The first bytes of a baseline. */
export const BASELINE_BEGINNING = /^\{\s*"baseline":\s*1\b/

const string = { type: 'string' }
const day = { $ref: '#/$defs/Day' }
const properties = { check: string, operation: string, expected: string, response: string, reason: string, until: day }
const checkBaseline = createSchemaCheck({
  $defs: { Day: { type: 'string', format: 'date' } },
  type: 'object',
  required: ['baseline', 'known'],
  properties: {
    baseline: { enum: [1] },
    known: { type: 'array', items: { type: 'object', required: ['check'], additionalProperties: false, properties } },
  },
})

/** @throws {ToolError} if the text is not a baseline */
export function readBaseline(json: string, file: string): readonly KnownViolation[] {
  try {
    const baseline: unknown = parseJson(json)
    const problems = checkBaseline(baseline).slice(0, 1)
    if (problems.length > 0) throw new InvalidInputError(problems)
    return (baseline as { readonly known: readonly KnownViolation[] }).known
  } catch (error) {
    // To write it again would lose what a person has added.
    if (BASELINE_BEGINNING.test(json)) throw new ToolError(`Correct the baseline ${file}: ${reasonOf(error)}.`)
    throw new ToolError(`${file} is not a baseline: ${reasonOf(error)}. Write one with --write-baseline.`)
  }
}

/** The violations of a report as the text of a baseline; reasons and days of an earlier one are kept. */
export function baselineOf({ checks }: Pick<VerificationReport, 'checks'>, earlier: readonly KnownViolation[]): string {
  const found = checks.filter(({ result, known }) => result === 'failed' || known === true).map(violationIn)
  const all = new Map(found.map((each) => [keyOf(each), each]))
  const kept = new Map(earlier.map((each) => [keyOf(each), each]))
  const known = [...all.keys()].toSorted().map((key) => kept.get(key) ?? all.get(key))
  return `${JSON.stringify({ baseline: 1, known }, null, 2)}\n`
}

/**
 * Creates the function that reports a known violation as a note.
 * @param today a day in UTC, such as `2027-03-31`
 */
export function createMarker(known: readonly KnownViolation[], today: string) {
  const byKey = new Map(known.map((each) => [keyOf(each), each]))
  const seen = new Set<KnownViolation>()
  const mark = (check: CheckResult): CheckResult => {
    const entry = check.result === 'failed' ? byKey.get(keyOf(violationIn(check))) : undefined
    if (entry === undefined) return check
    seen.add(entry)
    const { reason, until } = entry
    if (until !== undefined && until < today)
      return { ...check, message: `Known until ${until}. ${check.message ?? ''}` }
    const because = reason === undefined ? '' : ` (${reason})`
    return { ...check, result: 'note', known: true, message: `Known violation${because}. ${check.message ?? ''}` }
  }
  /** A sentence for each entry that the run did not show, though its check was not skipped. */
  const gone = (checks: readonly CheckResult[]): string[] => {
    const skipped = new Set(checks.flatMap(({ result, id, kind }) => (result === 'skipped' ? [id, kind] : [])))
    const left = known.filter((each) => !seen.has(each) && !skipped.has(each.check))
    return left.map((each) => `The known violation "${keyOf(each)}" was not seen. Remove its entry from the baseline.`)
  }
  return { mark, gone }
}

/** A report in which known violations are notes. @param options with `requireAllStates` if skipped checks fail the run */
export function withKnown(
  report: VerificationReport,
  { mark, gone }: ReturnType<typeof createMarker>,
  { requireAllStates = false } = {},
): VerificationReport {
  const checks = report.checks.map(mark)
  const ended = conclude(checks, report.error, { requireAllStates })
  return { ...report, checks, ...ended, notes: [...report.notes, ...gone(checks)] }
}

function violationIn({ id, kind, request, expectation, expected, actual }: CheckResult): KnownViolation {
  const operation = request && findOperation(request)?.operation.operationId
  const status = /^(?:status )?([1-5]\d\d)$/m.exec(actual ?? '')?.[1]
  return {
    check: expectation === undefined ? id : kind,
    ...(operation !== undefined && { operation }),
    ...(expected !== undefined && { expected: expectation ?? withoutValues(expected) }),
    ...(actual !== undefined && { response: status ?? 'none' }),
  }
}

/** Texts in quotes, and numbers that are no statuses, differ from run to run. */
function withoutValues(text: string): string {
  return text
    .replaceAll(/"[^"]*"/g, '…')
    .replaceAll(/\b(order|pet|id) -?\d+/g, '$1 #')
    .replaceAll(/-?\d{4,}[\w:.+-]*|\b\d{1,2}\b/g, '#')
    .slice(0, 200)
}

function keyOf({ check, operation = '', expected = '', response = '' }: KnownViolation): string {
  return [check, operation, expected, response].filter(Boolean).join(' · ')
}
