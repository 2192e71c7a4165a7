import { setImmediate as nextTurn } from 'node:timers/promises'

/** Runs a long calculation to its end; others are served between its steps. */
export async function runInSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    await nextTurn()
  }
}
