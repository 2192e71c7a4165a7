import { useState } from 'preact/hooks'
import type { ClockChange, ScenarioDocument } from '../../control-client/index.js'
import { operations, readDateTime } from '../../spec/index.js'
import { DURATION } from '../orders/order-dialog.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { focusMistake } from '../parts/focus.js'
import { Card, Item, useAnswer } from '../parts/view.js'
import { count, showDistance, showInstant, showMinute } from '../state/words.js'
import { boxHere, contentsHere, describeClock, run, sandboxNow } from '../state/panel-state.js'

const STEPS = Object.entries({ PT1M: '+1 min', PT1H: '+1 h', P1D: '+1 day', P1W: '+1 week', P1M: '+1 month' })
const WAYS = 'Enter a date and time, such as 2027-07-01T09:00:00Z, or a duration, such as PT90M or -P1D.'

export function ClockCard() {
  const { frozen } = contentsHere().clock
  const toggle = () => changeClock({ frozen: !frozen }, frozen ? 'Clock resumed' : 'Clock frozen')
  const head = (
    <>
      <Button onClick={() => void toggle()} words={frozen ? 'Resume' : 'Freeze'} />
      <Button onClick={() => void toSystemTime()} words="System time" />
    </>
  )
  return (
    <Card title="Clock" head={head}>
      <p class="big-time" role="timer" aria-label="Sandbox time">
        {showInstant(sandboxNow())}
      </p>
      <p class="hint">{describeClock()}</p>
      <div class="lines buttons joined" role="group" aria-label="Move the clock">
        {STEPS.map(([advance, words]) => (
          <Button key={advance} onClick={() => void changeClock({ advance })} words={words} />
        ))}
      </div>
      <SetClock />
    </Card>
  )
}

const toSystemTime = () => changeClock({ now: new Date().toISOString(), frozen: false }, 'Clock set to the system time')

function changeClock(to: ClockChange, words = 'Clock moved'): Promise<boolean> {
  return run(() => boxHere().clock.change(to), words)
}

function SetClock() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const set = async (): Promise<void> => {
    const [isDuration, isInstant] = [DURATION.test(text.trim()), readDateTime(text.trim())?.isInstant === true]
    setError(isDuration || isInstant ? undefined : WAYS)
    if (!isDuration && !isInstant) return focusMistake()
    if (await changeClock(isDuration ? { advance: text.trim() } : { now: text.trim() })) setText('')
  }
  return (
    <form class="lines in-line" onSubmit={() => void set()}>
      <Field
        label="Go to a time, or move by a duration"
        value={text}
        onInput={setText}
        error={error}
        placeholder="2027-07-01T09:00:00Z or PT90M"
        isRequired
      />
      <Field
        label="Date and time, UTC"
        type="datetime-local"
        value={readDateTime(text)?.isInstant === true && text.endsWith('Z') ? text.slice(0, -1) : ''}
        onInput={(picked) => setText(picked && `${picked.padEnd(19, ':00')}Z`)}
      />
      <button type="submit">Go</button>
    </form>
  )
}

type TimeEvent = Readonly<{ words: string; atMs: number }>

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

export function TimeLine() {
  const { orders, sandbox } = contentsHere()
  const nowMs = sandboxNow()
  // Until it is known, the timeline shows the shipments alone.
  const state = useAnswer(() => boxHere().state(), [sandbox])
  const shipments = orders
    .flatMap(({ digits, dueMs: atMs }) => (atMs === undefined ? [] : { words: `Order ${digits} ships`, atMs }))
    .toSorted(byTime)
  const deprecations = state === undefined ? [] : deprecationsIn(state)
  const events = [...shipments.slice(0, MAX_SHIPMENTS), ...deprecations].toSorted(byTime)
  const omitted = shipments.length - MAX_SHIPMENTS
  const item = ({ words, atMs }: TimeEvent) => (
    <Item
      key={words}
      title={words}
      hints={[`${showDistance(atMs, nowMs)} · ${showMinute(atMs)}`]}
      about={`(${words})`}
      actions={[[atMs > nowMs && 'Go to this time', () => changeClock({ now: new Date(atMs).toISOString() })]]}
    />
  )
  return (
    <Card title="Timeline">
      <ul class="list time-line">
        {events.filter(({ atMs }) => atMs <= nowMs).map(item)}
        <Item title={<b>Now</b>} hints={[showMinute(nowMs)]} />
        {events.filter(({ atMs }) => atMs > nowMs).map(item)}
      </ul>
      {omitted > 0 && <p class="hint">{count(omitted, 'more shipment')}</p>}
    </Card>
  )
}

const byTime = (one: TimeEvent, other: TimeEvent): number => one.atMs - other.atMs

/** The sandbox may have its own sunset. */
function deprecationsIn({ sunset, afterSunset }: ScenarioDocument): readonly TimeEvent[] {
  const end = afterSunset === 'gone' ? ': it returns 410' : ''
  return Object.values(operations)
    .flatMap(({ operationId, deprecated }) => [
      [`${operationId} is deprecated`, deprecated?.since] as const,
      [`Sunset of ${operationId}${end}`, deprecated && (sunset ?? deprecated.sunset)] as const,
    ])
    .map(([words, at = '']) => ({ words, atMs: Date.parse(at) }))
    .filter(({ atMs }) => !Number.isNaN(atMs))
}
