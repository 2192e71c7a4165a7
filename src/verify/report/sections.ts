import type { Coverage } from '../../contract/index.js'
import { type CheckResult, NO_STATES_REASON } from '../check.js'
import { countOf, type VerificationReport } from './verification-report.js'

/** A part of a report for people: every format shows the same ones, each in its own way. */
export interface Section {
  readonly kind: 'failure' | 'coverage' | 'notes' | 'skipped'
  readonly title: string
  /** In plain text, as a provider may have sent it. */
  readonly text: string
}

/**
 * What there is to tell beside the result of each check: each failure in full, then what is shorter.
 *
 * @param options.areChecksListed whether the names of those that were skipped stand in a list already
 */
export function sectionsOf(
  { checks, coverage, notes, error }: VerificationReport,
  { areChecksListed = false } = {},
): Section[] {
  const failures = checks.filter(({ result }) => result === 'failed' || result === 'error')
  const noted = checks.filter(({ result }) => result === 'note')
  const remarks = [...noted.map(({ kind, name, message }) => `${kind}: ${name}: ${message}`), ...notes]
  const sections: Section[] = [
    ...failures.map((check, index) => {
      return { kind: 'failure', title: `${index + 1}) ${check.kind}: ${check.name}`, text: failureText(check) } as const
    }),
    { kind: 'failure', title: 'the run', text: error?.message ?? '' },
    { kind: 'coverage', title: 'answers seen', text: coverageText(coverage) },
    { kind: 'skipped', title: 'skipped', text: skippedText(checks, areChecksListed) },
    { kind: 'notes', title: 'notes', text: remarks.join('\n') },
  ]
  return sections.filter(({ text }) => text !== '')
}

/** The message of a check that failed, and what else there is to tell. */
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
  return grouped(
    coverage.map(({ operation, status, seen }) => [operation, seen === 0 ? `no ${status}` : `${seen} × ${status}`]),
    ', ',
  )
}

/** Each reason once, with how many checks were skipped for it, and which: the lack of states concerns many. */
function skippedText(checks: readonly CheckResult[], areListed: boolean): string {
  const names = new Map<string, string[]>()
  for (const { result, kind, name, message = '' } of checks) {
    if (result !== 'skipped') continue
    const reason = message.includes(NO_STATES_REASON) ? NO_STATES_REASON : message
    names.set(reason, [...(names.get(reason) ?? []), `${kind}: ${name}`])
  }
  return [...names]
    .map(([reason, each]) => {
      const told = areListed && each.length > 1 ? '' : `: ${each.join('; ')}`
      return `${countOf(each)}: ${reason}${told}`
    })
    .join('\n')
}

/** A line for each subject, with all that is said of it. */
function grouped(entries: readonly (readonly [subject: string, text: string])[], separator: string): string {
  const texts = new Map<string, string[]>()
  for (const [subject, text] of entries) texts.set(subject, [...(texts.get(subject) ?? []), text])
  return [...texts].map(([subject, each]) => `${subject}: ${each.join(separator)}`).join('\n')
}
