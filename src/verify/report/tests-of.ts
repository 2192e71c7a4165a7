import type { CheckResult } from '../check.js'
import type { VerificationReport } from './verification-report.js'

type Test = Omit<CheckResult, 'kind'> & { readonly kind: CheckResult['kind'] | 'run' }

const RUN = { id: 'run.end', kind: 'run', name: 'the run is completed', clause: 'Endpoints', durationMs: 0 } as const

/**
 * The checks for tools that tell tests apart by their names: a name that several checks have gets their ids, and a run that
 * failed outside of any check is one more, so that it does not look like one in which nothing is wrong.
 */
export function testsOf({ checks, summary, error }: VerificationReport): Test[] {
  const seen = new Set<string>()
  const names = checks.map(({ kind, name }) => `${kind}: ${name}`)
  const repeated = new Set(names.filter((name) => seen.size === seen.add(name).size))
  const tests = checks.map((check, index) => {
    return repeated.has(names[index] ?? '') ? { ...check, name: `${check.name} (${check.id})` } : check
  })
  const isMore = error !== undefined && summary.errors === 0
  return isMore ? [...tests, { ...RUN, result: 'error', message: error.message }] : tests
}
