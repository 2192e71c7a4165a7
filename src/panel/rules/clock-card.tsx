import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { ClockChange } from '../../control-client/index.js'
import { Failure } from '../parts/failure.js'
import { Field } from '../parts/field.js'
import { DURATION } from '../orders/order-form.js'
import { describeClock, showInstant } from '../parts/times.js'
import { type Action, useAction } from '../parts/use-action.js'
import { useSandboxNow } from '../parts/use-now.js'
import { readClock, useContents, useModel } from '../state/panel-model.js'

const STEPS = [
  ['PT1M', '+1 min'],
  ['PT1H', '+1 h'],
  ['P1D', '+1 day'],
  ['P1W', '+1 week'],
  ['P1M', '+1 month'],
] as const
const WAYS = 'Enter a date and time, such as 2027-07-01T09:00:00Z, or a duration, such as PT90M or -P1D.'

/** The clock of the sandbox: what it says, and how to move it. */
export function ClockCard(): ComponentChildren {
  const { clock } = useContents()
  const { action, change } = useClockChange()
  const nowMs = useSandboxNow(clock)
  const reading = describeClock(clock, nowMs)
  return (
    <section class="card" aria-labelledby="clock-title">
      <div class="card-head">
        <h2 id="clock-title">Clock</h2>
        <Button
          aria-pressed={clock.frozen}
          onClick={() => void change({ frozen: !clock.frozen })}
          words={clock.frozen ? 'Resume' : 'Freeze'}
        />
      </div>
      <p class="big-time" role="timer" aria-label="Sandbox time">
        {showInstant(nowMs)}
      </p>
      <p class="hint">{reading}</p>
      <div class="buttons" role="group" aria-label="Move the clock">
        {STEPS.map(([advance, words]) => (
          <Button key={advance} onClick={() => void change({ advance })} words={words} />
        ))}
        <Button
          disabled={reading === 'Real time'}
          onClick={() => void change({ now: new Date().toISOString() })}
          words="Real time"
        />
      </div>
      <SetClock onSet={change} />
      <Failure of={action} />
    </section>
  )
}

/** Moves the clock of the sandbox that is shown. */
export function useClockChange(): { action: Action; change: (change: ClockChange) => Promise<boolean> } {
  const model = useModel()
  const action = useAction()
  const change = async (to: ClockChange): Promise<boolean> =>
    await action.run(async () => {
      const { box } = model
      model.updateContents(box.name, { clock: readClock(await box.clock.change(to)) })
    })
  return { action, change }
}

function SetClock({ onSet }: { readonly onSet: (change: ClockChange) => Promise<boolean> }): ComponentChildren {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const set = async (event: Event): Promise<void> => {
    event.preventDefault()
    const isRight = DURATION.test(text.trim()) || !Number.isNaN(Date.parse(text))
    setError(isRight ? undefined : WAYS)
    if (!isRight) return
    // A duration begins with P; anything else is an instant.
    const isSet = await onSet(/^[+-]?P/.test(text.trim()) ? { advance: text.trim() } : { now: text.trim() })
    if (isSet) setText('')
  }
  return (
    <form class="in-line" onSubmit={(event) => void set(event)}>
      <Field
        label="Go to an instant, or by a duration"
        value={text}
        onInput={setText}
        error={error}
        placeholder="2027-07-01T09:00:00Z or PT90M"
        isRequired
      />
      <button type="submit">Go</button>
    </form>
  )
}
