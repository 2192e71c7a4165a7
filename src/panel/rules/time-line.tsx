import type { ScenarioDocument } from '../../control-client/index.js'
import { operations } from '../../spec/index.js'
import { useAnswer } from '../parts/use-answer.js'
import { Card, Item } from '../parts/view.js'
import { showDistance, showInstant } from '../parts/words.js'
import { sandboxNow } from '../state/clock.js'
import { boxHere, contentsHere } from '../state/panel-state.js'
import { changeClock } from './clock-card.js'

interface TimeEvent {
  readonly words: string
  readonly atMs: number
}

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

export function TimeLine() {
  const nowMs = sandboxNow()
  const { events, areAll } = useTimeEvents()
  const item = ({ words, atMs }: TimeEvent) => (
    <Item
      key={words}
      title={words}
      hints={[`${showDistance(atMs, nowMs)} · ${showInstant(atMs)}`]}
      about={`(${words})`}
      actions={[atMs > nowMs && ['Go to this time', () => changeClock({ now: new Date(atMs).toISOString() })]]}
    />
  )
  const coming = events.filter(({ atMs }) => atMs > nowMs)
  return (
    <Card title="Timeline">
      <ul class="list time-line">
        {events.filter(({ atMs }) => atMs <= nowMs).map(item)}
        <Item title={<b>Now</b>} hints={[showInstant(nowMs)]} />
        {coming.map(item)}
      </ul>
      {areAll && coming.length === 0 && <p class="hint">No upcoming events.</p>}
    </Card>
  )
}

/** What has happened and what will happen by the sandbox's clock, in order. */
function useTimeEvents(): { readonly events: readonly TimeEvent[]; readonly areAll: boolean } {
  const { orders, sandbox } = contentsHere()
  // Until it is known, the timeline shows the shipments alone.
  const state = useAnswer(() => boxHere().state(), [sandbox])
  const shipments = orders
    .flatMap(({ digits, dueMs: atMs }) => (atMs === undefined ? [] : { words: `Order ${digits} ships`, atMs }))
    .toSorted(byTime)
  const deprecations = state === undefined ? [] : deprecationsIn(state)
  const events = [...shipments.slice(0, MAX_SHIPMENTS), ...deprecations].toSorted(byTime)
  return { events, areAll: state !== undefined }
}

function byTime(one: TimeEvent, other: TimeEvent): number {
  return one.atMs - other.atMs
}

/** The sandbox may have its own sunset. */
function deprecationsIn({ sunset, afterSunset }: ScenarioDocument): readonly TimeEvent[] {
  const end = afterSunset === 'gone' ? ': it returns 410' : ''
  return Object.values(operations)
    .flatMap(({ operationId, deprecated }) => [
      { words: `${operationId} is deprecated`, atMs: Date.parse(deprecated?.since ?? '') },
      {
        words: `Sunset of ${operationId}${end}`,
        atMs: Date.parse((deprecated && (sunset ?? deprecated.sunset)) ?? ''),
      },
    ])
    .filter(({ atMs }) => !Number.isNaN(atMs))
}
