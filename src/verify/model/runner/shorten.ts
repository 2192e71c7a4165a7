import type { Step } from '../sequences/step.js'

type Steps = readonly Step[]

/**
 * Leaves out steps and calls as long as what is left still shows the fault, and there is time.
 *
 * @param endsAtMs nothing more is tried after this instant, by `performance.now()`
 */
export async function shorten(
  steps: Steps,
  shows: (shorter: Steps) => Promise<boolean>,
  endsAtMs: number,
): Promise<Steps> {
  const showsInTime = async (shorter: Steps) => performance.now() < endsAtMs && (await shows(shorter))
  let shortest = steps
  for (let before: Steps | undefined; before !== shortest;) {
    before = shortest
    shortest = await fewest(shortest, showsInTime)
    for (const [index, step] of shortest.entries()) {
      if (step.kind !== 'send') continue
      const base = shortest
      const withCalls = (calls: typeof step.calls) => base.with(index, { ...step, calls })
      const calls = await fewest(step.calls, async (some) => some.length > 0 && showsInTime(withCalls(some)))
      if (calls !== step.calls) shortest = withCalls(calls)
    }
  }
  return shortest
}

/** Leaves out large pieces first, from the end. */
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
