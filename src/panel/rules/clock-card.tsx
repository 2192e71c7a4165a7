import { useState } from 'preact/hooks'
import type { ClockChange } from '../../control-client/index.js'
import { readDateTime } from '../../spec/index.js'
import { DURATION } from '../orders/order-dialog.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Card } from '../parts/view.js'
import { showInstant } from '../parts/words.js'
import { describeClock, sandboxNow } from '../state/clock.js'
import { boxHere, contentsHere, run } from '../state/panel-state.js'

const STEPS = [
  ['PT1M', '+1 min'],
  ['PT1H', '+1 h'],
  ['P1D', '+1 day'],
  ['P1W', '+1 week'],
  ['P1M', '+1 month'],
] as const
const WAYS = 'Enter a date and time, such as 2027-07-01T09:00:00Z, or a duration, such as PT90M or -P1D.'

/** The clock of the sandbox: what it shows, and how to move it. */
export function ClockCard() {
  const { frozen } = contentsHere().clock
  const toggle = () => changeClock({ frozen: !frozen }, frozen ? 'Clock resumed' : 'Clock frozen')
  const reading = describeClock()
  const head = (
    <>
      <Button onClick={() => void toggle()} words={frozen ? 'Resume' : 'Freeze'} />
      <Button
        disabled={reading === 'System time'}
        onClick={() =>
          void changeClock({ now: new Date().toISOString(), frozen: false }, 'Clock set to the system time')
        }
        words="System time"
      />
    </>
  )
  return (
    <Card title="Clock" head={head}>
      <p class="big-time" role="timer" aria-label="Sandbox time">
        {showInstant(sandboxNow())}
      </p>
      <p class="hint">{reading}</p>
      <div class="buttons joined" role="group" aria-label="Move the clock">
        {STEPS.map(([advance, words]) => (
          <Button key={advance} onClick={() => void changeClock({ advance })} words={words} />
        ))}
      </div>
      <SetClock />
    </Card>
  )
}

export function changeClock(to: ClockChange, words = 'Clock moved'): Promise<boolean> {
  return run(() => boxHere().clock.change(to), words)
}

function SetClock() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const set = async (event: Event): Promise<void> => {
    event.preventDefault()
    const [isDuration, isInstant] = [DURATION.test(text.trim()), readDateTime(text.trim())?.isInstant === true]
    setError(isDuration || isInstant ? undefined : WAYS)
    if (!isDuration && !isInstant) return
    if (await changeClock(isDuration ? { advance: text.trim() } : { now: text.trim() })) setText('')
  }
  return (
    <form class="in-line" onSubmit={(event) => void set(event)}>
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
