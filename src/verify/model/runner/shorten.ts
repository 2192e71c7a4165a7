import * as fc from 'fast-check'
import { type Call, list } from '../sequences/calls.js'
import { PLAINLY_WRONG } from '../sequences/key-kinds.js'
import { send, setUp, type Step } from '../sequences/step.js'
import type { RunContext } from './run-context.js'
import { showsAgain, type WrongRun } from './run-sequence.js'

export interface Counterexample extends WrongRun {
  readonly isRepeated: boolean
  /** Whether it shows only if requests share a connection. */
  readonly isOfConnection?: boolean
}

// At first each sequence runs once; then more often, for violations that do not show every time, as if cancel requests meet.
const TRIES = [1, 4]
const PASTES = 4

/** Finds a short sequence that shows the violation, and whether commands show it: other orders exist, each has its own connection. */
export async function shorten(run: WrongRun, context: RunContext, endsAtMs: number): Promise<Counterexample> {
  const shown = await shortest(run, context, endsAtMs)
  if (!shown.isRepeated) return shown
  await context.setUp({ state: 'a shipped order' })
  for (const steps of [shown.steps, [...setUp('nothing'), ...shown.steps]]) {
    const pasted = await showsAgain(steps, shown, context, { tries: PASTES, isFresh: true })
    if (pasted !== undefined) return { ...pasted, isRepeated: true }
  }
  // What shows by chance may just not have.
  const how = { tries: PASTES, isEmptied: true }
  return { ...shown, isOfConnection: (await showsAgain(shown.steps, shown, context, how)) !== undefined }
}

/** A simple form if one shows it, else what is left when steps are omitted. */
async function shortest(run: WrongRun, context: RunContext, endsAtMs: number): Promise<Counterexample> {
  for (const steps of simpleForms(run)) {
    const again = await showsAgain(steps, run, context, { tries: 1, isEmptied: true, isAlike: true, endsAtMs })
    if (again !== undefined) return { ...again, isRepeated: true }
  }
  // A command without the headers of another client is easier to read; what shows without waiting is shortened in time.
  const simple = run.steps.map(withoutClient)
  const how = { tries: 1, isEmptied: true, endsAtMs }
  const atOnce = simple.filter(({ kind }) => kind !== 'wait')
  const plain = (await showsAgain(atOnce, run, context, how)) ?? (await showsAgain(simple, run, context, how))
  const all = (plain ?? run).steps.flatMap(partsOf)
  let shown: Counterexample = { ...(plain ?? run), isRepeated: plain !== undefined }
  for (const tries of TRIES) {
    const isHidden = fc.asyncProperty(fc.subarray(all, { minLength: 1 }), async (parts) => {
      if (performance.now() >= endsAtMs) return true
      const again = await showsAgain(joined(parts), run, context, { tries, isEmptied: true, endsAtMs })
      if (again !== undefined) shown = { ...again, isRepeated: true }
      return again === undefined
    })
    await fc.check(isHidden, { numRuns: 1, examples: [[all]] })
    if (shown.isRepeated) break
  }
  return shown
}

/** The call alone, with the simplest invalid key; then after what it needs, after a list, twice, and twice at once. */
function simpleForms({ violation: { answered, order }, steps }: WrongRun): Step[][] {
  const { key } = answered.call
  const keys = key === undefined ? [key] : [...PLAINLY_WRONG, key]
  const labels = new Set([order?.label, labelIn(answered.call)])
  const setUps = steps.filter((step) => step.kind === 'set up' && labels.has(step.label)).slice(-1)
  return keys.flatMap((kind) => {
    const call: Call = { ...answered.call, key: kind, client: undefined }
    const forms = [[send(call)], [send(list()), send(call)], [send(call), send(call)], [send(call, call)]]
    return (setUps.length > 0 ? forms : forms.slice(0, 2)).map((form) => [...setUps, ...form])
  })
}

function labelIn(call: Call): string | undefined {
  if ('order' in call) return 'label' in call.order ? call.order.label : undefined
  return call.operation === 'getPet' && typeof call.pet === 'string' ? call.pet : undefined
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
