import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { Failure } from '../parts/failure.js'
import { showDistance, showInstant } from '../parts/times.js'
import { useSandboxNow } from '../parts/use-now.js'
import { useContents } from '../state/panel-model.js'
import type { ShownOrder } from '../state/shown-order.js'
import { useClockChange } from './clock-card.js'
import { type TimeEvent, timeEvents } from './time-events.js'
import { useDeprecations } from './use-deprecations.js'

/** What the clock has brought, and what it will bring. */
export function TimeLine(): ComponentChildren {
  const { orders, clock, sandbox } = useContents()
  const nowMs = useSandboxNow(clock)
  const shipped = useShipped(sandbox.name, orders)
  const events = timeEvents(orders, shipped, useDeprecations())
  const { action, change } = useClockChange()
  const goTo = ({ atMs }: TimeEvent): void => void change({ now: new Date(atMs).toISOString() })
  const past = events.filter(({ atMs }) => atMs <= nowMs)
  const coming = events.filter(({ atMs }) => atMs > nowMs)
  return (
    <section class="card" aria-labelledby="time-line-title">
      <h2 id="time-line-title">Time line</h2>
      <ol class="time-line">
        {past.map((event) => (
          <Item key={event.key} event={event} nowMs={nowMs} />
        ))}
        <li class="now" aria-current="time">
          <span class="sentence">Now</span> <small>{showInstant(nowMs)}</small>
        </li>
        {coming.map((event) => (
          <Item key={event.key} event={event} nowMs={nowMs} onGo={goTo} />
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

/** Orders that were waiting for the clock when the page looked last, and have shipped since. */
function useShipped(sandboxName: string, orders: readonly ShownOrder[]): ReadonlyMap<string, number> {
  const memory = useRef({ sandboxName, waiting: new Map<string, number>(), shipped: new Map<string, number>() })
  if (memory.current.sandboxName !== sandboxName) {
    memory.current = { sandboxName, waiting: new Map(), shipped: new Map() }
  }
  const { waiting, shipped } = memory.current
  for (const { digits, dueMs, status } of orders) {
    const wasDueMs = waiting.get(digits)
    if (wasDueMs !== undefined && status === 'shipped') shipped.set(digits, wasDueMs)
    else if (status !== 'shipped') shipped.delete(digits)
    if (dueMs === undefined) waiting.delete(digits)
    else waiting.set(digits, dueMs)
  }
  return shipped
}
