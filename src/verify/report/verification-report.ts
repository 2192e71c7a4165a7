import type { Coverage } from '../../contract/index.js'
import type { ToolError } from '../../input/index.js'
import type { OperationId } from '../../spec/index.js'
import type { CheckKind, CheckResult } from '../check.js'
import { NO_STATES_REASON, reasonForSkip, TIME_UP_REASON } from './skipped.js'

/** What one run found out about a provider. */
export interface VerificationReport {
  /** Of this form, which `contracts/report.schema.json` describes. */
  readonly version: 1
  /** The base URL. */
  readonly provider: string
  /** `error` if the run could not be completed or checked nothing, and found no breach of the contract. */
  readonly result: 'pass' | 'fail' | 'error'
  /** Repeats the run; recorded traffic has none. */
  readonly seed?: number
  /** What may be a mistake of whoever started the run, such as a base URL without its `/v1`. */
  readonly hints: readonly string[]
  readonly summary: {
    readonly passed: number
    readonly failed: number
    readonly skipped: number
    readonly errors: number
    readonly notes: number
  }
  readonly coverage: readonly Coverage[]
  readonly checks: readonly CheckResult[]
  /** What a reader should know of the run as a whole; notes on the provider are among the checks. */
  readonly notes: readonly string[]
  readonly durationMs: number
  /** Why the run could not be completed, and the exit code for that. */
  readonly error?: { readonly message: string; readonly exitCode: 1 | 2 | 3 }
}

/** How far the run is, for whoever watches. */
export type Progress =
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'started'; readonly check: CheckKind }
  | { readonly kind: 'activity'; readonly check: CheckKind; readonly text: string }
  | { readonly kind: 'result'; readonly result: CheckResult }

/** The counts of a run in one line. */
export function summaryOf({ provider, summary, seed, durationMs }: VerificationReport): string {
  const { passed, failed, skipped, errors, notes } = summary
  const counts = [
    `${passed} passed`,
    `${failed} failed`,
    `${skipped} skipped`,
    ...(errors > 0 ? [errors === 1 ? '1 error' : `${errors} errors`] : []),
    ...(notes > 0 ? [notes === 1 ? '1 note' : `${notes} notes`] : []),
  ]
  return `${provider}: ${counts.join(', ')} in ${(durationMs / 1000).toFixed(1)} s${seed === undefined ? '' : `, seed ${seed}`}`
}

/** What was seen of each operation, in words such as "3 × 204, no 409". */
export function coverageLines(coverage: readonly Coverage[]): [operation: OperationId, seen: string][] {
  const ids = new Set(coverage.map(({ operation }) => operation))
  return [...ids].map((id) => {
    const own = coverage.filter(({ operation }) => operation === id)
    return [id, own.map(({ status, seen }) => (seen === 0 ? `no ${status}` : `${seen} × ${status}`)).join(', ')]
  })
}

/** What there is to tell of a check that failed, beside its message. */
export function failureParts(check: Omit<CheckResult, 'kind'>): [label: string, text: string][] {
  const { clause, expected = '', actual = '', curl = '', steps, states = [], comments = [] } = check
  const parts: [string, string][] = [
    ['Section', clause],
    ['State', states.join(', ')],
    ['Comment', comments.join('\n')],
    ['Expected', expected],
    ['Actual', actual],
    ['Reproduce', steps?.join('\n') ?? curl],
  ]
  return parts.filter(([, text]) => text !== '')
}

/** The message of a check that failed, and what else there is to tell, in plain text. */
export function failureText(check: Omit<CheckResult, 'kind'>): string {
  const parts = failureParts(check).map(([label, text]) => `${label}:${text.includes('\n') ? '\n' : ' '}${text}`)
  return [check.message ?? '', ...parts].filter(Boolean).join('\n')
}

/** The result in a few words; a run that left something out says so. */
export function verdictOf({ result, checks }: VerificationReport): string {
  const skipped = checks.filter((check) => check.result === 'skipped')
  if (skipped.length === 0) return result
  const isForLack = skipped.every((check) => reasonForSkip(check) === NO_STATES_REASON)
  const count = skipped.length === 1 ? '1 check' : `${skipped.length} checks`
  return `${result}, ${count} skipped${isForLack ? ' without --states' : ''}`
}

/** The exit code of a run: 0 the provider conforms, 1 it does not, else the code of what kept the run from its end. */
export function exitCodeOf({ result, error }: VerificationReport): 0 | 1 | 2 | 3 {
  if (result === 'fail') return 1
  return error?.exitCode ?? 0
}

/**
 * Counts the results, and says what they make of the run.
 *
 * @param failure why the run came to no end
 */
export function conclude(
  checks: readonly CheckResult[],
  failure?: ToolError,
  { requireAllStates = false } = {},
): Pick<VerificationReport, 'result' | 'summary' | 'error'> {
  const count = (result: CheckResult['result']) => checks.filter((check) => check.result === result).length
  const [passed, failed, skipped] = [count('passed'), count('failed'), count('skipped')]
  const summary = { passed, failed, skipped, errors: count('error'), notes: count('note') }
  const error = errorIn(checks, failure)
  // A breach that was seen is one, whatever ended the run.
  if (failed > 0) return { result: 'fail', summary, ...(error && { error }) }
  if (error !== undefined) return { result: 'error', summary, error }
  return { result: requireAllStates && skipped > 0 ? 'fail' : 'pass', summary }
}

function errorIn(checks: readonly CheckResult[], failure: ToolError | undefined): VerificationReport['error'] {
  if (failure !== undefined) return { message: failure.message, exitCode: failure.exitCode }
  if (checks.some(({ result }) => result === 'error'))
    return { message: 'Some checks could not be carried out: see their messages.', exitCode: 3 }
  if (checks.some(({ result }) => result !== 'skipped')) return undefined
  if (checks.some(({ message = '' }) => message.startsWith(TIME_UP_REASON)))
    return { message: 'Nothing was checked before the time was up. Give a longer --time-budget.', exitCode: 2 }
  const wayOut =
    'Give --states that the provider supports (contracts/provider-states.md), or other --checks or --pact files.'
  return { message: `Nothing was checked. ${wayOut}`, exitCode: 2 }
}
