import * as fc from 'fast-check'
import type { Call } from '../sequences/calls.js'
import type { Step } from '../sequences/step.js'
import { showsAgain } from './judge.js'
import type { RunContext } from './run-context.js'
import type { WrongRun } from './run-sequence.js'

export interface Counterexample extends WrongRun {
  /** Whether it came again when these steps ran once more, from an emptied store. */
  readonly isRepeated: boolean
}

// At first each sequence runs once; then more often, for violations that do not show every time, as if cancel requests meet.
const TRIES = [1, 4]

/** Omits steps and calls as long as the rest still shows the violation, and there is time. */
export async function shorten(run: WrongRun, context: RunContext, maxMs: number): Promise<Counterexample> {
  const endsAtMs = performance.now() + maxMs
  const taken = run.steps.slice(0, run.taken)
  // A command without the headers of another client is easier to read.
  const plain = await showsAgain(taken.map(withoutClient), run, context, { tries: 1, isFresh: true, endsAtMs })
  const all = (plain?.steps ?? taken).flatMap(partsOf)
  let shown: Counterexample = { ...(plain ?? run), isRepeated: plain !== undefined }
  for (const tries of TRIES) {
    const isHidden = fc.asyncProperty(fc.subarray(all, { minLength: 1 }), async (parts) => {
      if (performance.now() >= endsAtMs) return true
      const again = await showsAgain(joined(parts), run, context, { tries, isFresh: true, endsAtMs })
      if (again !== undefined) shown = { ...again, isRepeated: true }
      return again === undefined
    })
    await fc.check(isHidden, { numRuns: 1, examples: [[all]] })
    if (shown.isRepeated) break
  }
  return shown
}

function withoutClient(step: Step): Step {
  return step.kind === 'send' ? { ...step, calls: step.calls.map((call) => ({ ...call, client: undefined })) } : step
}

/** What can be omitted: a call, or a step that sends nothing. */
interface Removable {
  readonly step: Step
  readonly call?: Call
}

function partsOf(step: Step): Removable[] {
  // Another object, in case that a step comes twice.
  const copy = { ...step }
  return copy.kind === 'send' ? copy.calls.map((call) => ({ step: copy, call })) : [{ step: copy }]
}

function joined(parts: readonly Removable[]): Step[] {
  const callsOf = (step: Step) => parts.flatMap((part) => (part.step === step && part.call ? [part.call] : []))
  const steps = new Set(parts.map(({ step }) => step))
  return [...steps].map((step) => (step.kind === 'send' ? { ...step, calls: callsOf(step) } : step))
}
