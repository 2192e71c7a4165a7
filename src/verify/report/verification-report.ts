import { type Coverage, type Habit, tellWays } from '../../contract/index.js'
import { counted } from '../../node/index.js'
import { type CheckKind, type CheckResult, NO_STATES_REASON, NO_TIME_REASON } from '../check.js'

/** What one run found out about a provider. */
export interface VerificationReport {
  /** Of this form, which `contracts/report.schema.json` describes. */
  readonly version: 1
  /** The base URL. */
  readonly provider: string
  /** `error` if the run could not be completed or checked nothing, and found no violation. */
  readonly result: 'pass' | 'fail' | 'error'
  /** Repeats the run; recorded traffic has none. */
  readonly seed?: number
  /** Possible mistakes in the options of the run, such as a base URL without `/v1`. */
  readonly hints: readonly string[]
  readonly summary: Readonly<Record<'passed' | 'failed' | 'skipped' | 'errors' | 'notes', number>>
  readonly coverage: readonly Coverage[]
  readonly checks: readonly CheckResult[]
  /** What the provider does where the specification leaves it open; what was not seen is left out. */
  readonly freedoms?: readonly Habit[]
  /** What a reader should know of the run as a whole; notes on the provider are among the checks. */
  readonly notes: readonly string[]
  readonly durationMs: number
  /** Why the run could not be completed, and the exit code for that. */
  readonly error?: { readonly message: string; readonly exitCode: 1 | 2 | 3 }
}

/** Progress of the run. */
export type Progress =
  | { readonly kind: 'hint'; readonly text: string }
  | { readonly kind: 'started'; readonly check: CheckKind }
  | { readonly kind: 'activity'; readonly check: CheckKind; readonly text: string }
  | { readonly kind: 'result'; readonly result: CheckResult }

const MAX_REASONS = 3

/**
 * The exit code of a run: 0 if the provider conforms, 1 if it does not, otherwise the code of the error that ended the
 * run.
 */
export function exitCodeOf({ result, error }: VerificationReport): 0 | 1 | 2 | 3 {
  return result === 'fail' ? 1 : (error?.exitCode ?? 0)
}

/** Counts the results and determines the outcome of the run. @param failure the error that ended it */
export function conclude(
  checks: readonly CheckResult[],
  failure?: VerificationReport['error'],
  { requireAllStates = false } = {},
) {
  const count = (result: CheckResult['result']) => checks.filter((check) => check.result === result).length
  const [failed, skipped] = [count('failed'), count('skipped')]
  const summary = { passed: count('passed'), failed, skipped, errors: count('error'), notes: count('note') }
  const ended = failure && { message: failure.message, exitCode: failure.exitCode }
  const error = ended ?? errorIn(summary, checks) ?? (requireAllStates ? lackOfTimeIn(checks) : undefined)
  // A violation that was seen is one, whatever ended the run.
  const isFail = failed > 0 || (requireAllStates && skipped > 0 && error === undefined)
  const otherwise = error === undefined ? 'pass' : 'error'
  const result: VerificationReport['result'] = isFail ? 'fail' : otherwise
  return { result, summary, ...(error && { error }) }
}

function errorIn(
  { passed, failed, errors, notes }: VerificationReport['summary'],
  checks: readonly CheckResult[],
): VerificationReport['error'] {
  if (errors > 0) return { message: 'Some checks could not be run; see their messages.', exitCode: 3 }
  if (passed + failed + notes > 0) return undefined
  const reasons = [...new Set(checks.map(reasonOf))]
  const known = reasons.filter((reason) => reason !== NO_STATES_REASON).slice(0, MAX_REASONS)
  const states = known.length > 0 ? '' : '--states (contracts/provider-states.md), '
  const way = `Use ${states}other --checks or --pact files, or a longer --time-budget.`
  return { message: `Nothing was checked${known.length > 0 ? `: ${known.join('; ')}` : ''}. ${way}`, exitCode: 2 }
}

/** Time is no breach: where it was all that lacked, nobody knows whether the provider keeps the contract. */
function lackOfTimeIn(checks: readonly CheckResult[]): VerificationReport['error'] {
  const skipped = checks.filter(({ result }) => result === 'skipped')
  if (skipped.length === 0 || !skipped.every(({ message }) => message?.startsWith(NO_TIME_REASON))) return undefined
  const left = counted(skipped.length, 'check')
  return { message: `The time budget was used up before ${left} ran. Increase --time-budget.`, exitCode: 3 }
}

export function summaryOf({ provider, summary, seed, durationMs }: VerificationReport): string {
  const { passed, failed, skipped, errors, notes } = summary
  const counts = [`${passed} passed`, `${failed} failed`, `${skipped} skipped`]
  if (errors > 0) counts.push(counted(errors, 'error'))
  if (notes > 0) counts.push(counted(notes, 'note'))
  const end = seed === undefined ? '' : `, seed ${seed}`
  return `${provider}: ${counts.join(', ')} in ${(durationMs / 1000).toFixed(1)} s${end}`
}

/** The result in a few words; a run that left something out says so. */
export function verdictOf({ result, checks }: VerificationReport): string {
  const skipped = checks.filter((check) => check.result === 'skipped')
  if (skipped.length === 0) return result
  const isForLack = skipped.every(({ message }) => message?.includes(NO_STATES_REASON))
  return `${result}, ${counted(skipped.length, 'check')} skipped${isForLack ? ' without --states' : ''}`
}

/** What each kind of check looks at. */
export const SUBJECTS: Readonly<Record<CheckKind, string>> = {
  pact: "every interaction in the consumers' pacts",
  openapi: 'every response in the run, against the OpenAPI description',
  model: 'rules that involve more than one request',
}

/** A part of a report for people: every format shows the same ones, each in its own way. */
interface Section {
  readonly kind: 'failure' | 'coverage' | 'known' | 'notes' | 'skipped'
  readonly title: string
  /** In plain text, as a provider may have sent it. */
  readonly items: readonly string[]
}

/**
 * What there is to say beside the result of each check: each failure in full, then what is shorter. If `areChecksListed`,
 * the names of those that were skipped have been said.
 */
export function sectionsOf(report: VerificationReport, { areChecksListed = false } = {}): Section[] {
  const { checks, coverage, freedoms = [], notes, error } = report
  const failures = checks.filter(({ result }) => result === 'failed' || result === 'error')
  const noted = checks.filter(({ result }) => result === 'note')
  const sections: Section[] = [
    ...failures.map((check, index): Section => {
      return { kind: 'failure', title: `${index + 1}) ${nameOf(check)}`, items: [failureText(check)] }
    }),
    { kind: 'failure', title: 'the run', items: error === undefined ? [] : [error.message] },
    { kind: 'coverage', title: 'responses seen', items: coverageLines(coverage) },
    {
      kind: 'coverage',
      title: 'choices seen where the specification leaves them open',
      items: freedoms.map((each) => `${each.freedom}: ${tellWays(each)}`),
    },
    { kind: 'known', title: 'known violations', items: messagesOf(noted.filter(({ known }) => known)) },
    { kind: 'skipped', title: 'skipped', items: skippedLines(checks, { areChecksListed }) },
    { kind: 'notes', title: 'notes', items: [...messagesOf(noted.filter(({ known }) => !known)), ...notes] },
  ]
  return sections.filter(({ items }) => items.length > 0)
}

/** The message of a check that failed, and what else there is to say. */
export function failureText({ message = '', ...check }: Omit<CheckResult, 'kind'>): string {
  const facts = factsOf(check).map(([label, text]) => `${label}:${text.includes('\n') ? '\n' : ' '}${text}`)
  return [message, ...facts].filter(Boolean).join('\n')
}

/** What there is to say of a check that failed beside its message, each with its label. */
export function factsOf(check: Partial<CheckResult>): (readonly [label: string, text: string])[] {
  const { clause = '', states = [], comments = [], expected = '', actual = '', curl = '', steps } = check
  const facts = [
    ['Section', clause],
    ['State', states.join(', ')],
    ['Comment', comments.join('\n')],
    ['Expected', expected],
    ['Actual', actual],
    ['Reproduce', steps?.join('\n') ?? curl],
  ] as const
  return facts.filter(([, text]) => text !== '')
}

/** What was seen of each operation, in words such as "3 × 204, no 409". */
function coverageLines(coverage: readonly Coverage[]): string[] {
  return [...new Set(coverage.map(({ operation }) => operation))].map((operation) => {
    const counts = coverage.filter((each) => each.operation === operation)
    return `${operation}: ${counts.map(({ seen, status }) => (seen === 0 ? `no ${status}` : `${seen} × ${status}`)).join(', ')}`
  })
}

/** Each reason once, with how many checks were skipped for it, and which: the lack of states concerns many. */
function skippedLines(checks: readonly CheckResult[], { areChecksListed }: { areChecksListed: boolean }): string[] {
  const skipped = checks.filter(({ result }) => result === 'skipped')
  return [...new Set(skipped.map(reasonOf))].map((reason) => {
    const names = skipped.filter((check) => reasonOf(check) === reason).map(nameOf)
    const which = areChecksListed && names.length > 1 ? '' : `: ${names.join('; ')}`
    return `${counted(names.length, 'check')}: ${which === '' ? reason : reason.replace(/\.$/, '')}${which}`
  })
}

function reasonOf({ message = '' }: CheckResult): string {
  return message.includes(NO_STATES_REASON) ? NO_STATES_REASON : message
}

function messagesOf(checks: readonly CheckResult[]): string[] {
  return checks.map((check) => `${nameOf(check)}: ${check.message}`)
}

function nameOf({ kind, name }: Pick<CheckResult, 'kind' | 'name'>): string {
  return `${kind}: ${name}`
}
