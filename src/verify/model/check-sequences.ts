import * as fc from 'fast-check'
import type { ModelOptions } from './model-options.js'
import type { Findings, Suspicion } from './findings.js'
import { SEQUENCES } from './rules/rules.js'
import { isWrong, type WrongRun } from './runner/judge.js'
import { runSequence } from './runner/run-sequence.js'
import { inLanes } from './runner/side-by-side.js'
import { fewer, lacking, outOfTime, undecided, verdict } from './runner/verdicts.js'
import type { Step } from './sequences/step.js'

// Slow states may use up the time for rules alone.
const FEWEST = 3

interface Course {
  readonly lanes: number
  /** By `performance.now()`. */
  readonly endsAtMs: number
  /** What is begun first, and mostly waits. */
  readonly meanwhile: readonly (() => Promise<boolean>)[]
  readonly afterwards: () => Promise<void>
}

/** Runs random sequences until one shows something that no rule has shown, or the time is up. */
export async function checkSequences(findings: Findings, options: ModelOptions, course: Course): Promise<void> {
  const { context } = findings
  const { lanes, meanwhile, afterwards } = course
  const startedMs = performance.now()
  options.onProgress?.({ name: SEQUENCES.claim })
  if (context.isLive) return findings.tell(lacking(SEQUENCES, SEQUENCES.states, context))
  let clean = 0
  let atLeast = Math.max(options.minRuns ?? 0, options.timeBudgetMs === undefined ? FEWEST : 0)
  const known: WrongRun[] = []
  const suspicions: Suspicion[] = []
  const run = async ([sequence, steps]: readonly [number, readonly Step[]]): Promise<boolean> => {
    const endsAtMs = atLeast-- > 0 ? Infinity : course.endsAtMs
    if (performance.now() >= endsAtMs) return false
    const seen = await runSequence(context, steps, { isAlone: lanes === 1, endsAtMs })
    if (!isWrong(seen)) clean += seen.isCut ? 0 : 1
    else if (findings.foundBy(seen) !== undefined) known.push(seen)
    else suspicions.push({ rule: SEQUENCES, steps, run: seen, wasAlone: lanes === 1, startedMs, sequence })
    return suspicions.length === 0
  }
  const drawn = drawSequences(options)
  const tasks = [...meanwhile, ...drawn.map((numbered) => () => run(numbered))]
  for (;;) {
    await inLanes(tasks, lanes)
    await afterwards()
    const suspicion = suspicions.shift()
    if (suspicion === undefined || findings.isEnough) break
    if (await findings.count(suspicion)) return
    findings.note(suspicion)
  }
  const [first] = known
  if (SEQUENCES.states.every((state) => context.unavailable.has(state)))
    return findings.tell(lacking(SEQUENCES, SEQUENCES.states, context))
  if (clean === 0 && first !== undefined)
    return findings.tell(undecided(SEQUENCES, first.violation, findings.foundBy(first) ?? ''))
  if (clean === 0) return findings.tell(outOfTime(SEQUENCES, context))
  findings.tell(verdict(SEQUENCES, 'passed', `${clean} sequences.`), startedMs)
  const ran = clean + known.length
  if (ran < drawn.length) findings.tell(fewer(ran, drawn.length, context))
}

function drawSequences({ runs, seed, rerun }: ModelOptions): (readonly [number, readonly Step[]])[] {
  const all = [...fc.sample(SEQUENCES.sequence, { seed, numRuns: runs }).entries()]
  return rerun?.sequence === undefined ? all : all.filter(([index]) => index === rerun.sequence)
}
