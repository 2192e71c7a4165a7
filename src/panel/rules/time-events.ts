import type { ScenarioDocument } from '../../control-client/index.js'
import { operations } from '../../spec/index.js'
import { useAnswer } from '../parts/use-answer.js'
import { useContents, useModel } from '../state/panel-model.js'

/** Something on the time line. */
export interface TimeEvent {
  readonly words: string
  readonly atMs: number
}

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

/** What has happened and what will happen by the sandbox's clock, in order. */
export function useTimeEvents(): readonly TimeEvent[] {
  const { orders, sandbox } = useContents()
  const { box } = useModel()
  // Until it is known, the time line shows the shipments alone.
  const state = useAnswer(() => box.state(), [sandbox])
  const deprecations = state === undefined ? [] : deprecationsIn(state)
  const shipments = orders
    .flatMap(({ digits, dueMs: atMs }) => (atMs === undefined ? [] : [{ words: `Order ${digits} ships`, atMs }]))
    .toSorted((one, other) => one.atMs - other.atMs)
  return [...shipments.slice(0, MAX_SHIPMENTS), ...deprecations].toSorted((one, other) => one.atMs - other.atMs)
}

/** The sandbox may have a sunset of its own. */
function deprecationsIn({ sunset, afterSunset }: ScenarioDocument): readonly TimeEvent[] {
  const end = afterSunset === 'gone' ? ': it answers 410' : ''
  return Object.values(operations)
    .flatMap(({ operationId, deprecated }) => [
      { words: `${operationId} is deprecated`, atMs: Date.parse(deprecated?.since ?? '') },
      { words: `Sunset of ${operationId}${end}`, atMs: deprecated && Date.parse(sunset ?? deprecated.sunset ?? '') },
    ])
    .filter((event): event is TimeEvent => event.atMs !== undefined && !Number.isNaN(event.atMs))
}
