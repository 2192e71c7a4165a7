import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Failure } from '../parts/view.js'
import { describeChange } from '../state/words.js'
import { contentsHere, standingNotice, state, undoLast, update } from '../state/panel-state.js'

const NOTICE_MS = 10_000

/** Says what was done or is under way, beside the Undo that is always there; or why it failed, or that the connection is lost. */
export function Notice() {
  const { connection, contents, dialog, failure, notice: latest, underWay } = state.value
  const notice = standingNotice()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (latest === undefined) return undefined
    // The words leave after a while, but not while somebody reads or uses them.
    const leave = (): void => {
      if (box.current?.matches(':hover, :focus-within') !== true) update({ notice: undefined })
    }
    const timer = setInterval(leave, NOTICE_MS)
    return () => clearInterval(timer)
  }, [latest])
  const words = underWay || (connection === 'lost' ? undefined : notice?.words)
  const offers = notice?.change === undefined || underWay !== '' ? '' : 'offers'
  return (
    <div class="line notices">
      {/* What fails while a dialog is open is said there. */}
      {dialog === undefined && <Failure />}
      {connection === 'lost' && failure === undefined && (
        <p class="line failure" role="alert">
          Connection to the mock lost. The data shown may be out of date. Reconnecting automatically…
        </p>
      )}
      <div ref={box} class={`line notice ${words === undefined ? '' : 'said'} ${offers} ${underWay && 'under-way'}`}>
        <span role="status" title={words}>
          {words}
        </span>
        {contents !== undefined && <Undo />}
      </div>
    </div>
  )
}

/** It can always be reached, and says what it will undo, or why it does nothing. */
function Undo() {
  const { changes } = contentsHere()
  const { isBusy } = state.value
  const newest = changes.at(-1)
  const what = newest?.by === 'clock' ? 'the latest change' : newest && describeChange(newest)
  return (
    <Button
      class="quiet"
      icon="undo"
      title={what === undefined ? 'There is nothing to undo' : `Undo: ${what}`}
      aria-disabled={isBusy || what === undefined}
      aria-keyshortcuts="Control+Z"
      onClick={() => !isBusy && void undoLast()}
      words="Undo"
    />
  )
}
