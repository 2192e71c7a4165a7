import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.js'
import { Failure } from '../parts/failure.js'
import { showDistance, showInstant } from '../parts/times.js'
import { useSandboxNow } from '../parts/use-now.js'
import { useContents } from '../state/panel-model.js'
import { useClockChange } from './clock-card.js'
import { type TimeEvent, useTimeEvents } from './time-events.js'

/** What the clock has brought, and what it will bring. */
export function TimeLine(): ComponentChildren {
  const { clock } = useContents()
  const nowMs = useSandboxNow(clock)
  const events = useTimeEvents()
  const { action, change } = useClockChange()
  const goTo = ({ atMs }: TimeEvent): void => void change({ now: new Date(atMs).toISOString() })
  const past = events.filter(({ atMs }) => atMs <= nowMs)
  const coming = events.filter(({ atMs }) => atMs > nowMs)
  return (
    <section class="card" aria-labelledby="time-line-title">
      <h2 id="time-line-title">Time line</h2>
      <ol class="time-line">
        {past.map((event) => (
          <Item key={event.words} event={event} nowMs={nowMs} />
        ))}
        <li class="now" aria-current="time">
          <span class="sentence">Now</span> <small>{showInstant(nowMs)}</small>
        </li>
        {coming.map((event) => (
          <Item key={event.words} event={event} nowMs={nowMs} onGo={goTo} />
        ))}
      </ol>
      {coming.length === 0 && <p class="hint">Nothing more will happen by the clock.</p>}
      <Failure of={action} />
    </section>
  )
}

interface ItemProps {
  readonly event: TimeEvent
  readonly nowMs: number
  readonly onGo?: (event: TimeEvent) => void
}

function Item({ event, nowMs, onGo }: ItemProps): ComponentChildren {
  return (
    <li class={onGo === undefined ? 'past' : 'coming'}>
      <div class="item-words">
        <span class="sentence">{event.words}</span>
        <small>
          {showDistance(event.atMs, nowMs)} · {showInstant(event.atMs)}
        </small>
      </div>
      {onGo !== undefined && (
        <Button class="quiet" aria-label={`Go there: ${event.words}`} onClick={() => onGo(event)} words="Go there" />
      )}
    </li>
  )
}
