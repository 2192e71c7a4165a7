import { useState } from 'preact/hooks'
import type { ClockChange } from '../../control-client/index.js'
import { DURATION } from '../orders/order-dialog.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Card } from '../parts/view.js'
import { showInstant } from '../parts/words.js'
import { useContents, useModel, useSandboxNow } from '../state/panel-model.js'
import { describeClock } from '../state/sandbox-clock.js'

const STEPS = [
  ['PT1M', '+1 min'],
  ['PT1H', '+1 h'],
  ['P1D', '+1 day'],
  ['P1W', '+1 week'],
  ['P1M', '+1 month'],
] as const
const WAYS = 'Enter a date and time, such as 2027-07-01T09:00:00Z, or a duration, such as PT90M or -P1D.'

/** The clock of the sandbox: what it says, and how to move it. */
export function ClockCard() {
  const { clock } = useContents()
  const { frozen } = clock
  const model = useModel()
  const change = (to: ClockChange, words = 'Clock moved') => model.run(() => model.box.clock.change(to), words)
  const toggle = () => change({ frozen: !frozen }, frozen ? 'Clock resumed' : 'Clock frozen')
  const nowMs = useSandboxNow()
  const reading = describeClock(clock, nowMs)
  return (
    <Card title="Clock" head={<Button onClick={() => void toggle()} words={frozen ? 'Resume' : 'Freeze'} />}>
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
    </Card>
  )
}

function SetClock({ onSet }: { readonly onSet: (change: ClockChange) => Promise<boolean> }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const set = async (event: Event): Promise<void> => {
    event.preventDefault()
    const [isDuration, isInstant] = [DURATION.test(text.trim()), !Number.isNaN(Date.parse(text))]
    setError(isDuration || isInstant ? undefined : WAYS)
    if (!isDuration && !isInstant) return
    if (await onSet(isDuration ? { advance: text.trim() } : { now: text.trim() })) setText('')
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
      <button type="submit">Go</button>
    </form>
  )
}
