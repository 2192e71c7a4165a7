import type { ScenarioDocument } from '../../control-client/index.js'
import { operations } from '../../spec/index.js'
import { Deed } from '../parts/buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { Card, Item } from '../parts/view.js'
import { showDistance, showInstant } from '../parts/words.js'
import { useContents, useModel, useSandboxNow } from '../state/panel-model.js'

interface TimeEvent {
  readonly words: string
  readonly atMs: number
}

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

/** What the clock has brought, and what it will bring. */
export function TimeLine() {
  const nowMs = useSandboxNow()
  const events = useTimeEvents()
  const model = useModel()
  const item = ({ words, atMs }: TimeEvent) => (
    <Item key={words} title={words} hints={[`${showDistance(atMs, nowMs)} · ${showInstant(atMs)}`]}>
      {atMs > nowMs && (
        <Deed
          about={`(${words})`}
          onClick={() =>
            void model.run(() => model.box.clock.change({ now: new Date(atMs).toISOString() }), 'Clock moved')
          }
          words="Go there"
        />
      )}
    </Item>
  )
  const coming = events.filter(({ atMs }) => atMs > nowMs)
  return (
    <Card title="Timeline">
      <ul class="list">
        {events.filter(({ atMs }) => atMs <= nowMs).map(item)}
        <Item title={<b>Now</b>} hints={[showInstant(nowMs)]} />
        {coming.map(item)}
      </ul>
      {coming.length === 0 && <p class="hint">Nothing else is due.</p>}
    </Card>
  )
}

/** What has happened and what will happen by the sandbox's clock, in order. */
function useTimeEvents(): readonly TimeEvent[] {
  const { orders, sandbox } = useContents()
  const { box } = useModel()
  // Until it is known, the timeline shows the shipments alone.
  const state = useAnswer(() => box.state(), [sandbox])
  const shipments = orders
    .flatMap(({ digits, dueMs: atMs }) => (atMs === undefined ? [] : { words: `Order ${digits} ships`, atMs }))
    .toSorted(byTime)
  return [...shipments.slice(0, MAX_SHIPMENTS), ...(state === undefined ? [] : deprecationsIn(state))].toSorted(byTime)
}

function byTime(one: TimeEvent, other: TimeEvent): number {
  return one.atMs - other.atMs
}

/** The sandbox may have a sunset of its own. */
function deprecationsIn({ sunset, afterSunset }: ScenarioDocument): readonly TimeEvent[] {
  const end = afterSunset === 'gone' ? ': it answers 410' : ''
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
