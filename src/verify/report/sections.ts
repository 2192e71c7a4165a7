import type { Coverage } from '../../contract/index.js'
import { counted } from '../../node/index.js'
import { type CheckResult, NO_STATES_REASON } from '../check.js'
import type { VerificationReport } from './verification-report.js'

/** A part of a report for people: every format shows the same ones, each in its own way. */
export interface Section {
  readonly kind: 'failure' | 'coverage' | 'notes' | 'skipped'
  readonly title: string
  /** In plain text, as a provider may have sent it. */
  readonly text: string
}

/**
 * What there is to say beside the result of each check: each failure in full, then what is shorter.
 *
 * @param options.areChecksListed whether a list already has the names of those that were skipped
 */
export function sectionsOf(
  { checks, coverage, notes, error }: VerificationReport,
  { areChecksListed = false } = {},
): Section[] {
  const failures = checks.filter(({ result }) => result === 'failed' || result === 'error')
  const noted = checks.filter(({ result }) => result === 'note').map((check) => `${nameOf(check)}: ${check.message}`)
  const sections: Section[] = [
    ...failures.map((check, index): Section => {
      return { kind: 'failure', title: `${index + 1}) ${nameOf(check)}`, text: failureText(check) }
    }),
    { kind: 'failure', title: 'the run', text: error?.message ?? '' },
    { kind: 'coverage', title: 'answers seen', text: coverageText(coverage) },
    { kind: 'skipped', title: 'skipped', text: skippedText(checks, areChecksListed) },
    { kind: 'notes', title: 'notes', text: [...noted, ...notes].join('\n') },
  ]
  return sections.filter(({ text }) => text !== '')
}

/** The message of a check that failed, and what else there is to say. */
export function failureText(check: Omit<CheckResult, 'kind'>): string {
  const { message = '', clause, states = [], comments = [], expected = '', actual = '', curl = '', steps } = check
  const parts = [
    ['Section', clause],
    ['State', states.join(', ')],
    ['Comment', comments.join('\n')],
    ['Expected', expected],
    ['Actual', actual],
    ['Reproduce', steps?.join('\n') ?? curl],
  ].flatMap(([label, text = '']) => (text === '' ? [] : [`${label}:${text.includes('\n') ? '\n' : ' '}${text}`]))
  return [message, ...parts].filter(Boolean).join('\n')
}

/** What was seen of each operation, in words such as "3 × 204, no 409". */
function coverageText(coverage: readonly Coverage[]): string {
  const lines = [...new Set(coverage.map(({ operation }) => operation))].map((operation) => {
    const counts = coverage.filter((each) => each.operation === operation)
    return `${operation}: ${counts.map(({ seen, status }) => (seen === 0 ? `no ${status}` : `${seen} × ${status}`)).join(', ')}`
  })
  return lines.join('\n')
}

/** Each reason once, with how many checks were skipped for it, and which: the lack of states concerns many. */
function skippedText(checks: readonly CheckResult[], areListed: boolean): string {
  const skipped = checks.filter(({ result }) => result === 'skipped')
  const lines = [...new Set(skipped.map(reasonOf))].map((reason) => {
    const names = skipped.filter((check) => reasonOf(check) === reason).map(nameOf)
    const which = areListed && names.length > 1 ? '' : `: ${names.join('; ')}`
    return `${counted(names.length, 'check')}: ${reason}${which}`
  })
  return lines.join('\n')
}

function reasonOf({ message = '' }: CheckResult): string {
  return message.includes(NO_STATES_REASON) ? NO_STATES_REASON : message
}

function nameOf({ kind, name }: CheckResult): string {
  return `${kind}: ${name}`
}
