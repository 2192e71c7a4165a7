import type { Call, Step } from '../sequences/step.js'
import { showsAgain, type WrongRun } from './judge.js'
import type { RunContext } from './run-context.js'

/** A run that counts, as short as time permitted. */
export interface Counterexample extends WrongRun {
  /** Whether it came again when these steps ran once more, from an emptied store. */
  readonly isRepeated: boolean
}

// What does not show every time, such as cancels that meet.
const RARE_TRIES = 4

type Steps = readonly Step[]

/**
 * Leaves out steps and calls as long as what is left still shows the fault, and there is time.
 *
 * @param maxMs how long shorter sequences are tried
 */
export async function shorten(
  steps: Steps,
  run: WrongRun,
  context: RunContext,
  maxMs: number,
): Promise<Counterexample> {
  const endsAtMs = performance.now() + maxMs
  let shown: Counterexample = { ...run, isRepeated: false }
  let tries = 1
  const shows = async (shorter: Steps) => {
    if (performance.now() >= endsAtMs) return false
    const again = await showsAgain(shorter, run, context, { tries, isFresh: true, endsAtMs })
    if (again !== undefined) shown = { ...again, isRepeated: true }
    return again !== undefined
  }
  const taken = steps.slice(0, run.taken)
  if (await shows(taken)) return (await fewestSteps(taken, shows), shown)
  tries = RARE_TRIES
  if (await shows(taken)) await fewestSteps(taken, shows)
  return shown
}

/** Leaves out steps, then calls of those that are left, then steps that only these calls needed. */
async function fewestSteps(steps: Steps, shows: (shorter: Steps) => Promise<boolean>): Promise<void> {
  let left = await fewest(steps, shows)
  for (const [index, step] of [...left.entries()].toReversed()) {
    if (step.kind !== 'send') continue
    const withCalls = (calls: readonly Call[]) => left.with(index, { ...step, calls })
    left = withCalls(await fewest(step.calls, (some) => shows(withCalls(some))))
  }
  await fewest(left, shows)
}

/** Leaves out many at once first, from the end. */
async function fewest<Item>(
  all: readonly Item[],
  isEnough: (some: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let items = all
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = items.length; end > 0; end -= size) {
      const some = [...items.slice(0, Math.max(0, end - size)), ...items.slice(end)]
      if (await isEnough(some)) items = some
    }
  }
  return items
}
