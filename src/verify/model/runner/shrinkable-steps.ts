import * as fc from 'fast-check'
import type { Call, Step } from '../sequences/step.js'
import type { Template } from '../sequences/template.js'

type Steps = readonly Step[]

/** The sequences of a template; fast-check shrinks them by leaving out steps and calls. */
export class ShrinkableSteps extends fc.Arbitrary<Steps> {
  constructor(readonly template: Template) {
    super()
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<Steps> {
    return new fc.Value(this.template.generate(random, biasFactor).value, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is Steps {
    return Array.isArray(value)
  }

  override shrink(steps: Steps): fc.Stream<fc.Value<Steps>> {
    return new fc.Stream(shorterSteps(steps)).map((shorter) => new fc.Value(shorter, undefined))
  }
}

function* shorterSteps(steps: Steps): IterableIterator<Steps> {
  yield* shortened(steps)
  for (const [index, step] of steps.entries()) {
    if (step.kind !== 'send') continue
    for (const calls of shortened<Call>(step.calls)) {
      if (calls.length > 0) yield steps.with(index, { ...step, calls })
    }
  }
}

// Large pieces first, from the end: what follows the violation goes in the first few tries.
function* shortened<Item>(items: readonly Item[]): IterableIterator<readonly Item[]> {
  for (let size = Math.ceil(items.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let end = items.length; end > 0; end -= size) {
      const start = Math.max(0, end - size)
      yield [...items.slice(0, start), ...items.slice(end)]
    }
  }
}
